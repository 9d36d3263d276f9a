// @ts-check
// What moves the view: a wheel, a finger, keys, or the scroll bar.

/** Time for which a smooth scroll continues after a wheel's last event, in ms. */
const WHEEL_TAIL_MS = 500;
/** What a step of a mouse wheel counts in `wheelDelta`, by convention. A trackpad's counts are not multiples of it. */
const STEP = 120;

export class ScrollInput {
  #motion;
  #lastInput = -Infinity;
  #isTouching = false;
  #isOnBar = false;

  /**
   * @param {HTMLElement} scroller
   * @param {import('../model/motion.js').Motion} motion
   * @param {import('./scroll-mapper.js').ScrollMapper} mapper
   * @param {() => void} changed
   */
  constructor(scroller, motion, mapper, changed) {
    this.#motion = motion;
    const passive = { passive: true };
    scroller.addEventListener('wheel', (event) => {
      this.#isOnBar = false;
      this.noteInput();
      if (isStep(event)) motion.turn(performance.now(), event.deltaY, mapper.offset, mapper.maxOffset);
      else motion.input('wheel');
      // At an end nothing scrolls; a frame is needed to see that the view has stopped.
      changed();
    }, passive);
    scroller.addEventListener('touchstart', () => {
      this.#isTouching = true;
      this.#isOnBar = false;
      this.noteInput();
      motion.input('touchStart');
      changed();
    }, passive);
    const lift = (/** @type {TouchEvent} */ event) => {
      if (event.touches.length) return;
      this.#isTouching = false;
      this.noteInput();
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
      // The keys themselves are handled elsewhere, or by the browser.
      if (!/^(Arrow(Up|Down)|Page(Up|Down))$/.test(event.key)) return;
      this.#isOnBar = false;
      this.noteInput();
      motion.input('keys');
      changed();
    }, passive);
    scroller.addEventListener('scrollend', () => {
      if (!this.#isTouching) this.#lastInput = -Infinity;
      changed();
    }, passive);
  }

  /** Whether a finger is on the view. */
  get isTouching() { return this.#isTouching; }

  /**
   * Whether a scroll event now comes from user input other than the scroll bar.
   * @param {number} now
   */
  isByHand(now) {
    if (this.#isOnBar) return false;
    // A fling is one movement until `scrollend`, however long it runs.
    return this.#isTouching || this.#motion.phase === 'decelerating' || now - this.#lastInput < WHEEL_TAIL_MS;
  }

  /** There was user input. */
  noteInput() { this.#lastInput = performance.now(); }
}

/**
 * Whether a wheel event is of a mouse's wheel, with steps, and scrolls. `deltaMode` is not read: a browser that counts in
 * lines gives px to those who do not ask.
 * @param {WheelEvent & {wheelDeltaY?: number}} event
 */
const isStep = ({ deltaY, wheelDeltaY, ctrlKey }) => deltaY !== 0 && !ctrlKey && !!wheelDeltaY && wheelDeltaY % STEP === 0;
