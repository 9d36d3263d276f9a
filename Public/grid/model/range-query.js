// @ts-check
// What to ask the server next: only what is new in view, or everything again, and around which item. Free of the DOM.

import { keepsOrder } from './patch.js';
import { rangeEvent } from './range.js';

/** Maximum patches remembered while a whole answer is due. */
const REMEMBERED = 512;

/**
 * @typedef {import('./patch.js').Patch} Patch
 * @typedef {import('../server/viewer-connection.js').Context} Context
 * @typedef {import('./geometry.js').Frame} Frame
 * @typedef {{index: number, viewY: number, part?: number, id?: string, tries: number, count?: number, itemCount?: number, isHeld?: boolean}} Seek
 *   an item, and where its top, or the `part` of its height, shall be in the view; `count`: how many items fill the view, where none are there yet; `itemCount`: of
 *   the order in which the item is, if that is another than the one shown; `isHeld`: it keeps its place on the screen
 * @typedef {{visibleRect: Frame, offset: number, height: number, motion: import('./motion.js').Motion,
 *   mapper: {maxOffset: number}}} View
 * @typedef {{event: import('./range.js').RangeEvent, context: Context, force: boolean}} Query
 * @typedef {'ignore' | 'replace' | 'merge' | 'newer'} AnswerUse
 */

export class RangeQuery {
  /** Frames of an older layout cannot be used: they carry an older generation. */
  generation = 0;
  /** Whether what the page holds is out of date. */
  needsAll = true;
  /**
   * The item to go to with the next whole answer.
   * @type {Seek | undefined}
   */
  seek;
  #newest = 0;
  #isAsked = false;
  /**
   * Patches that came while a whole answer was due, oldest first.
   * @type {Patch[]}
   */
  #missed = [];

  /** The next event asks for everything, at once. */
  invalidate() {
    this.needsAll = true;
    this.#isAsked = false;
  }

  /** The server, its viewer or the order is another one: versions may count from another number. */
  reset() {
    this.#newest = 0;
    this.#missed = [];
    this.invalidate();
  }

  /**
   * A patch came that the store has not taken over.
   * @param {Patch} patch
   * @param {number} shown the version on screen
   */
  missed(patch, shown) {
    if (this.#missed.push(patch) > REMEMBERED) this.#missed.shift();
    this.expect(patch.to, shown);
  }

  /**
   * Takes out what came while a whole answer was under way and leads on from it, as far as that leaves every item where it is: it
   * need not be asked for.
   * @param {number} version of the answer
   * @returns {Patch[]}
   */
  takeMissed(version) {
    const kept = [];
    for (const patch of this.#missed.splice(0)) {
      if (patch.from !== version || !keepsOrder(patch)) continue;
      kept.push(patch);
      version = patch.to;
    }
    return kept;
  }

  /**
   * Patches that came while a whole answer was due and lead on from a version.
   * @param {number} version
   */
  heardFrom(version) { return this.#missed.filter(({ from, to }) => from === version && (version = to)); }

  /**
   * A version is known to exist.
   * @param {number} version
   * @param {number} shown the version on screen
   */
  expect(version, shown) {
    this.#newest = Math.max(this.#newest, version);
    if (version > shown) this.invalidate();
  }

  /**
   * A whole answer is on screen. The server answers with the newest version there is: one that was known when it was asked is
   * in the answer, or belongs to an order that is no longer shown.
   * @param {number} version
   * @param {number} [known] the newest version known when it was asked
   */
  satisfied(version, known) {
    this.seek = undefined;
    this.needsAll = version < this.#newest && known !== this.#newest;
    if (!this.needsAll) this.#newest = version;
    this.#isAsked = false;
  }

  /**
   * Whether an answer is about items that are still where they were when it was asked for.
   * @param {Context} context of its event
   * @param {import('./cell-store.js').CellStore} store
   */
  continues(context, store) {
    return !context.full && context.generation === this.generation && !this.needsAll && context.places === store.places;
  }

  /**
   * What an answer is good for. Its patches have been offered to a store that it continues.
   * @param {{version: number}} answer
   * @param {Context} context of its event
   * @param {import('./cell-store.js').CellStore} store
   * @returns {AnswerUse}
   */
  use(answer, context, store) {
    if (context.generation !== this.generation) return 'ignore';
    if (context.full) return 'replace';
    if (this.continues(context, store) && answer.version <= store.version) return 'merge';
    return answer.version === store.version ? 'ignore' : 'newer';
  }

  /**
   * The event to send, what is needed again with its answer, and whether it must leave at once.
   * @param {View} view
   * @param {import('./cell-store.js').CellStore} store
   * @param {number} now in ms
   * @param {boolean} isHidden whether the page is hidden
   * @returns {Query}
   */
  next(view, store, now, isHidden) {
    // Patches that were announced need not come again with the answer.
    const heard = this.needsAll ? this.heardFrom(store.version).at(-1) : undefined;
    const event = rangeEvent(view, heard?.to ?? store.version, now, isHidden);
    if (this.seek) {
      delete event.rect;
      event.visible = itemsAround(this.seek, view, store);
    }
    if (!this.needsAll && store.window) event.have = store.window;
    const force = this.needsAll && !this.#isAsked;
    this.#isAsked = true;
    const tries = this.seek?.tries ?? 0;
    const { clock, places } = store;
    const context = { full: this.needsAll, clock, tries, generation: this.generation, known: this.#newest, places };
    return { event, context, force };
  }
}

/**
 * As many items as are in view now, so that the server's answer fills the view.
 * @param {Seek} seek
 * @param {View} view
 * @param {import('./cell-store.js').CellStore} store
 */
function itemsAround({ index, viewY, count: estimate = 1, itemCount }, view, store) {
  const count = Math.max(estimate, store.cellsMeeting(view.visibleRect).length);
  const first = Math.max(0, index - Math.round((count * viewY) / Math.max(1, view.height)));
  return [first, Math.max(index, Math.min((itemCount ?? store.itemCount) - 1, first + count - 1))];
}
