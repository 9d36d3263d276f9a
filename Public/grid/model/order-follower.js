// @ts-check
// Follows an order by its versions: the cells that are held, the patches and resets that come, what has to be asked again. Free of the DOM.

import { CellStore } from './cell-store.js';
import { RangeQuery } from './range-query.js';

/**
 * @typedef {import('./cell-store.js').Cell} Cell
 * @typedef {import('./cell-store.js').ChangedCell} ChangedCell
 * @typedef {import('./patch.js').Patch} Patch
 * @typedef {import('../server/viewer-connection.js').Context} Context
 * @typedef {import('../server/wire.js').RangeAnswer} RangeAnswer
 * @typedef {object} OrderFollowerDelegate
 * @property {(cells: Cell[], isPreview: boolean) => void} followerUpdated pictures of cells made progress, or small ones came
 * @property {(patch: Patch, cells: ChangedCell[]) => void} followerKept the store holds a new version with every item where it was, and
 *   these cells in a new form
 * @property {(cells: ChangedCell[]) => void} [followerValued] cells have other values
 * @property {() => void} followerStale a whole answer is due
 */

export class OrderFollower {
  store = new CellStore();
  ranges = new RangeQuery();
  #delegate;

  /** @param {OrderFollowerDelegate} delegate */
  constructor(delegate) {
    this.#delegate = delegate;
  }

  /** Whether what is held is out of date. */
  get isStale() { return this.ranges.needsAll; }

  /**
   * The event to send, what is needed again with its answer, and whether it must leave at once.
   * @param {import('./range-query.js').View} view
   * @param {number} now in ms
   * @param {boolean} isHidden whether the page is hidden
   */
  next(view, now, isHidden) { return this.ranges.next(view, this.store, now, isHidden); }

  /** The server or its viewer is another one: everything is asked for again. */
  restart() {
    this.ranges.reset();
    this.#delegate.followerStale();
  }

  /**
   * A version is known to exist.
   * @param {number} version
   */
  expect(version) {
    this.ranges.expect(version, this.store.version);
    if (this.isStale) this.#delegate.followerStale();
  }

  /**
   * @param {import('../server/wire.js').ViewerEvent} event
   * @returns {void}
   */
  received(event) {
    switch (event.name) {
      case 'cells': return this.#updated(this.store.update(event.data.cells), false);
      case 'preview': return this.#updated(this.store.preview(event.data.items), true);
      case 'patch': return this.#patched(event.data);
      case 'values': return this.#delegate.followerValued?.(this.store.show(event.data.items));
      case 'reset':
        this.ranges.invalidate();
        this.#delegate.followerStale();
    }
  }

  /**
   * Takes over what continues what is held.
   * @param {RangeAnswer} answer
   * @param {Context} context of the event that it answers
   * @returns {'replace' | 'merged' | 'grown' | 'ignore'} `replace`: the answer is a whole one, which `replace` takes over when it is
   *   about to be drawn; `grown`: merged, and headers or the size of the content may be others
   */
  answered(answer, context) {
    const { ranges, store } = this;
    if (ranges.continues(context, store)) this.keep(answer.patches ?? []);
    const use = ranges.use(answer, context, store);
    if (use === 'replace') this.#complete(answer);
    if (use === 'newer') this.expect(answer.version);
    if (use === 'merge') return store.merge(answer, context.clock) ? 'grown' : 'merged';
    return use === 'replace' ? 'replace' : 'ignore';
  }

  /**
   * Takes over a whole answer.
   * @param {RangeAnswer} answer
   * @param {Context} context of the event that it answers
   * @returns {Patch[]} what came meanwhile and leads on from it, for `keep`
   */
  replace(answer, context) {
    this.store.replace(answer, context.clock);
    const missed = this.ranges.takeMissed(answer.version);
    this.ranges.satisfied(missed.at(-1)?.to ?? answer.version, context.known);
    return missed;
  }

  /**
   * Takes over patches that leave every item where it is, and no others: those change frames too, which the server computes.
   * @param {Patch[]} patches oldest first
   */
  keep(patches) {
    for (const patch of patches) {
      const cells = this.store.keep(patch);
      if (!cells) continue;
      this.ranges.expect(patch.to, this.store.version);
      this.#delegate.followerKept(patch, cells);
    }
  }

  /**
   * Puts patches that were announced before those of an answer, which begin where these end: each travels once.
   * @param {RangeAnswer} answer
   */
  #complete(answer) {
    if (!answer.patches) return;
    const begin = answer.patches[0]?.from ?? answer.version;
    const { version } = this.store;
    const heard = this.ranges.heardFrom(version).filter(({ to }) => to <= begin);
    if ((heard.at(-1)?.to ?? version) === begin) return void answer.patches.unshift(...heard);
    // What leads to its first one was forgotten, for example with a connection.
    answer.patches = undefined;
    answer.reset = true;
  }

  /**
   * @param {Cell[]} cells
   * @param {boolean} isPreview
   */
  #updated(cells, isPreview) { this.#delegate.followerUpdated(cells, isPreview); }

  /** @param {Patch} patch that was announced */
  #patched(patch) {
    if (!this.isStale) this.keep([patch]);
    if (patch.to <= this.store.version) return;
    this.ranges.missed(patch, this.store.version);
    this.#delegate.followerStale();
  }
}
