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
  /** The scale that shows a px of the picture as one of the device. */
  #actual = 1;
  /**
   * Device px for each px of the picture that are wanted, though this one may be too small for it, or its own px not known yet.
   * @type {number | undefined}
   */
  #wanted;
  /**
   * The point of the picture that is wanted in the middle of the view, as shares of its width and height. A picture whose edges keep it from
   * there hands it on to the next one all the same.
   * @type {[x: number, y: number] | undefined}
   */
  #point;
  /**
   * Where the camera focused, as shares of the width and height; `undefined` where the file does not say, or it is not known yet.
   * @type {[x: number, y: number] | undefined}
   */
  #focus;
  /** Whether the focus is what is looked at: until the viewer goes to another point. */
  #isAtFocus = false;
  #picture = [0, 0];
  #view = [0, 0];
  #pixelRatio = 1;

  get isZoomed() { return this.scale > 1.001; }
  /** Whether the picture after this one is zoomed as well. */
  get isKept() { return this.isZoomed || this.#wanted !== undefined; }

  /**
   * Another picture or view: it fits again.
   * @param {number} width of the picture at scale 1
   * @param {number} height
   * @param {number} viewWidth
   * @param {number} viewHeight
   * @param {number} originalWidth of the picture in its own px; 0 when it is not known
   * @param {number} pixelRatio device px for each CSS px
   */
  fit(width, height, viewWidth, viewHeight, originalWidth = 0, pixelRatio = 1) {
    this.#picture = [width, height];
    this.#view = [viewWidth, viewHeight];
    this.#pixelRatio = pixelRatio;
    this.#actual = width > 0 ? originalWidth / (width * pixelRatio) : 0;
    // To 400 % of its own pixels, and four times what fits at least.
    this.max = Math.max(4, 4 * this.#actual);
    this.reset();
  }

  reset() {
    this.#wanted = undefined;
    this.#point = undefined;
    this.#isAtFocus = false;
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
    this.#wanted = undefined;
    this.#point = undefined;
    this.#isAtFocus = false;
    this.#hold();
  }

  /**
   * Between the whole picture and a close look at a point: its own pixels, where they are more than are shown of it.
   * @param {number} x
   * @param {number} y
   */
  toggle(x, y) {
    if (this.isZoomed) this.reset();
    else this.by(this.#actual > 1.25 ? this.#actual : Math.min(this.max, 2.5), x, y);
  }

  /**
   * Zooms about the middle of the view; 0 shows the whole picture again.
   * @param {number} factor
   */
  step(factor) {
    if (factor === 0) this.reset();
    else this.by(factor, 0, 0);
  }

  /**
   * Shows a px of the picture as one of the device, where the camera focused, or else about the middle of the view; where that is shown
   * already, the whole picture.
   */
  toggleActual() {
    const { scale, isZoomed } = this;
    if (this.#actual > 0) this.by(Math.max(1, this.#actual) / scale, 0, 0);
    if (Math.abs(this.scale - scale) < 0.001) return this.reset();
    if (isZoomed) return;
    this.#isAtFocus = true;
    this.#goToFocus();
  }

  /**
   * More is known of the picture: where the camera focused.
   * @param {[x: number, y: number] | undefined} point
   */
  focusOn(point) {
    this.#focus = point;
    if (this.#isAtFocus) this.#goToFocus();
  }

  /**
   * Device px for each px of the picture.
   * @param {number} originalWidth of the picture in px
   */
  ratio(originalWidth) { return originalWidth > 0 ? (this.#picture[0] * this.scale * this.#pixelRatio) / originalWidth : 0; }

  /**
   * What is seen of the picture.
   * @returns {[left: number, top: number, right: number, bottom: number]} shares of its width and height, 0 to 1
   */
  get seen() {
    const edges = (/** @type {number} */ i, /** @type {number} */ offset) => {
      const length = this.#picture[i] * this.scale || 1;
      const first = (length / 2 - offset - this.#view[i] / 2) / length;
      return [clamp(first, 0, 1), clamp(first + this.#view[i] / length, 0, 1)];
    };
    const [[left, right], [top, bottom]] = [edges(0, this.x), edges(1, this.y)];
    return [left, top, right, bottom];
  }

  /**
   * Where a part of the picture is in the view, on whole px of the device.
   * @param {[left: number, top: number, right: number, bottom: number]} shares
   * @returns {[left: number, top: number, width: number, height: number]} in CSS px
   */
  place([left, top, right, bottom]) {
    const whole = (/** @type {number} */ length) => Math.round(length * this.#pixelRatio) / this.#pixelRatio;
    const edges = (/** @type {number} */ i, /** @type {number} */ offset, /** @type {number} */ from, /** @type {number} */ to) => {
      const length = this.#picture[i] * this.scale;
      const first = whole(this.#view[i] / 2 + offset - length / 2 + from * length);
      return [first, whole((to - from) * length)];
    };
    const [[x, width], [y, height]] = [edges(0, this.x, left, right), edges(1, this.y, top, bottom)];
    return [x, y, width, height];
  }

  /**
   * Moves the picture, no farther than its edges.
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.#point = undefined;
    this.#isAtFocus = false;
    this.#hold();
  }

  /**
   * Shows the same relative point as another picture, or its focus where that is looked at, and own pixels as large: 100 % stays 100 % from a
   * tall picture to a wide one.
   * @param {Zoom} other
   */
  follow(other) {
    this.#wanted = other.#wanted ?? (other.#actual > 0 ? other.scale / other.#actual : undefined);
    const scale = this.#wanted !== undefined && this.#actual > 0 ? this.#wanted * this.#actual : other.scale;
    this.scale = clamp(scale, 1, this.max);
    this.#goTo((this.#point = other.#point ?? other.#middle));
    this.#isAtFocus = other.#isAtFocus;
    if (this.#isAtFocus) this.#goToFocus();
  }

  #goToFocus() { if (this.#focus) this.#goTo((this.#point = this.#focus)); }

  /** @param {[x: number, y: number]} point shares of the width and height */
  #goTo([x, y]) {
    this.x = (0.5 - x) * this.#picture[0] * this.scale;
    this.y = (0.5 - y) * this.#picture[1] * this.scale;
    this.#hold();
  }

  /**
   * The point of the picture in the middle of the view, as shares of its width and height.
   * @returns {[x: number, y: number]}
   */
  get #middle() {
    const share = (/** @type {number} */ i, /** @type {number} */ offset) => 0.5 - offset / (this.#picture[i] * this.scale || 1);
    return [share(0, this.x), share(1, this.y)];
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

/**
 * How large own pixels are shown, in per cent; empty while that is not known.
 * @param {number} ratio device px for each px of the picture
 * @param {string} language
 */
export const scaleWords = (ratio, language) => (ratio > 0 ? new Intl.NumberFormat(language, { style: 'percent' }).format(ratio) : '');
