// @ts-check
// The sort of what is shown becomes the collection's own order: for everybody, in one change that can be undone.

import { collectionPath, reasonOf } from '../server/api.js';

/** Delay before the reader is told that it takes a while, in ms. */
const SLOW_MS = 500;
/** Code of the refusal of a move where items are sorted. */
const SORTED = 'order-sorted';

/**
 * @typedef {object} OwnOrderContext
 * @property {string} collection
 * @property {import('../element/presenter.js').Presenter} presenter
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../reorder/change-history.js').ChangeHistory} history
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {() => void} made the collection's own order is what was shown
 */

/**
 * Whether a query shows the collection in its own order, whole: of stacks and sections, some may be folded.
 * @param {import('./query.js').Query | undefined} query
 */
export const isOwnOrder = ({ search, where, sort, group } = {}) => !search && !where && !sort?.length && !group;

export class OwnOrder {
  #context;
  #isRunning = false;
  /**
   * A movement in the place of one that a sort refuses: set by what has another use for the places of a sort.
   * `refuse` says that the sort does.
   * @type {(cell: import('../model/cell-store.js').Cell, refuse: () => void) => import('../picture/time-movement.js').TimeMovement | undefined}
   */
  carry = () => undefined;

  /** @param {OwnOrderContext} context */
  constructor(context) {
    this.#context = context;
  }

  /**
   * Sorts the collection as its result is shown: items stay in their sections, what a filter hides keeps its place.
   * @returns {Promise<boolean>} whether the collection has that order now
   */
  async make() {
    const { collection, presenter, speech, history, strings, made } = this.#context;
    const { search, where, sort } = presenter.order.query ?? {};
    if (!sort?.length || this.#isRunning) return false;
    this.#isRunning = true;
    const timer = setTimeout(() => speech.warn(strings.sorting), SLOW_MS);
    try {
      const headers = { Prefer: 'return=minimal' };
      const patch = await presenter.server.call('POST', collectionPath(collection, 'sort'), { search, where, sort }, { headers });
      if (patch.to > patch.from) history.tell(strings.sorted, patch);
      else speech.warn(strings.sortedAlready);
      made();
      return true;
    } catch (error) {
      speech.explain(reasonOf(error), strings.sortFailed);
      return false;
    } finally {
      clearTimeout(timer);
      this.#isRunning = false;
    }
  }

  /**
   * What carries an item whose movement was refused; `undefined` where nothing does.
   * @param {unknown} error
   * @param {import('../model/cell-store.js').Cell} cell
   * @param {() => void} refuse
   */
  instead(error, cell, refuse) { return reasonOf(error)?.code === SORTED ? this.carry(cell, refuse) : undefined; }

  /**
   * Says why nothing was moved; where that is the sort, offers to make it the collection's own order.
   * @param {string} sentence
   * @param {unknown} error
   */
  warn(sentence, error) {
    const { presenter, speech, strings } = this.#context;
    const reason = reasonOf(error);
    if (reason?.code !== SORTED || !presenter.order.query?.sort?.length) return speech.warn(sentence);
    // It concerns all items, not this one.
    speech.explain(reason, undefined, { words: strings.makeOwnOrder, act: () => this.make() });
  }
}
