// @ts-check
// The size of cells by a pinch, or by a wheel with Ctrl held, as one gesture: how many times as large, since it began.

import { pointIn } from '../dom.js';

/** Distance of a wheel for one step, in px. A pinch on a trackpad arrives as a wheel with Ctrl held, in small steps. */
const WHEEL_STEP = 60;
/** Time without a wheel after which its gesture has ended, in ms. */
const WHEEL_REST_MS = 250;
/** Factor of the size for one step. */
export const STEP = 1.28;

/**
 * @typedef {object} DensityInputDelegate
 * @property {(factor: number, x: number, y: number) => void} densityZoomed `factor`: of the size at which the gesture began, about a point of the view
 * @property {() => void} densityEnded
 */

export class DensityInput {
  #delegate;
  #scroller;
  #spread = 0;
  #wheel = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;

  /**
   * @param {HTMLElement} scroller
   * @param {DensityInputDelegate} delegate
   */
  constructor(scroller, delegate) {
    this.#scroller = scroller;
    this.#delegate = delegate;
    scroller.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const distance = event.deltaY * (event.deltaMode === 1 ? 16 : 1) * (Math.abs(event.deltaY) < 12 ? 4 : 1);
      // A notch of a mouse's wheel is one step, whatever it is worth.
      this.#wheel += Math.max(-WHEEL_STEP, Math.min(WHEEL_STEP, distance));
      this.#zoom(STEP ** (-this.#wheel / WHEEL_STEP), event.clientX, event.clientY);
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => this.#end(), WHEEL_REST_MS);
    }, { passive: false });
    scroller.addEventListener('touchstart', (event) => {
      // A third finger ends the gesture of two.
      if (this.#spread && event.touches.length !== 2) this.#end();
      this.#spread = event.touches.length === 2 ? spreadOf(event.touches) : 0;
    }, { passive: true });
    scroller.addEventListener('touchmove', (event) => {
      if (!this.#spread || event.touches.length !== 2) return;
      if (event.cancelable) event.preventDefault();
      const [a, b] = event.touches;
      this.#zoom(spreadOf(event.touches) / this.#spread, (a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2);
    }, { passive: false });
    for (const name of ['touchend', 'touchcancel']) scroller.addEventListener(name, () => this.#spread && this.#end(), { passive: true });
  }

  /**
   * @param {number} factor
   * @param {number} clientX
   * @param {number} clientY
   */
  #zoom(factor, clientX, clientY) {
    const { x, y } = pointIn(this.#scroller, { clientX, clientY });
    this.#delegate.densityZoomed(factor, x, y);
  }

  #end() {
    this.#spread = this.#wheel = 0;
    this.#delegate.densityEnded();
  }
}

/** @param {TouchList} touches */
const spreadOf = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
