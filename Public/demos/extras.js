// @ts-check
// What some demos show around their grid: buttons for batch updates, or the same list a second time.

import { Comparison } from './comparison.js';
import { FriendButtons } from './friends.js';

const TWIN = '-twin';

/** @typedef {import('../grid/server/wire.js').CollectionDescription} CollectionDescription */

export class DemoExtras {
  #grid;
  #main;
  /** @type {FriendButtons | Comparison | undefined} */
  #extra;

  /**
   * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
   * @param {HTMLElement} main the grid's parent
   */
  constructor(grid, main) {
    this.#grid = grid;
    this.#main = main;
  }

  /** The two lists side by side, if there are two. */
  get comparison() { return this.#extra instanceof Comparison ? this.#extra : undefined; }

  /**
   * Whether a collection exists only to be compared with another.
   * @param {string} id
   */
  static isTwin(id) { return id.endsWith(TWIN); }

  /**
   * @param {CollectionDescription} collection that is shown now
   * @param {CollectionDescription[]} collections all of the server's
   */
  show(collection, collections) {
    this.#extra?.close();
    this.#extra = undefined;
    if (collection.id === 'friends') this.#extra = new FriendButtons(this.#main);
    else if (collections.some((other) => other.id === collection.id + TWIN)) {
      this.#extra = new Comparison(this.#grid, this.#main, collection.id + TWIN);
    }
  }
}
