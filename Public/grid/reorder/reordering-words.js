// @ts-check
// The words of announcements about an item that is carried: its title, its place, why nothing was moved.

import { reasonOf } from '../server/api.js';

/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */

export class ReorderingWords {
  #strings;
  #store;

  /**
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {import('../model/cell-store.js').CellStore} store
   */
  constructor(strings, store) {
    this.#strings = strings;
    this.#store = store;
  }

  /**
   * What is carried.
   * @param {import('../model/cell-store.js').Cell | undefined} cell
   * @param {number} count of items
   */
  title(cell, count) { return count > 1 ? this.#strings.items(count) : this.#strings.item(cell?.item?.title ?? ''); }

  /**
   * Where a place is.
   * @param {IndexPath} path
   * @param {IndexPath} from where the item was picked up
   */
  place(path, from) {
    const { headers, itemCount, wall } = this.#store;
    const header = headers.find((h) => h.section === path[0]) ?? wall?.header(path[0]);
    const count = header ? header.itemCount + Number(path[0] !== from[0]) : itemCount;
    // Only the headers around the view are known: a section that holds fewer than all items is not the only one.
    const isOnly = headers.length < 2 && path[0] === 0 && count >= itemCount;
    return this.#strings.place(path[1] + 1, count, isOnly ? '' : header?.title ?? '');
  }

  /**
   * Why nothing was moved.
   * @param {import('../model/cell-store.js').Cell | undefined} cell
   * @param {number} count of items
   * @param {unknown} error
   * @param {boolean} isGone the item was deleted
   */
  lost(cell, count, error, isGone) {
    const strings = this.#strings;
    return isGone ? strings.goneWhileDragged(this.title(cell, 1)) : strings.moveFailed(this.title(cell, count), strings.reason(reasonOf(error)));
  }
}
