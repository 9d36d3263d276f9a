// @ts-check
// A large picture in a hand: drawn across it goes on to its neighbour, drawn down it goes back to its cell.

import { prefersReducedMotion } from '../dom.js';

/** A swipe so far (of the width), or so fast (px/ms), goes on. */
const FAR = 0.28;
const FAST = 0.35;
/** Downwards, in px: so far it is let go, and half so far where it is fast. */
const DOWN = 110;
const DOWN_FAST = 30;
const SLIDE = { duration: 260, easing: 'cubic-bezier(.2, .8, .2, 1)' };
/** Free px between two pictures while they slide. */
export const GAP = 24;

/**
 * @typedef {object} SwipeDelegate
 * @property {(way: -1 | 1) => boolean} swipeIsEnd whether there is no picture that way
 * @property {(way: -1 | 1) => boolean} swipeStep goes on; answers whether it did
 * @property {(dy: number) => void} swipeLetGo it was drawn down so far, and goes back to its cell from there
 */

export class LightboxSwipe {
  #stage;
  #backdrop;
  #rightward;
  #delegate;

  /**
   * @param {{stage: HTMLElement, backdrop: HTMLElement}} parts
   * @param {-1 | 1} rightward the way to the picture at the right
   * @param {SwipeDelegate} delegate
   */
  constructor({ stage, backdrop }, rightward, delegate) {
    this.#stage = stage;
    this.#backdrop = backdrop;
    this.#rightward = rightward;
    this.#delegate = delegate;
  }

  /**
   * What comes when the picture is drawn aside.
   * @param {number} dx
   */
  #way(dx) { return /** @type {-1 | 1} */ (dx < 0 ? this.#rightward : -this.#rightward); }

  /**
   * The picture hangs so far from its place.
   * @param {number} dx
   * @param {number} dy
   */
  drag(dx, dy) {
    const isAtEnd = dx !== 0 && this.#delegate.swipeIsEnd(this.#way(dx));
    this.#stage.style.translate = `${isAtEnd ? dx / 3 : dx}px ${Math.max(0, dy)}px`;
    this.#backdrop.style.opacity = dy > 0 ? String(Math.max(0.2, 1 - dy / (this.#stage.clientHeight * 0.7))) : '';
  }

  /**
   * @param {number} dx
   * @param {number} dy
   * @param {number} vx px/ms
   * @param {number} vy
   */
  release(dx, dy, vx, vy) {
    const stage = this.#stage;
    const from = stage.style.translate || '0px 0px';
    stage.style.translate = '';
    this.#backdrop.style.opacity = '';
    if (dy > DOWN || (dy > DOWN_FAST && vy > FAST)) return this.#delegate.swipeLetGo(dy);
    const isFast = Math.abs(vx) > FAST && Math.sign(vx) === Math.sign(dx);
    const goes = dx !== 0 && (isFast || Math.abs(dx) > stage.clientWidth * FAR);
    const steps = goes && this.#delegate.swipeStep(this.#way(dx));
    if (prefersReducedMotion()) return;
    const start = steps ? `${dx - Math.sign(dx) * (stage.clientWidth + GAP)}px 0px` : from;
    stage.animate([{ translate: start }, { translate: '0px 0px' }], SLIDE);
  }
}
