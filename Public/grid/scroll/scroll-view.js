// @ts-check
// The view: where it is, how it moves, how tall its content is. All reading and writing happens in one animation frame.

import { Motion, SETTLE_MS } from '../model/motion.js';
import { ScrollInput } from './scroll-input.js';
import { ScrollMapper } from './scroll-mapper.js';

/** @typedef {import('../model/geometry.js').Frame} Frame */

export class ScrollView {
  mapper = new ScrollMapper();
  motion = new Motion();
  /** @type {import('./trace-recorder.js').TraceRecorder | undefined} */
  recorder;
  width = 0;
  height = 0;

  #parts;
  #frame = 0;
  #lastTop = 0;
  #shownSizer = NaN;

  /** @param {{scroller: HTMLElement, sizer: HTMLElement}} parts */
  constructor(parts) {
    this.#parts = parts;
    this.input = new ScrollInput(parts.scroller, this.motion, this.mapper, () => this.requestFrame());
    parts.scroller.addEventListener('scroll', () => this.requestFrame(), { passive: true });
  }

  /** Top of the view in content px. */
  get offset() { return this.mapper.offset; }
  /**
   * The visible rectangle in content px.
   * @returns {Frame}
   */
  get visibleRect() { return [0, this.mapper.offset, this.width, this.height]; }

  /**
   * For the subclass: the view's position is read; to be drawn.
   * @param {number} _now
   */
  draw(_now) {}
  /** For the subclass: the browser draws what `draw` wrote. */
  drawn() {}
  /** For the subclass: the height of the scrolled element has changed. */
  sizerChanged() {}

  requestFrame() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      this.#runFrame(now);
      this.drawn();
    });
  }

  /** Runs the next frame's work now: what arrived is in place before the browser draws the next time. */
  runNow() {
    this.stop();
    this.#runFrame(performance.now());
  }

  /** No frame is run any more. */
  close() {
    this.stop();
    this.requestFrame = () => {};
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /**
   * Goes to an offset at once.
   * @param {number} offset
   */
  jump(offset) {
    this.mapper.moveTo(offset);
    this.motion.jump(performance.now(), this.mapper.offset);
    this.#moved();
  }

  /**
   * Scrolls to an offset nearby, as keys do.
   * @param {number} offset
   */
  step(offset) { this.#continue(offset, 'keys'); }

  /**
   * Follows the thumb of the scroll bar.
   * @param {number} offset
   */
  scrub(offset) { this.#continue(offset, 'scrubbing'); }

  /**
   * Scrolls by a distance, as auto-scroll does.
   * @param {number} delta
   */
  nudge(delta) {
    const before = this.mapper.offset;
    this.mapper.shift(delta);
    // Held at an end of the content, it would never settle.
    if (this.mapper.offset === before) return;
    this.motion.sample(performance.now(), this.mapper.offset);
    this.#moved();
  }

  /**
   * Shows what another view shows, with its motion.
   * @param {ScrollView} other
   */
  follow(other) {
    this.mapper.moveTo(other.offset);
    this.motion.follow(other.motion);
    this.#moved();
  }

  /** To be called in a frame after the position was changed: writes it to the scroller. */
  writeScroll() {
    const { scroller, sizer } = this.#parts;
    const height = this.mapper.sizerHeight;
    if (height !== this.#shownSizer) {
      sizer.style.height = `${height}px`;
      this.#shownSizer = height;
      this.sizerChanged();
    }
    const position = this.mapper.position;
    if (Math.abs(position - this.#lastTop) < 0.01) return;
    scroller.scrollTop = position;
    // The browser rounds to device px: its value is where the view is.
    this.#lastTop = scroller.scrollTop;
  }

  /**
   * @param {number} offset
   * @param {'keys'|'scrubbing'} input what moves the view there
   */
  #continue(offset, input) {
    this.mapper.moveTo(offset);
    this.motion.input(input);
    this.motion.sample(performance.now(), this.mapper.offset);
    this.#moved();
  }

  #moved() {
    this.writeScroll();
    this.requestFrame();
  }

  /** @param {number} now */
  #runFrame(now) {
    this.#readScroll(now);
    const isMoving = this.motion.phase !== 'settled' && this.motion.phase !== 'hidden';
    if (isMoving && !this.input.isTouching && now - this.motion.lastTime > SETTLE_MS) {
      this.motion.settle();
      if (this.mapper.isOffCentre) this.mapper.recentre();
    } else if (isMoving) this.requestFrame();
    this.recorder?.frame(now, this, document.hidden);
    this.draw(now);
  }

  /** @param {number} now */
  #readScroll(now) {
    const top = this.#parts.scroller.scrollTop;
    if (Math.abs(top - this.#lastTop) < 0.01) return this.motion.still(now);
    this.#lastTop = top;
    if (this.mapper.scrolled(top, this.input.isByHand(now))) this.motion.input('scrubbing');
    this.motion.sample(now, this.mapper.offset);
    if (this.mapper.strays) this.mapper.recentre();
  }
}
