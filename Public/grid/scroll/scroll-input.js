// @ts-check
// Whose hand moves the view: a wheel, a finger, keys, or the scroll bar.

/** After a wheel's last event its smooth scroll runs on for so long, in ms. */
const WHEEL_TAIL_MS = 500;

export class ScrollInput {
  #motion;
  #lastHand = -Infinity;
  #isTouching = false;
  #isOnBar = false;

  /**
   * @param {HTMLElement} scroller
   * @param {import('./motion.js').Motion} motion
   * @param {() => void} changed
   */
  constructor(scroller, motion, changed) {
    this.#motion = motion;
    const passive = { passive: true };
    scroller.addEventListener('wheel', () => {
      this.#isOnBar = false;
      this.hand();
      motion.input('wheel');
      // At an end nothing scrolls; a frame must come all the same to see that the view stands.
      changed();
    }, passive);
    scroller.addEventListener('touchstart', () => {
      this.#isTouching = true;
      this.#isOnBar = false;
      this.hand();
      motion.input('touchStart');
      changed();
    }, passive);
    const lift = (/** @type {TouchEvent} */ event) => {
      if (event.touches.length) return;
      this.#isTouching = false;
      this.hand();
      motion.input('touchEnd');
      changed();
    };
    scroller.addEventListener('touchend', lift, passive);
    scroller.addEventListener('touchcancel', lift, passive);
    scroller.addEventListener('pointerdown', (event) => {
      // A press on the scroller beside its client area is one on the scroll bar.
      this.#isOnBar = event.target === scroller && event.offsetX >= scroller.clientWidth;
      if (!this.#isOnBar) return;
      motion.input('scrubbing');
      changed();
    }, passive);
    scroller.addEventListener('keydown', (event) => {
      // What the keys do is done by others, or by the browser; that it was keys is said here.
      if (!/^(Arrow(Up|Down)|Page(Up|Down))$/.test(event.key)) return;
      this.#isOnBar = false;
      this.hand();
      motion.input('keys');
      changed();
    }, passive);
    scroller.addEventListener('scrollend', () => {
      if (!this.#isTouching) this.#lastHand = -Infinity;
      changed();
    }, passive);
  }

  /** A finger lies on the view. */
  get isTouching() { return this.#isTouching; }

  /**
   * Whether a scroll event now is the work of a hand other than on the scroll bar.
   * @param {number} now
   */
  isByHand(now) {
    if (this.#isOnBar) return false;
    // A fling is one movement until `scrollend`, however long it runs.
    return this.#isTouching || this.#motion.phase === 'decelerating' || now - this.#lastHand < WHEEL_TAIL_MS;
  }

  /** A hand did something. */
  hand() { this.#lastHand = performance.now(); }
}
