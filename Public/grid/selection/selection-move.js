// @ts-check
// Moves what is selected, in one request however many items there are.

import { may } from '../server/capabilities.js';
import { ItemMoveEvent } from '../grid-events.js';
import { askWhereTo } from '../scroll/place-dialog.js';
import { Problem, reasonOf } from '../server/api.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */
/** @typedef {import('../query/shown-order.js').Section} Section */

/** @type {import('../features/session-features.js').Feature} */
export const moving = {
  // Where nothing can be moved, the key says so.
  keys: [{ name: 'move', keys: 'm', changes: true, act: (ask) => ask() }],
  make({ description, selecting, focus, strings, now }) {
    const ask = () => !selecting.isOne && selecting.moveTo();
    if (!may(description, 'move')) return { owner: ask };
    return {
      owner: ask,
      bar: { name: 'move', words: strings.moveTo, sign: 'move', act: ask },
      menu: (cell) => [{ name: 'move', sign: 'move', words: strings.moveTo, does: 'move', act: now(cell, (shown) => {
        focus.set(shown, false);
        ask();
      }) }],
    };
  },
};

/** Maximum requests for one move, when the collection keeps changing. */
const TRIES = 4;

export class SelectionMove {
  #context;
  #selection;
  #isRunning = false;

  /**
   * @param {import('./selecting.js').SelectingContext} context
   * @param {import('./selection.js').Selection} selection
   */
  constructor(context, selection) {
    this.#context = context;
    this.#selection = selection;
  }

  /** Whether a request is under way: its own change ends the selection. */
  get isRunning() { return this.#isRunning; }

  /**
   * Moves all that is selected to where one of them, alone, would go.
   * @param {string} item
   * @param {() => IndexPath} target in the version on screen
   */
  async land(item, target) {
    return this.#move(async () => {
      const cell = this.#context.presenter.store.cells.get(item);
      return { to: await placeOfFirst(this.#selection, target(), cell?.index ?? -1) };
    });
  }

  /** Asks where to move what is selected, or the focused item, and moves it there. */
  async askAndMove() {
    const { parts, description, presenter, focus, speech, history, strings, ownOrder, dispatch } = this.#context;
    const cell = focus.cell;
    if (!may(description, 'move')) return speech.warn(strings.notMovable);
    const isAlone = this.#selection.isEmpty;
    if (isAlone && !cell) return;
    const count = isAlone ? 1 : this.#selection.count;
    try {
      const sections = await this.#selection.sections();
      const answer = await askWhereTo(parts.frame, sections, {
        section: cell?.indexPath[0] ?? 0, title: strings.moveTitle(count), action: strings.move,
        withoutPosition: strings.atTheEnd,
      }, strings);
      if (!answer) return;
      if (cell) presenter.surface.node(cell.id)?.element.focus({ preventScroll: true });
      const ids = isAlone && cell ? [cell.id] : undefined;
      if (!dispatch(new ItemMoveEvent('itemmove', { ids, count }))) return;
      if (isAlone && cell) this.#selection.toggle((presenter.store.cells.get(cell.id) ?? cell).index);
      const { section, position } = answer;
      const patch = await this.#move(() => this.#destination(sections[section].id, position));
      if (patch?.to !== undefined) presenter.expect(patch.to);
      if (patch) dispatch(new ItemMoveEvent('itemmoved', { ids, count, patch }));
      history().tell(strings.movedMany(count, sections.length > 1 ? sections[section].title : '', position), patch);
    } catch (error) {
      if (isAlone) this.#selection.clear();
      ownOrder().warn(strings.moveFailed(strings.items(count), strings.reason(reasonOf(error))), error);
    }
  }

  /**
   * The destination as the request has it: a place, or the end of a section.
   * @param {string} id of the section
   * @param {number | undefined} position from 1
   */
  async #destination(id, position) {
    const sections = await this.#selection.sections();
    const index = sections.findIndex((section) => section.id === id);
    if (index < 0 || position === undefined) return { section: id };
    const { first, itemCount } = sections[index];
    const rest = itemCount - this.#selection.countIn(first, first + itemCount);
    return position > rest ? { section: id } : { to: [index, position - 1] };
  }

  /**
   * Sends the request. When the collection has changed meanwhile, the selection has followed, and it is sent again.
   * @param {() => Promise<object>} destination
   */
  async #move(destination) {
    const { presenter } = this.#context;
    this.#isRunning = true;
    try {
      for (let tries = 1; ; tries++) {
        const { version } = presenter.store;
        try {
          const place = await destination();
          // Ranges and place must count in one version.
          if (presenter.store.version !== version) continue;
          const body = { ...place, ...this.#selection.wire };
          const headers = { Prefer: 'return=minimal' };
          const patch = await presenter.server.call('POST', presenter.order.path('moves'), body, { headers });
          this.#selection.clear();
          return patch;
        } catch (error) {
          // Of sorted items no later try moves any.
          const isConflict = error instanceof Problem && error.status === 409 && error.reason?.code !== 'order-sorted';
          if (!isConflict || tries === TRIES || this.#selection.isEmpty) throw error;
          if (presenter.store.version === version) await new Promise((resolve) => presenter.afterDraw(() => resolve(undefined)));
        }
      }
    } finally {
      this.#isRunning = false;
    }
  }
}

/**
 * The place of the first selected item after all were moved to where one of them, alone, would land.
 * @param {import('./selection.js').Selection} selection
 * @param {IndexPath} target of that one
 * @param {number} index its own flat index now
 * @returns {Promise<IndexPath>}
 */
export async function placeOfFirst(selection, [section, item], index) {
  const { first = 0, itemCount = 0 } = (await selection.sections())[section] ?? {};
  const isInside = index >= first && index < first + itemCount && index - first <= item;
  const before = selection.countIn(first, first + item + Number(isInside)) - Number(isInside && selection.has(index));
  return [section, item - before];
}
