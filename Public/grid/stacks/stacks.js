// @ts-check
// Stacks: several pictures as one cell. They are opened in their places, in the grid and in the large picture, made, taken apart, and get
// another face.

import { append } from '../dom.js';
import { collectionPath, reasonOf } from '../server/api.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../access/keys.js').Place} Place */
/** @typedef {import('../server/wire.js').Stack} Stack */
/** @typedef {import('../cells/cell-menu.js').MenuEntry} MenuEntry */
/**
 * @typedef {object} LargeView what stacks do with a large picture
 * @property {Cell} cell
 * @property {(way: -1 | 1) => unknown} step
 * @property {(index: number) => void} go
 * @property {(cell: Cell, order: {version: number, itemCount: number}) => void} reorder the order is another one
 */

/** Maximum stacks that are open at once: the server's limit. */
const MOST = 1000;
/** Longest wait for a picture on the way out of a stack, in ms. */
const REACHED_MS = 1500;

const CHANGES = { where: 'grid large', changes: true };

/** @type {import('../features/session-features.js').Feature} */
export const stacks = {
  isOffered: ({ capabilities }) => capabilities?.stacks === true,
  make: (context) => new Stacks(context),
  keys: [
    { name: 'stackOpen', keys: 'b', isOfItem: true, act: (/** @type {Stacks} */ stacks, /** @type {Place} */ { cell }) => stacks.toggle(cell) },
    { name: 'stackIn', keys: 'ArrowDown', where: 'large', act: (/** @type {Stacks} */ stacks, /** @type {{view: LargeView}} */ { view }) => stacks.goIn(view) },
    { name: 'stackIn', keys: 'ArrowUp', where: 'large', act: (/** @type {Stacks} */ stacks, /** @type {{view: LargeView}} */ { view }) => stacks.goOut(view) },
    { ...CHANGES, name: 'stackFace', keys: 'k', act: (/** @type {Stacks} */ stacks, /** @type {Place} */ place) => stacks.makeFace(place, place.cell) },
    { changes: true, name: 'stackMake', keys: 'Ctrl+g', act: (/** @type {Stacks} */ stacks, /** @type {Place} */ place) => stacks.make(place) },
    { changes: true, name: 'stackApart', keys: 'Ctrl+Shift+g', act: (/** @type {Stacks} */ stacks, /** @type {Place} */ place) => stacks.takeApart(place, place.cell) },
  ],
};

export class Stacks {
  #context;

  /** @param {import('../features/session-features.js').FeatureContext} context */
  constructor(context) {
    this.#context = context;
    context.parts.cells.addEventListener('click', ({ target }) => {
      const id = target instanceof Element && target.closest('.stack-badge') ? target.closest('.cell')?.getAttribute('data-item') : undefined;
      if (id) this.toggle(context.presenter.store.cells.get(id));
    });
  }

  /**
   * @param {Cell} cell
   * @returns {MenuEntry[]}
   */
  menu(cell) {
    const { description, place, selecting: { selection }, strings: { mark: { stack: words } }, now } = this.#context;
    const { stack } = cell.item ?? {};
    const mayChange = description.capabilities?.marks === true;
    /** @type {MenuEntry[]} */
    const entries = [];
    if (stack && this.#isFolding) {
      const isOpen = this.#isOpen(stack);
      entries.push({ name: 'stack-open', sign: 'stack', words: isOpen ? words.close : words.open(stack.count), does: 'stackOpen', beginsGroup: true, act: now(cell, (shown) => this.toggle(shown)) });
    }
    if (!mayChange) return entries;
    if (stack && stack.face !== cell.id) entries.push({ name: 'stack-face', words: words.makeFace, does: 'stackFace', act: () => this.makeFace(place, cell) });
    if (selection.count > 1 && selection.has(cell.index)) entries.push({ name: 'stack', sign: 'stack', words: words.make(selection.count), does: 'stackMake', act: () => this.make(place) });
    if (stack) entries.push({ name: 'unstack', words: words.takeApart, does: 'stackApart', act: () => this.#takeApart(place, { items: [cell.id] }) });
    return entries;
  }

  /**
   * @param {Place & {view?: LargeView}} place
   * @param {import('../features/session-features.js').ControlsHost} host
   */
  controls(place, { foot }) {
    const { view } = place;
    if (place.where !== 'large' || !view) return () => {};
    const words = this.#context.strings.mark.stack;
    foot.hidden = false;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'stack-switch';
    foot.prepend(button);
    button.addEventListener('click', () => (this.#isOpen(view.cell.item?.stack) ? this.goOut(view) : this.goIn(view)));
    return (/** @type {Cell} */ { item }) => {
      const { stack } = item ?? {};
      button.hidden = !stack || !this.#isFolding;
      if (!stack) return;
      const isOpen = this.#isOpen(stack);
      button.replaceChildren();
      append(button, 'span', 'sign stack');
      button.append(`${stack.count} ${isOpen ? '↑' : '↓'}`);
      button.title = isOpen ? words.leave : words.enter(stack.count);
      button.setAttribute('aria-label', button.title);
    };
  }

  /**
   * Opens a stack in its place, or closes it.
   * @param {Cell | undefined} cell
   */
  async toggle(cell) {
    const { focus, presenter, speech, strings: { mark } } = this.#context;
    const { stack } = cell?.item ?? {};
    if (!stack || !this.#isFolding) return speech.warn(mark.stack.none);
    const isOpen = !this.#isOpen(stack);
    const front = this.#front(stack);
    await this.#open(stack, isOpen);
    const { cells } = presenter.store;
    const there = cells.get(front) ?? [...cells.values()].find(({ item }) => item?.stack?.id === stack.id);
    if (there) focus.set(there);
    speech.say(isOpen ? mark.stack.opened(stack.count) : mark.stack.closed);
  }

  /**
   * Shows the members of a stack in the large picture, the next one first.
   * @param {LargeView} view
   * @returns {boolean | undefined} `false` where the picture is in no stack
   */
  goIn(view) {
    const { cell } = view;
    const { stack } = cell.item ?? {};
    if (!stack || !this.#isFolding) return false;
    if (this.#isOpen(stack)) view.step(1);
    else this.#enter(view, cell, stack);
    return undefined;
  }

  /**
   * @param {LargeView} view
   * @param {Cell} cell
   * @param {Stack} stack
   */
  async #enter(view, cell, stack) {
    await this.#open(stack, true);
    // The members follow the face, whose own place is the same.
    view.reorder(cell, this.#context.presenter.store);
    view.step(1);
  }

  /**
   * Returns from a member of a stack to its face, as one picture.
   * @param {LargeView} view
   * @returns {boolean | undefined} `false` where the picture is in no stack that is open
   */
  goOut(view) {
    const { stack } = view.cell.item ?? {};
    if (!stack || !this.#isOpen(stack)) return false;
    this.#leave(view, stack);
    return undefined;
  }

  /**
   * @param {LargeView} view
   * @param {Stack} stack
   */
  async #leave(view, stack) {
    const { presenter: { order, store } } = this.#context;
    const place = (/** @type {string} */ id) => order.flatIndex(id).catch(() => undefined);
    // Its face is far away, or left out.
    const faced = await place(stack.face);
    const front = faced === undefined ? this.#front(stack) : stack.face;
    const index = faced ?? await place(front);
    if (index === undefined) return;
    view.go(index);
    const end = performance.now() + REACHED_MS;
    while (view.cell.id !== front && performance.now() < end) await new Promise((resolve) => requestAnimationFrame(resolve));
    const face = view.cell;
    await this.#open(stack, false);
    view.reorder(face, store);
  }

  /**
   * Makes one stack of what is selected.
   * @param {Place} place
   */
  make(place) {
    const { selection } = this.#context.selecting;
    const { stack: words } = this.#context.strings.mark;
    if (selection.count < 2) return place.speech.warn(words.selectSome);
    return this.#change(place, { ...selection.wire }, words.made(selection.count));
  }

  /**
   * Takes the stacks of what is selected apart, or else of an item.
   * @param {Place} place
   * @param {Cell | undefined} cell
   */
  takeApart(place, cell) {
    const { selection } = this.#context.selecting;
    const { stack: words } = this.#context.strings.mark;
    if (!selection.isEmpty) return this.#takeApart(place, selection.wire);
    if (!cell?.item?.stack) return place.speech.warn(words.none);
    return this.#takeApart(place, { items: [cell.id] });
  }

  /**
   * @param {Place} place
   * @param {object} items as requests have them
   */
  #takeApart(place, items) { return this.#change(place, { ...items, action: 'unstack' }, this.#context.strings.mark.stack.takenApart); }

  /**
   * Makes a member the face of its stack.
   * @param {Place} place
   * @param {Cell | undefined} cell
   */
  makeFace(place, cell) {
    const { stack: words } = this.#context.strings.mark;
    const { stack } = cell?.item ?? {};
    if (!cell || !stack) return place.speech.warn(words.none);
    if (stack.face === cell.id) return place.speech.warn(words.isFace);
    return this.#change(place, { items: [cell.id], action: 'face' }, words.faceMade(cell.item?.title ?? cell.id));
  }

  /**
   * @param {Place} place
   * @param {object} body
   * @param {string} sentence
   */
  async #change(place, body, sentence) {
    const { description, presenter } = this.#context;
    const path = 'ranges' in body ? presenter.order.path('stacks') : collectionPath(description.id, 'stacks');
    try {
      const patch = await presenter.server.call('POST', path, body, { headers: { Prefer: 'return=minimal' } });
      presenter.expect(patch.to);
      place.history.tell(sentence, patch);
    } catch (error) {
      place.speech.explain(reasonOf(error));
    }
  }

  /** Whether stacks are one cell each. */
  get #isFolding() { return this.#context.query.plain?.stacks === 'folded'; }

  /**
   * The item of the cell that a stack has where it is folded: its face, unless a filter leaves that out.
   * @param {Stack} stack
   */
  #front({ id, face }) {
    const { cells } = this.#context.presenter.store;
    if (cells.has(face)) return face;
    const members = [...cells.values()].filter(({ item }) => item?.stack?.id === id);
    return members.sort((one, other) => one.index - other.index)[0]?.id ?? face;
  }

  /** @param {Stack | undefined} stack */
  #isOpen(stack) { return stack !== undefined && this.#context.query.folds.openStacks.includes(stack.id); }

  /**
   * @param {Stack} stack
   * @param {boolean} isOpen
   */
  async #open({ id }, isOpen) {
    const { query, presenter: { surface } } = this.#context;
    const others = query.folds.openStacks.filter((one) => one !== id);
    // The one that was opened first is closed for it.
    query.folds.openStacks = isOpen ? [...others, id].slice(-MOST) : others;
    await query.refold();
    for (const { cell } of surface.nodes) if (cell?.item?.stack?.id === id) surface.configure(cell);
  }
}
