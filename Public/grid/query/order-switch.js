// @ts-check
// The change from one order to another: what the server shows since, and where the view goes. Free of the DOM.

import { ANCHOR_TRIES } from '../model/steady-view.js';
import { orderKey } from './query.js';

/** Maximum wait for a query's result to be drawn, before the next query is sent. In ms. */
const DRAWN_MS = 1000;
/** Maximum orders whose places are kept. */
const KEPT = 20;

/**
 * @typedef {import('../scroll/navigation.js').Place} Place
 * @typedef {import('./query.js').Query} Query
 * @typedef {import('../model/range-query.js').Seek} Seek
 * @typedef {import('../server/viewer-connection.js').Form} Form
 * @typedef {import('../server/wire.js').ViewerAnswer} ViewerAnswer
 */

/**
 * @typedef {object} OrderSwitchContext
 * @property {import('./shown-order.js').ShownOrder} order
 * @property {import('./grid-query.js').GridQuery} query
 * @property {import('../model/cell-store.js').CellStore} store
 * @property {import('../model/range-query.js').RangeQuery} ranges
 * @property {{isFirst: boolean, afterDraw: (work: () => void) => void}} versions
 * @property {{height: number}} surface
 * @property {() => void} invalidate the range has to be asked for again
 */

export class OrderSwitch {
  #context;
  #places = new OrderPlaces();
  /** Whether the view goes to another place with the order that is asked for. */
  #goes = false;
  /** Approximately how many items fill the view. */
  #count = 0;
  /** @type {Place | undefined} to be found in a result, once there is one */
  #wanted;

  /** @param {OrderSwitchContext} context */
  constructor(context) {
    this.#context = context;
  }

  /**
   * The first order is asked for.
   * @param {Place | undefined} place to show first
   * @param {number} count approximately how many items fill the view
   */
  open(place, count) {
    const { query, ranges } = this.#context;
    this.#count = count;
    if (query.asked) this.#wanted = place;
    ranges.seek = place && this.#seek(place);
  }

  /**
   * The server has made a viewer.
   * @param {ViewerAnswer} answer
   * @param {Form} form
   */
  async opened(answer, form) {
    const { ranges, order, store, versions, invalidate } = this.#context;
    order.exchange(answer.result, form.query ?? undefined);
    const wanted = this.#wanted;
    this.#wanted = undefined;
    // In the result, the item's place is asked for only now.
    const index = wanted && answer.result !== undefined ? await order.flatIndex(wanted.item).catch(() => undefined) : undefined;
    if (index !== undefined && ranges.seek) ranges.seek.index = index;
    if (versions.isFirst) {
      store.version = answer.version;
      store.contentSize = answer.contentSize;
      store.itemCount = answer.itemCount;
      if (ranges.seek) ranges.seek.index = Math.min(ranges.seek.index, answer.itemCount - 1);
      if (!answer.itemCount) ranges.seek = undefined;
    }
    ranges.reset();
    invalidate();
  }

  /**
   * Another order is asked for. The view keeps the item under the eye where only the filter is another, and else begins at the top,
   * or where it was when that order was shown last.
   * @param {Place | undefined} place at the top of the view now; `undefined` at the very top
   */
  leave(place) {
    const { query } = this.#context;
    this.#goes = this.#places.leave(query.shown, query.asked, place);
  }

  /**
   * The server's viewer shows another order from now on, or another layout.
   * @param {ViewerAnswer} answer
   * @param {Form} form
   */
  shaped({ result, itemCount }, form) {
    const { order, query, ranges, surface, invalidate } = this.#context;
    const isOther = order.result !== result;
    order.exchange(result, form.query ?? undefined);
    const goes = this.#goes;
    this.#goes = false;
    if (!isOther) return;
    ranges.generation++;
    ranges.reset();
    if (goes) {
      const place = this.#places.of(query.shown);
      // The first item a whole view down: as far up as the view goes.
      const seek = place ? this.#seek(place) : { index: 0, viewY: surface.height, tries: ANCHOR_TRIES, count: this.#count };
      ranges.seek = { ...seek, itemCount };
    }
    invalidate();
  }

  /** Settles when the order that the server's viewer has is drawn, or will not be for a while. */
  async drawn() {
    const { ranges, versions } = this.#context;
    if (!ranges.needsAll) return;
    await Promise.race([
      new Promise((resolve) => versions.afterDraw(() => resolve(undefined))),
      new Promise((resolve) => setTimeout(resolve, DRAWN_MS)),
    ]);
  }

  /**
   * @param {Place} place
   * @returns {Seek}
   */
  #seek({ index, viewY, item }) { return { index, viewY, id: item, tries: ANCHOR_TRIES, count: this.#count }; }
}

/** Where the view was in each order that was shown, so that emptying a search returns to the place before it. */
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
