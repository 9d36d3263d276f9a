// @ts-check
// Marks items at the server: one, or all that are selected, in one request; by keys, menus, the bar and at a large picture.

import { ItemMarkEvent } from '../grid-events.js';
import { collectionPath, Problem, reasonOf } from '../server/api.js';
import { goingOn } from './going-on.js';
import { editLabels } from './label-dialog.js';
import { markedSentence, markKinds } from './mark-kinds.js';
import { wholeStacks } from './whole-stacks.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../access/keys.js').Place} Place */
/** @typedef {import('./mark.js').Marks} Marks */

/** Maximum requests for one change, when the collection keeps changing. */
const TRIES = 4;
const EVERYWHERE = { where: 'grid large compare', changes: true };

/** @type {import('../features/session-features.js').Feature} */
export const marks = {
  isOffered: ({ capabilities }) => capabilities?.marks === true,
  make: (context) => new Marking(context),
  keys: [
    ...markKinds.flatMap(({ keys = [] }) => keys.map(({ marks, toggles, ...key }) => ({
      ...EVERYWHERE, ...key, isOfItem: true,
      act: (/** @type {Marking} */ marking, /** @type {Place} */ place, /** @type {KeyboardEvent} */ event) =>
        marking.give(place, toggles && hasAlready(meant(place), marks) ? withoutMarks(marks) : marks, goingOn.isMeant(event)),
    }))),
    { ...EVERYWHERE, name: 'goOn', keys: 'Shift CapsLock' },
    { ...EVERYWHERE, name: 'labels', keys: 'l', act: (/** @type {Marking} */ marking, /** @type {Place} */ place) => marking.askLabels(place) },
  ],
};

export class Marking {
  #context;

  /** @param {import('../features/session-features.js').FeatureContext} context */
  constructor(context) {
    const { added, place, menu, strings } = (this.#context = context);
    /** @type {import('../selection/selection-bar.js').BarAction} */
    this.bar = {
      name: 'mark', words: strings.mark.more, sign: 'pick', opens: 'menu',
      act: (button) => menu.open({ element: button }, strings.mark.more, [...this.#entries(place), ...added.selectedEntries()], { goesOn: true }),
    };
  }

  /** @param {Cell} cell */
  menu(cell) { return this.#entries(this.#context.place, cell); }

  /**
   * @param {Place} place
   * @param {import('../features/session-features.js').ControlsHost} host
   */
  controls(place, host) {
    host.foot.hidden = false;
    host.foot.setAttribute('aria-label', this.#context.strings.mark.more);
    /** @type {Cell} */
    let cell;
    const tools = this.#tools(place, () => cell, () => goingOn.isOn && place.next());
    const shows = markKinds.map((kind) => kind.controls(host, tools));
    if (host.addSign) goingOn.bind(host.addSign('goOn', this.#context.strings.mark.goOn, 'go-on'), host.removed);
    return (/** @type {Cell} */ shown) => {
      cell = shown;
      for (const show of shows) show(cell.item);
    };
  }

  /**
   * A key gives marks to what is selected, or else to the item that has the focus or is shown large.
   * @param {Place} place
   * @param {Marks} marks
   * @param {boolean} isFollowed whether the next item is wanted then
   * @returns {boolean} whether there is any
   */
  give(place, marks, isFollowed) {
    if (!hasItems(place)) return false;
    this.#mark(place, marks, meant(place));
    if (isFollowed && !place.selection?.count) place.next();
    return true;
  }

  /**
   * Asks for the labels of what is selected, or else of the item, and gives them.
   * @param {Place} place
   * @returns {boolean} whether there is any
   */
  askLabels(place) {
    if (!hasItems(place)) return false;
    this.#label(place, meant(place));
    return true;
  }

  /**
   * @param {Place} place
   * @param {Cell} [cell] `undefined`: what is selected
   */
  #entries(place, cell) {
    const tools = this.#tools(place, () => cell);
    return markKinds.flatMap((kind) => kind.entries(cell && (cell.item ?? {}), tools));
  }

  /**
   * @param {Place} place
   * @param {() => Cell | undefined} cell
   * @param {() => unknown} [then] called when a mark was given
   * @returns {import('./mark-kinds.js').Tools}
   */
  #tools(place, cell, then) {
    const { strings, description } = this.#context;
    return {
      strings, ratings: (description.capabilities?.offersRatings && description.capabilities.rate) || [],
      mark: (marks) => {
        this.#mark(place, marks, cell());
        then?.();
      },
      askLabels: () => this.#label(place, cell()),
    };
  }

  /**
   * @param {Place} place
   * @param {Cell | undefined} cell `undefined`: what is selected
   */
  async #label(place, cell) {
    const { description, presenter, strings } = this.#context;
    const count = cell ? 1 : place.selection?.count ?? 0;
    const known = cell ? [cell] : [...presenter.store.cells.values()].filter(({ index }) => place.selection?.has(index));
    const thing = cell ? cell.item?.title ?? cell.id : strings.items(count);
    try {
      const { labels } = await presenter.server.call('GET', collectionPath(description.id, 'labels'));
      const marks = await editLabels(place.frame, thing, labels, known.map(({ item }) => item), known.length === count, strings);
      if (marks) await this.#mark(place, marks, cell);
    } catch (error) {
      place.speech.explain(reasonOf(error));
    }
  }

  /**
   * @param {Place} place
   * @param {Marks} marks
   * @param {Cell | undefined} cell `undefined`: what is selected
   */
  async #mark(place, marks, cell) {
    const { description, presenter, strings } = this.#context;
    const count = cell ? 1 : place.selection?.count ?? 0;
    const about = cell ? { ids: [cell.id] } : { selection: place.selection?.wire };
    // From the frame the event reaches the page around through the shadow root, as the grid's.
    if (!place.frame.dispatchEvent(new ItemMarkEvent({ ...about, count, marks }))) return;
    try {
      const patch = cell
        // In the order that is shown, a cell may stand for a stack.
        ? await presenter.server.call('POST', cell.item?.stack ? presenter.order.path('marks') : collectionPath(description.id, 'marks'), { items: [cell.id], ...marks, ...(cell.item?.stack && this.#meaning) })
        : await this.#markMany(/** @type {import('../selection/selection.js').Selection} */ (place.selection), marks);
      presenter.expect(patch.to);
      if (cell) place.marked?.(cell.id, marks);
      // In an album, marks are the originals': no version of the album names them.
      place.history.tell(markedSentence(cell ? cell.item?.title ?? cell.id : strings.items(count), marks, strings), patch, description.album);
    } catch (error) {
      place.speech.explain(reasonOf(error));
    }
  }

  /** What cells stand for, where that is not what the server takes them for. */
  get #meaning() { return wholeStacks.isOn && this.#context.query.plain?.stacks === 'folded' ? { stacks: 'members' } : {}; }

  /**
   * @param {import('../selection/selection.js').Selection} selection as it is when the request is sent
   * @param {Marks} marks
   */
  async #markMany(selection, marks) {
    const { server, order } = this.#context.presenter;
    for (let tries = 1; ; tries++) {
      try {
        return await server.call('POST', order.path('marks'), { ...selection.wire, ...marks, ...this.#meaning }, { headers: { Prefer: 'return=minimal' } });
      } catch (error) {
        // The order has changed: the selection follows it.
        const isConflict = error instanceof Problem && error.status === 409;
        if (!isConflict || tries === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100 * tries));
        if (selection.isEmpty) throw error;
      }
    }
  }
}

/**
 * The item that keys act on; `undefined` where that is what is selected.
 * @param {Place} place
 */
const meant = ({ selection, cell }) => (selection?.count ? undefined : cell);
/** @param {Place} place */
const hasItems = ({ selection, cell }) => cell !== undefined || (selection?.count ?? 0) > 0;

/**
 * @param {Cell | undefined} cell
 * @param {Marks} marks
 */
const hasAlready = (cell, marks) => Object.entries(marks).every(([name, value]) => cell?.item?.attributes?.[name] === value);
/** @param {Marks} marks */
const withoutMarks = (marks) => Object.fromEntries(Object.keys(marks).map((name) => [name, null]));
