// @ts-check
// A picture that is zoomed and panned: its scale, and where its middle is. Free of the DOM.

import { clamp } from '../model/geometry.js';

/** The picture fits the view at 1. Lengths in CSS px; places are counted from the middle of the view. */
export class Zoom {
  scale = 1;
  x = 0;
  y = 0;
  /** The largest scale. */
  max = 4;
  #picture = [0, 0];
  #view = [0, 0];

  get isZoomed() { return this.scale > 1.001; }

  /**
   * Another picture or view: it fits again.
   * @param {number} width of the picture at scale 1
   * @param {number} height
   * @param {number} viewWidth
   * @param {number} viewHeight
   * @param {number} originalWidth of the picture in its own px; 0 when it is not known
   */
  fit(width, height, viewWidth, viewHeight, originalWidth = 0) {
    this.#picture = [width, height];
    this.#view = [viewWidth, viewHeight];
    // To twice its own pixels, and four times at least.
    this.max = Math.max(4, width > 0 ? (2 * originalWidth) / width : 0);
    this.reset();
  }

  reset() {
    this.scale = 1;
    this.x = 0;
    this.y = 0;
  }

  /**
   * Zooms by a factor; what is at a point stays there.
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  by(factor, x, y) {
    const scale = clamp(this.scale * factor, 1, this.max);
    const share = scale / this.scale;
    this.x = x - (x - this.x) * share;
    this.y = y - (y - this.y) * share;
    this.scale = scale;
    this.#hold();
  }

  /**
   * Between the whole picture and a close look at a point.
   * @param {number} x
   * @param {number} y
   */
  toggle(x, y) {
    if (this.isZoomed) this.reset();
    else this.by(Math.min(this.max, 2.5), x, y);
  }

  /**
   * Moves the picture, no farther than its edges.
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.#hold();
  }

  /** An edge of the picture never comes into the view unless the picture is smaller than it. */
  #hold() {
    const reach = (/** @type {number} */ i) => Math.max(0, (this.#picture[i] * this.scale - this.#view[i]) / 2);
    this.x = clamp(this.x, -reach(0), reach(0));
    this.y = clamp(this.y, -reach(1), reach(1));
  }
}

/**
 * How large a picture is shown: whole, and not blown up beyond half as much again as its own pixels.
 * @param {number} width of the picture in its own px
 * @param {number} height
 * @param {number} viewWidth
 * @param {number} viewHeight
 * @returns {[number, number]}
 */
export function fitted(width, height, viewWidth, viewHeight) {
  if (!(width > 0 && height > 0)) return [viewWidth, viewHeight];
  const scale = Math.min(viewWidth / width, viewHeight / height, 1.5);
  return [width * scale, height * scale];
}
