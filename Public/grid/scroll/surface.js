// @ts-check
// The view: where it is, how it moves, how tall it is. All reading and writing happens in one animation frame.

import { CellStage } from '../cells/cell-stage.js';
import { isFlyingOver, Motion, SETTLE_MS } from './motion.js';
import { ScrollInput } from './scroll-input.js';
import { ScrollMapper } from './scroll-mapper.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../model/geometry.js').Frame} Frame */

/**
 * @typedef {object} SurfaceDelegate
 * @property {(now: number) => void} surfaceFrame before cells are placed, in every frame
 * @property {(node: import('../cells/cell-pool.js').CellNode, cell: Cell) => void} surfaceConfigure a node shows a cell
 * @property {() => void} surfaceSettled the view stands, and what it shows is drawn
 */

export class Surface {
  mapper = new ScrollMapper();
  motion = new Motion();
  /** @type {import('./trace-recorder.js').TraceRecorder | undefined} */
  recorder;
  width = 0;
  height = 0;

  #parts;
  #store;
  #delegate;
  #frame = 0;
  #lastTop = 0;
  #shownSizer = NaN;

  /**
   * @param {import('../element/skeleton.js').Skeleton} parts
   * @param {import('../model/cell-store.js').CellStore} store
   * @param {SurfaceDelegate} delegate
   * @param {(count: number) => string} formatCount
   */
  constructor(parts, store, delegate, formatCount) {
    this.#parts = parts;
    this.#store = store;
    this.#delegate = delegate;
    this.stage = new CellStage(parts, store, () => this.requestFrame(), delegate.surfaceConfigure, formatCount);
    this.input = new ScrollInput(parts.scroller, this.motion, () => this.requestFrame());
    parts.scroller.addEventListener('scroll', () => this.requestFrame(), { passive: true });
  }

  get offset() { return this.mapper.offset; }
  /**
   * The visible rectangle in content px.
   * @returns {Frame}
   */
  get visibleRect() { return [0, this.mapper.offset, this.width, this.height]; }

  /** Cells with a picture in view, and how many of them still wait for it. A view without cells is all blank. */
  get blanks() {
    const [, top, , height] = this.visibleRect;
    let cells = 0;
    let blank = 0;
    for (const { cell, image, picture } of this.stage.nodes.values()) {
      if (!cell || !image || cell.frame[1] >= top + height || cell.frame[1] + cell.frame[3] <= top) continue;
      cells++;
      if (!picture.isShown) blank++;
    }
    return cells || !this.#store.itemCount ? { cells, blank } : { cells: 1, blank: 1 };
  }

  requestFrame() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      this.#runFrame(now);
      this.stage.drawn();
    });
  }

  /** Runs the next frame's work now: what came is in its place before the browser draws the next time. */
  runNow() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#runFrame(performance.now());
  }

  /** Draws now, where a node is needed at once. */
  drawNow() { this.#render(); }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /**
   * @param {number} width
   * @param {number} height of the view in px
   */
  resize(width, height) {
    this.width = width;
    this.height = height;
    this.mapper.resize(this.#store.contentSize[1], height);
  }

  /**
   * Goes to an offset at once.
   * @param {number} offset
   */
  jump(offset) {
    this.mapper.moveTo(offset);
    this.motion.jump(performance.now(), this.mapper.offset);
    this.#writeScroll();
    this.requestFrame();
  }

  /**
   * Goes on to an offset near by, as keys do.
   * @param {number} offset
   */
  step(offset) { this.#goOn(offset, 'keys'); }

  /**
   * Goes on by a distance, as auto-scroll does.
   * @param {number} delta
   */
  nudge(delta) {
    this.mapper.shift(delta);
    this.motion.sample(performance.now(), this.mapper.offset);
    this.#writeScroll();
    this.requestFrame();
  }

  /**
   * Shows what another view shows, moved by the same hand.
   * @param {Surface} other
   */
  follow(other) {
    this.mapper.moveTo(other.offset);
    this.motion.follow(other.motion);
    this.#writeScroll();
    this.requestFrame();
  }

  /**
   * Follows the thumb of the scroll bar.
   * @param {number} offset
   */
  scrub(offset) { this.#goOn(offset, 'scrubbing'); }

  /**
   * The content changed under the view.
   * @param {number} offset the one that keeps it steady
   */
  hold(offset) {
    this.mapper.resize(this.#store.contentSize[1], this.height);
    const delta = offset - this.mapper.offset;
    this.mapper.moveTo(offset);
    this.motion.shift(delta);
    this.stage.headersChanged();
  }

  /**
   * @param {number} offset
   * @param {'keys'|'scrubbing'} input what brings the view there
   */
  #goOn(offset, input) {
    this.mapper.moveTo(offset);
    this.motion.input(input);
    this.motion.sample(performance.now(), this.mapper.offset);
    this.#writeScroll();
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
    this.#delegate.surfaceFrame(now);
    this.#writeScroll();
    this.#render();
    if (this.motion.phase === 'settled') this.#delegate.surfaceSettled();
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

  #writeScroll() {
    const { scroller, sizer } = this.#parts;
    const height = this.mapper.sizerHeight;
    if (height !== this.#shownSizer) {
      sizer.style.height = `${height}px`;
      this.#shownSizer = height;
      this.stage.headersChanged();
    }
    const position = this.mapper.position;
    if (Math.abs(position - this.#lastTop) < 0.01) return;
    scroller.scrollTop = position;
    // The browser rounds to device px; what it made of it is where we are.
    this.#lastTop = scroller.scrollTop;
  }

  #render() {
    const velocity = this.motion.velocity(performance.now());
    const { phase } = this.motion;
    this.stage.render(
      this.visibleRect, this.mapper, velocity, isFlyingOver(phase, velocity, this.height), phase === 'settled');
  }
}
