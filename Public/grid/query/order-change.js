// @ts-check
// The change from one order to another: what is asked for, what the server shows since, and where the view goes. Free of the DOM.

import { ANCHOR_TRIES } from '../model/steady-view.js';
import { OrderPlaces } from './order-places.js';

/**
 * @typedef {import('../scroll/navigation.js').Place} Place
 * @typedef {import('../model/range-query.js').Seek} Seek
 * @typedef {import('../server/viewer-connection.js').Form} Form
 * @typedef {import('../server/wire.js').ViewerAnswer} ViewerAnswer
 */

export class OrderChange {
  #order;
  #places = new OrderPlaces();
  /** Whether the view goes to another place with the order that is asked for. */
  #goes = false;
  /** Approximately how many items fill the view. */
  #count = 0;
  /** @type {Place | undefined} to be found in a result, once there is one */
  #wanted;

  /** @param {import('./shown-order.js').ShownOrder} order */
  constructor(order) {
    this.#order = order;
  }

  /**
   * The first order is asked for.
   * @param {Form} form
   * @param {Place | undefined} place to show first
   * @param {number} count approximately how many items fill the view
   * @returns {Seek | undefined}
   */
  open(form, place, count) {
    this.#count = count;
    if (!place) return undefined;
    if (form.query) this.#wanted = place;
    return this.#seek(place);
  }

  /**
   * The server has made a viewer.
   * @param {ViewerAnswer} answer
   * @param {Form} form
   * @returns {Promise<number | undefined> | undefined} flat index in the result of the item to show first: it is asked for only now;
   *   `undefined` where there is nothing to ask
   */
  opened({ result }, form) {
    this.#take(result, form);
    const wanted = this.#wanted;
    this.#wanted = undefined;
    return wanted && result !== undefined ? this.#order.flatIndex(wanted.item).catch(() => undefined) : undefined;
  }

  /**
   * Another order is asked for. The view keeps the item under the eye where only the filter is another, and else begins at the top,
   * or where it was when that order was shown last.
   * @param {Form} form
   * @param {Place | undefined} place at the top of the view now; `undefined` at the very top
   */
  leave(form, place) { this.#goes = this.#places.leave(this.#order.query, form.query ?? undefined, place); }

  /**
   * The server's viewer shows what was asked for.
   * @param {ViewerAnswer} answer
   * @param {Form} form
   * @param {number} height of the view in px
   * @returns {{isOther: boolean, seek?: Seek}} whether it is another order, and where the view goes in it
   */
  shaped({ result, itemCount }, form, height) {
    const isOther = this.#order.result !== result;
    this.#take(result, form);
    const goes = this.#goes;
    this.#goes = false;
    if (!isOther || !goes) return { isOther };
    const place = this.#places.of(this.#order.query);
    // The first item a whole view down: as far up as the view goes.
    const seek = place ? this.#seek(place) : { index: 0, viewY: height, tries: ANCHOR_TRIES, count: this.#count };
    return { isOther, seek: { ...seek, itemCount } };
  }

  /**
   * @param {string | undefined} result
   * @param {Form} form
   */
  #take(result, form) {
    this.#order.result = result;
    this.#order.query = form.query ?? undefined;
  }

  /**
   * @param {Place} place
   * @returns {Seek}
   */
  #seek({ index, viewY, item }) { return { index, viewY, id: item, tries: ANCHOR_TRIES, count: this.#count }; }
}
