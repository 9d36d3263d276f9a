// @ts-check
// Interactive movement of items, by pointer or by keys: one item, or one group, is carried at a time.

/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */
/** @typedef {import('../model/cell-store.js').Cell} Cell */

/**
 * @typedef {import('../selection/selecting.js').SelectingContext & {
 *   selecting: import('../selection/selecting.js').Selecting,
 *   host: HTMLElement,
 * }} ReorderingContext what reordering works with; `host` gets the class `reordering`
 */

export class Reordering {
  #context;
  /** @type {import('./carried-item.js').CarriedItem | undefined} */
  #carried;
  /** Names the wait for what carries an item to be loaded; `undefined` outside of one. */
  #wait = /** @type {object | undefined} */ (undefined);

  /** @param {ReorderingContext} context */
  constructor(context) {
    this.#context = context;
  }

  /** What the drag of an item needs, once one was picked up. */
  get loaded() { return this.#context.features.loaded; }
  get isActive() { return this.#carried !== undefined || this.#wait !== undefined; }
  get isByKeys() { return this.#carried?.isByKeys ?? false; }
  /** The item that is carried. */
  get cell() { return this.#carried?.cell; }
  /**
   * Where the item would land.
   * @returns {IndexPath}
   */
  get target() { return this.#carried?.target ?? [0, 0]; }
  /**
   * Where the next step by keys begins.
   * @returns {IndexPath}
   */
  get aim() { return this.#carried?.aim ?? [0, 0]; }
  /** The places around the view, while an item is carried. */
  get places() { return this.#carried?.places; }

  /**
   * Loads what carries an item.
   * @returns {Promise<boolean> | undefined} `undefined`: it is here already; false: it cannot be had, or is not wanted any more
   */
  prepare() { return this.#context.features.loaded ? undefined : this.#load().then((loaded) => loaded !== undefined); }

  /**
   * Picks an item up if the source allows it.
   * @param {Cell} cell
   * @param {boolean} isByKeys
   * @param {() => void} ended called once, when the item was dropped or the movement was cancelled
   * @returns {Promise<boolean>} whether it was picked up
   */
  async begin(cell, isByKeys, ended) {
    if (this.isActive) return false;
    const { features, presenter } = this.#context;
    const isHere = features.loaded !== undefined;
    const loaded = features.loaded ?? await this.#load();
    // While it was loaded, the item may have been moved, or deleted.
    const now = isHere ? cell : presenter.store.cells.get(cell.id);
    if (!loaded || !now) return false;
    const carried = (this.#carried = new loaded.CarriedItem(this.#context, now, isByKeys, () => {
      this.#carried = undefined;
      ended();
    }));
    const isPickedUp = await carried.pickUp();
    if (!isPickedUp && this.#carried === carried) this.#carried = undefined;
    return isPickedUp;
  }

  /** @param {IndexPath} to */
  propose(to) { this.#carried?.propose(to); }

  /**
   * The place nearest to a point in content px.
   * @param {number} x
   * @param {number} y
   */
  proposeAt(x, y) { this.#carried?.proposeAt(x, y); }

  /** The item would land where it was picked up. */
  rest() { this.#carried?.rest(); }

  /** Drops the item. */
  async drop() { await this.#carried?.drop(); }

  /**
   * Cancels the movement.
   * @param {boolean} [isQuiet] whether nothing is said of it: something else has taken the item
   */
  cancel(isQuiet) {
    this.#wait = undefined;
    this.#carried?.cancel(isQuiet);
  }

  /**
   * The store holds a new version, which is not drawn yet.
   * @param {import('../model/patch.js').Patch[]} patches
   */
  rebase(patches) { this.#carried?.rebase(patches); }

  /** @returns {Promise<import('../element/lazy-features.js').Features | undefined>} `undefined`: it cannot be had, or is not wanted any more */
  async #load() {
    const wait = (this.#wait = {});
    const loaded = await this.#context.features.get();
    const isWanted = this.#wait === wait;
    if (isWanted) this.#wait = undefined;
    return isWanted ? loaded : undefined;
  }
}
