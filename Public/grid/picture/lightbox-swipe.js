// @ts-check
// Swipes on the large picture: across to its neighbour, down to its cell.

import { EASING, prefersReducedMotion } from '../dom.js';

/** Minimum distance (part of the width) or speed (px/ms) of a swipe to the neighbour. */
const FAR = 0.28;
const FAST = 0.35;
/** Minimum distance of a swipe down that closes the picture, and of a fast one. In px. */
const DOWN = 110;
const DOWN_FAST = 30;
const SLIDE = { duration: 260, easing: EASING };
/** Free px between two pictures while they slide. */
export const GAP = 24;

/**
 * @typedef {object} SwipeDelegate
 * @property {(way: -1 | 1) => boolean} swipeIsEnd whether there is no picture that way
 * @property {(way: -1 | 1) => boolean} swipeStep goes to the neighbour; returns whether it did
 * @property {(dy: number) => void} swipeDismissed it was dragged down by this distance, and returns to its cell
 */

export class LightboxSwipe {
  #slides;
  #backdrop;
  #rightward;
  #delegate;
  /** @type {Animation | undefined} */
  #animation;

  /**
   * @param {{slides: HTMLElement, backdrop: HTMLElement}} parts
   * @param {-1 | 1} rightward the way to the picture at the right
   * @param {SwipeDelegate} delegate
   */
  constructor({ slides, backdrop }, rightward, delegate) {
    this.#slides = slides;
    this.#backdrop = backdrop;
    this.#rightward = rightward;
    this.#delegate = delegate;
  }

  /** Ends the animation of the last one. */
  stop() { this.#animation?.cancel(); }

  /**
   * What comes when the picture is drawn aside.
   * @param {number} dx
   */
  #way(dx) { return /** @type {-1 | 1} */ (dx < 0 ? this.#rightward : -this.#rightward); }

  /**
   * Draws the picture at a distance from its place.
   * @param {number} dx
   * @param {number} dy
   */
  drag(dx, dy) {
    const isAtEnd = dx !== 0 && this.#delegate.swipeIsEnd(this.#way(dx));
    this.#slides.style.translate = `${isAtEnd ? dx / 3 : dx}px ${Math.max(0, dy)}px`;
    this.#backdrop.style.opacity = dy > 0 ? String(Math.max(0.2, 1 - dy / (this.#slides.clientHeight * 0.7))) : '';
  }

  /**
   * @param {number} dx
   * @param {number} dy
   * @param {number} vx px/ms
   * @param {number} vy
   */
  release(dx, dy, vx, vy) {
    const slides = this.#slides;
    const from = slides.style.translate || '0px 0px';
    slides.style.translate = '';
    this.#backdrop.style.opacity = '';
    if (dy > DOWN || (dy > DOWN_FAST && vy > FAST)) return this.#delegate.swipeDismissed(dy);
    const isFast = Math.abs(vx) > FAST && Math.sign(vx) === Math.sign(dx);
    const goes = dx !== 0 && (isFast || Math.abs(dx) > slides.clientWidth * FAR);
    const steps = goes && this.#delegate.swipeStep(this.#way(dx));
    if (prefersReducedMotion()) return;
    const start = steps ? `${dx - Math.sign(dx) * (slides.clientWidth + GAP)}px 0px` : from;
    this.#animation = slides.animate([{ translate: start }, { translate: '0px 0px' }], SLIDE);
  }
}
