// @ts-check
// The change from one size to another, seen: the wall is stretched into its new size, and nodes and wall are cross-faded where they meet.

import { EASING, prefersReducedMotion } from '../dom.js';

const TIMING = { duration: 160, easing: EASING };
/** Largest change of the size that is seen as one, as a factor; others fade only: the width of a list says nothing of its rows. */
const SEEN = 4;

/**
 * @typedef {object} Seen what was on screen
 * @property {HTMLElement} node
 * @property {number} top of the view, in px of the sizer
 * @property {number} size of cells in px
 * @property {boolean} isWall
 */

/** @param {number} factor */
const isSeen = (factor) => factor < SEEN && factor > 1 / SEEN;

export class WallChange {
  /** @type {Seen | undefined} */
  #before;
  #layer;
  #cells;

  /**
   * @param {HTMLElement} layer of the wall
   * @param {HTMLElement} cells the layer of nodes
   */
  constructor(layer, cells) {
    this.#layer = layer;
    this.#cells = cells;
  }

  /**
   * To be called before anything of the next size is drawn.
   * @param {number} top of the view, in px of the sizer
   * @param {number} size of cells, in px
   * @param {boolean} isWall what is on screen
   * @param {boolean} staysWall
   */
  begin(top, size, isWall, staysWall) {
    // What was there before a change that is not seen yet is on screen still.
    if (this.#before && (this.#before.isWall || staysWall)) return;
    this.forget();
    if (prefersReducedMotion() || !size || (!isWall && !staysWall)) return;
    const node = isWall ? this.#layer : this.#copy();
    this.#before = { node, top, size, isWall };
  }

  /** A change that was begun is not seen. */
  forget() {
    if (this.#before && !this.#before.isWall) this.#before.node.remove();
    this.#before = undefined;
  }

  /**
   * Keeps nodes that were on screen there while the view is not yet where it will be.
   * @param {number} top of the view, in px of the sizer
   */
  keep(top) {
    const before = this.#before;
    if (before && !before.isWall) before.node.style.translate = `0 ${top - before.top}px`;
  }

  /**
   * To be called when the view is where it will be.
   * @param {number} top of the view, in px of the sizer
   * @param {number} size of cells, in px
   * @param {[number, number]} point of the view that stays where it is
   * @param {boolean} isWall what is on screen now
   * @param {() => void} left what was on screen has gone
   */
  end(top, size, [x, y], isWall, left) {
    const before = this.#before;
    this.#before = undefined;
    if (!before) return isWall || left();
    // One that was going comes back.
    if (isWall) for (const animation of this.#layer.getAnimations()) animation.cancel();
    const factor = size / before.size;
    const origin = `${x}px ${y + top}px`;
    const scale = (/** @type {number} */ by) => (isSeen(by) ? { scale: by } : {});
    if (isWall) {
      this.#layer.style.transformOrigin = origin;
      this.#layer.animate([{ ...scale(1 / factor), ...(!before.isWall && { opacity: 0 }) }, {}], TIMING);
    }
    if (isWall === before.isWall) return;
    const { style } = before.node;
    style.translate = `0 ${top - before.top}px`;
    style.transformOrigin = origin;
    style.zIndex = '1';
    before.node.animate([{}, { opacity: 0, ...scale(factor) }], TIMING).finished.catch(() => {}).then(() => {
      style.translate = style.zIndex = '';
      if (!before.isWall) before.node.remove();
      left();
    });
  }

  /** What the nodes show, which other cells are about to take over. */
  #copy() {
    const copy = /** @type {HTMLElement} */ (this.#cells.cloneNode(true));
    copy.setAttribute('aria-hidden', 'true');
    copy.inert = true;
    copy.classList.add('leaving');
    this.#cells.before(copy);
    return copy;
  }
}
