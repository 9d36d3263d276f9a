// @ts-check
// Where the view was in each order that was shown, so that emptying a search returns to the place before it. Free of the DOM.

import { orderKey } from './query.js';

/** @typedef {import('./query.js').Query} Query */
/** @typedef {import('../scroll/navigation.js').Place} Place */

/** Maximum orders whose places are kept. */
const KEPT = 20;

export class OrderPlaces {
  /** @type {Map<string, Place | undefined>} */
  #places = new Map();

  /**
   * Another query is asked for.
   * @param {Query | undefined} from
   * @param {Query | undefined} to
   * @param {Place | undefined} place at the top of the view; `undefined` at the very top
   * @returns {boolean} whether the view goes to another place: `of` says where
   */
  leave(from, to, place) {
    const [left, wanted] = [orderKey(from), orderKey(to)];
    if (left === wanted) return false;
    this.#places.delete(left);
    this.#places.set(left, place);
    if (this.#places.size > KEPT) this.#places.delete(this.#places.keys().next().value ?? '');
    // What is typed is another search with each key: only an order without one is returned to.
    if (to?.search) this.#places.delete(wanted);
    return true;
  }

  /**
   * Where the view was when an order was shown last; `undefined` for the top.
   * @param {Query | undefined} query
   */
  of(query) { return this.#places.get(orderKey(query)); }
}
