// @ts-check
// Changes of cells out of view, drawn together: a frame that changes anything costs several times one that only scrolls,
// however little it changes.

import { bandDistance } from '../model/geometry.js';

/** @typedef {import('./cell-pool.js').CellNode} CellNode */

/** What waits is drawn after this delay at the latest, in ms. */
const LATEST_MS = 300;
/** So many that wait are drawn at once: two rows of cells. */
const MANY = 16;
/** A cell that the view reaches within this time counts as in view, in s: several frames. */
const REACH_S = 0.1;

export class UnseenChanges {
  #needFrame;
  /** @type {{node: CellNode, draw: () => void, isCovered: boolean}[]} */
  #waiting = [];
  #isDue = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #top = 0;
  #bottom = 0;

  /** @param {() => void} needFrame */
  constructor(needFrame) {
    this.#needFrame = needFrame;
  }

  /** Number of changes that are not drawn yet. */
  get size() { return this.#waiting.length; }

  /**
   * Whether a change of this node can wait.
   * @param {CellNode} node
   */
  mayWait({ cell }) { return cell !== undefined && bandDistance(cell.frame, this.#top, this.#bottom) > 0; }

  /**
   * @param {CellNode} node
   * @param {() => void} draw does nothing when the node shows something else by then
   * @param {boolean} [isCovered] it is not seen in view either
   */
  add(node, draw, isCovered = false) {
    this.#waiting.push({ node, draw, isCovered });
    this.#timer ??= setTimeout(() => {
      this.#isDue = true;
      this.#needFrame();
    }, LATEST_MS);
  }

  /**
   * Draws what waits, if it is time. Called in each frame.
   * @param {number} top of the view in content px
   * @param {number} bottom
   * @param {number} velocity of the view, px/s
   * @param {boolean} isChanging whether the frame changes cells anyway
   */
  draw(top, bottom, velocity, isChanging) {
    const reach = Math.abs(velocity) * REACH_S;
    [this.#top, this.#bottom] = [top - reach, bottom + reach];
    const waiting = this.#waiting;
    if (!waiting.length) return;
    if (!this.#isDue && !isChanging && waiting.length < MANY && waiting.every(({ node, isCovered }) => isCovered || this.mayWait(node))) return;
    this.#waiting = [];
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isDue = false;
    for (const { draw } of waiting) draw();
  }
}
