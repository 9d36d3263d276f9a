// @ts-check
// The size of cells by a pinch, or by a wheel with Ctrl held: the item under the pointer stays in place.

import { pointIn } from '../dom.js';

/** Factor of a pinch for one step. */
const STEP = 1.28;
/** Distance of a wheel for one step, in px. A pinch on a trackpad arrives as a wheel with Ctrl held, in small steps. */
const WHEEL_STEP = 60;

export class DensityInput {
  #spread = 0;
  #wheel = 0;

  /**
   * @param {HTMLElement} scroller
   * @param {(way: 1 | -1, x: number, y: number) => void} step larger or smaller, about a point of the view
   */
  constructor(scroller, step) {
    const at = (/** @type {number} */ clientX, /** @type {number} */ clientY) => {
      const { x, y } = pointIn(scroller, { clientX, clientY });
      return /** @type {const} */ ([x, y]);
    };
    scroller.addEventListener('wheel', (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.#wheel += event.deltaY * (event.deltaMode === 1 ? 16 : 1) * (Math.abs(event.deltaY) < 12 ? 4 : 1);
      if (Math.abs(this.#wheel) < WHEEL_STEP) return;
      step(this.#wheel < 0 ? 1 : -1, ...at(event.clientX, event.clientY));
      this.#wheel = 0;
    }, { passive: false });
    scroller.addEventListener('touchstart', (event) => {
      this.#spread = event.touches.length === 2 ? spreadOf(event.touches) : 0;
    }, { passive: true });
    scroller.addEventListener('touchmove', (event) => {
      if (!this.#spread || event.touches.length !== 2) return;
      if (event.cancelable) event.preventDefault();
      const spread = spreadOf(event.touches);
      const ratio = spread / this.#spread;
      if (ratio < STEP && ratio > 1 / STEP) return;
      this.#spread = spread;
      const [a, b] = event.touches;
      step(ratio > 1 ? 1 : -1, ...at((a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2));
    }, { passive: false });
  }
}

/** @param {TouchList} touches */
const spreadOf = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
