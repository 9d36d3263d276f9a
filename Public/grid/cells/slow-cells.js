// @ts-check
// Marks cells whose pictures take long, so that they differ from empty ones. One timer while the view stands: cells pay nothing.

/** Time after which a cell without a picture says that it loads, in ms. */
const SLOW_MS = 500;

/** @typedef {import('./cell-pool.js').CellNode} CellNode */

export class SlowCells {
  #blank;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {() => CellNode[]} blank the nodes in view that show nothing of their picture yet */
  constructor(blank) {
    this.#blank = blank;
  }

  /** To be called in each frame of a view that stands. */
  settled() {
    if (this.#timer !== undefined) return;
    const blank = this.#blank().filter(({ element }) => !element.classList.contains('slow'));
    if (!blank.length) return;
    const items = new Map(blank.map((node) => [node, node.id]));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      for (const node of this.#blank()) if (items.get(node) === node.id) node.element.classList.add('slow');
      this.settled();
    }, SLOW_MS);
  }
}
