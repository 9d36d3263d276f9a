// @ts-check
// Cells of single items on the wall: of the one that has the focus, is pressed, or is carried. They are nodes over the picture of the others.

import { collectionPath, segmentOf } from '../server/api.js';

/** Items that are read with one request, and how many are kept. */
const PAGE = 100;
const PAGES_KEPT = 20;
/** The width of the picture of a cell on the wall, and of the one under the lens, in px. */
const WIDTH = 64;
export const LENS_WIDTH = 320;

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../server/wire.js').Item & {indexPath: import('../model/geometry.js').IndexPath}} PlacedItem */

export class LentCells {
  #presenter;
  #places;
  #collection;
  #isInUse;
  /** @type {Map<number, Promise<PlacedItem[]>>} */
  #pages = new Map();
  #version = -1;
  /** @type {Set<string>} */
  #lent = new Set();

  /**
   * @param {import('../element/presenter.js').Presenter} presenter
   * @param {import('./wall-places.js').WallPlaces} places
   * @param {string} collection
   * @param {(id: string) => boolean} isInUse whether a cell has the focus, or is carried
   */
  constructor(presenter, places, collection, isInUse) {
    this.#presenter = presenter;
    this.#places = places;
    this.#collection = collection;
    this.#isInUse = isInUse;
  }

  /**
   * The cell of an item.
   * @param {number} index
   * @returns {Promise<Cell | undefined>} `undefined`: it cannot be read, or the order has changed meanwhile
   */
  async cell(index) {
    const { store } = this.#presenter;
    const { version } = store;
    const known = store.byIndex.get(index);
    if (known) return known;
    const page = Math.floor(index / PAGE);
    const item = (await this.#page(page).catch(() => undefined))?.[index - page * PAGE];
    const frame = this.#places.frame(index);
    if (!item || !frame || store.version !== version) return undefined;
    return { id: item.id, index, indexPath: item.indexPath, frame, item, state: 'idle', image: this.address(item, WIDTH) };
  }

  /**
   * The address of an item's picture.
   * @param {import('../server/wire.js').Item} item
   * @param {number} width in px
   */
  address({ id, revision }, width) {
    return `/api/v1${collectionPath(this.#collection, 'items')}/${segmentOf(id)}/image?w=${width}${revision === undefined ? '' : `&rev=${revision}`}`;
  }

  /**
   * Mounts the cell of an item, in the place of those that are not needed any more.
   * @param {number} index
   * @returns {Promise<Cell | undefined>}
   */
  async take(index) {
    const cell = await this.cell(index);
    if (cell) this.mount(cell);
    return cell;
  }

  /** @param {Cell} cell */
  mount(cell) {
    const { store, surface } = this.#presenter;
    this.release(cell.id);
    this.#lent.add(cell.id);
    store.cells.set(cell.id, cell);
    store.byIndex.set(cell.index, cell);
    store.pinned.add(cell.id);
    surface.drawNow();
  }

  /**
   * Takes back what is not in use.
   * @param {string} [but] the identifier of one that is needed
   */
  release(but) {
    const { store } = this.#presenter;
    for (const id of this.#lent) {
      if (id === but || this.#isInUse(id)) continue;
      this.#lent.delete(id);
      store.pinned.delete(id);
      const cell = store.cells.get(id);
      if (cell && store.byIndex.get(cell.index) === cell) store.byIndex.delete(cell.index);
      store.cells.delete(id);
    }
  }

  /** @param {number} page */
  #page(page) {
    const { order, server, store } = this.#presenter;
    if (store.version !== this.#version) this.#pages.clear();
    this.#version = store.version;
    const { version } = store;
    const known = this.#pages.get(page);
    if (known) return known;
    const items = server.call('GET', `${order.path('items')}?offset=${page * PAGE}&limit=${PAGE}`).then((answer) => {
      if (answer.version !== undefined && answer.version !== version) throw new RangeError('the order has changed');
      return /** @type {PlacedItem[]} */ (answer.items);
    });
    items.catch(() => this.#pages.delete(page));
    this.#pages.set(page, items);
    if (this.#pages.size > PAGES_KEPT) this.#pages.delete(/** @type {number} */ (this.#pages.keys().next().value));
    return items;
  }
}
