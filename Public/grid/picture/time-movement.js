// @ts-check
// A movement in an order by time, in which nothing can be moved: where the picture is dropped, it says which others are of the same moment.
// The server is not asked for places. Free of the DOM.

/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */
/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {Pick<import('../model/cell-store.js').CellStore, 'cells' | 'byIndex'>} Store */

export class TimeMovement {
  isBegun = true;
  begun = Promise.resolve();
  target;
  proposed;
  /** @type {(target: IndexPath, proposed: IndexPath) => void} */
  onTarget = () => {};
  /** @type {(version: number) => void} */
  onNewer = () => {};
  /** @type {(error: unknown) => void} */
  onLost = () => {};
  #store;
  #from;
  #dropped;

  /**
   * @param {Store} store
   * @param {Cell} cell
   * @param {(beside: Cell[]) => unknown} dropped it was dropped beside others
   */
  constructor(store, cell, dropped) {
    this.#store = store;
    this.#from = this.target = this.proposed = cell.indexPath;
    this.#dropped = dropped;
  }

  get aim() { return this.target; }

  /** @param {IndexPath} to */
  propose(to) {
    this.target = this.proposed = to;
    this.onTarget(to, to);
  }

  /**
   * @param {number} _
   * @param {IndexPath} target
   */
  rebase(_, target) { this.target = this.proposed = target; }

  async settled() {}

  /** Nothing is moved: what it was dropped beside is told. */
  takes() { this.#dropped(neighbours(this.#store, this.#from, this.target)); }

  /** @returns {Promise<undefined>} */
  async end() { return undefined; }

  async cancel() {}
}

/**
 * The cells before and after a place, as far as they are loaded; none where the picture was left in its place.
 * @param {Store} store
 * @param {IndexPath} from where the picture is
 * @param {IndexPath} to where it would be, counted without it
 * @returns {Cell[]}
 */
export function neighbours({ cells, byIndex }, from, to) {
  const known = [...cells.values()].find(({ indexPath }) => indexPath[0] === to[0]);
  if (!known || (from[0] === to[0] && from[1] === to[1])) return [];
  const first = known.index - known.indexPath[1];
  return [to[1] - 1, to[1]].flatMap((item) => {
    const here = from[0] === to[0] && item >= from[1] ? item + 1 : item;
    const cell = here < 0 ? undefined : byIndex.get(first + here);
    return cell && cell.indexPath[0] === to[0] ? [cell] : [];
  });
}
