// @ts-check
// The change from one order to another on screen: asked of the server, shown with its result, at the place where the view goes.

import { OrderChange } from '../query/order-change.js';

/** Maximum wait for a query's result to be drawn, before the next query is sent. In ms. */
const DRAWN_MS = 1000;

/**
 * @typedef {import('../scroll/navigation.js').Place} Place
 * @typedef {import('../server/viewer-connection.js').Form} Form
 * @typedef {import('../server/wire.js').ViewerAnswer} ViewerAnswer
 */

/**
 * @typedef {object} OrderSwitchContext
 * @property {import('../query/shown-order.js').ShownOrder} order
 * @property {import('../model/cell-store.js').CellStore} store
 * @property {import('../scroll/surface.js').Surface} surface
 * @property {import('../model/range-query.js').RangeQuery} query
 * @property {import('./version-change.js').VersionChange} versions
 * @property {() => void} invalidate the range has to be asked for again
 */

export class OrderSwitch {
  #context;
  #orders;

  /** @param {OrderSwitchContext} context */
  constructor(context) {
    this.#context = context;
    this.#orders = new OrderChange(context.order);
  }

  /**
   * The first order is asked for.
   * @param {Form} form
   * @param {Place | undefined} place to show first
   * @param {number} count approximately how many items fill the view
   */
  open(form, place, count) { this.#context.query.seek = this.#orders.open(form, place, count); }

  /**
   * The server has made a viewer.
   * @param {ViewerAnswer} answer
   * @param {Form} form
   */
  async opened(answer, form) {
    const { query, store, versions, invalidate } = this.#context;
    const asked = this.#orders.opened(answer, form);
    // Without a question nothing waits.
    const index = asked && await asked;
    if (index !== undefined && query.seek) query.seek.index = index;
    if (versions.isFirst) {
      store.version = answer.version;
      store.contentSize = answer.contentSize;
      store.itemCount = answer.itemCount;
      if (query.seek) query.seek.index = Math.min(query.seek.index, answer.itemCount - 1);
      if (!answer.itemCount) query.seek = undefined;
    }
    query.reset();
    invalidate();
  }

  /**
   * Shows the result of another query.
   * @param {Form} form
   * @param {Place | undefined} place at the top of the view now
   * @param {() => Promise<void>} ask
   * @returns {Promise<void>} settles when it is drawn, or will not be
   */
  async find(form, place, ask) {
    const { query, versions } = this.#context;
    this.#orders.leave(form, place);
    await ask();
    if (!query.needsAll) return;
    await Promise.race([
      new Promise((resolve) => versions.afterDraw(() => resolve(undefined))),
      new Promise((resolve) => setTimeout(resolve, DRAWN_MS)),
    ]);
  }

  /**
   * The server's viewer shows another order from now on, or another layout.
   * @param {ViewerAnswer} answer
   * @param {Form} form
   */
  shaped(answer, form) {
    const { query, surface, invalidate } = this.#context;
    const { isOther, seek } = this.#orders.shaped(answer, form, surface.height);
    if (!isOther) return;
    query.generation++;
    query.reset();
    if (seek) query.seek = seek;
    invalidate();
  }
}
