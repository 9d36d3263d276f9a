// @ts-check
// A frame drawn from empty space selects what it meets. Frames of cells that it has passed are kept when the cells are not.

import { AutoScroll, autoScrollSpeed } from '../scroll/auto-scroll.js';
import { meets } from '../model/geometry.js';
import { append, pointIn } from '../dom.js';

/** Minimum movement of a press that draws a frame, in px. */
const THRESHOLD = 5;

/**
 * @typedef {object} MarqueeDelegate
 * @property {(target: EventTarget | null) => boolean} marqueeIsEmptySpace
 * @property {(adds: boolean) => void} marqueeBegins `adds`: beside what is selected already
 * @property {(ranges: [number, number][]) => void} marqueeHolds ranges of the flat indices that it meets: the first, and the one behind the last
 * @property {(wasDrawn: boolean) => void} marqueeEnds
 */

export class Marquee {
  #scroller;
  #frame;
  #surface;
  #store;
  #delegate;
  #autoScroll = new AutoScroll();
  /** @type {{id: number, x: number, y: number, adds: boolean, box?: HTMLElement} | undefined} */
  #drawing;
  #pointer = { x: 0, y: 0 };
  /**
   * Frames of all cells that were loaded while it is drawn, by flat index.
   * @type {Map<number, import('../model/geometry.js').Frame>}
   */
  #seen = new Map();

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} frame
   * @param {import('../scroll/surface.js').Surface} surface
   * @param {import('../model/cell-store.js').CellStore} store
   * @param {MarqueeDelegate} delegate
   */
  constructor(scroller, frame, surface, store, delegate) {
    this.#scroller = scroller;
    this.#frame = frame;
    this.#surface = surface;
    this.#store = store;
    this.#delegate = delegate;
    scroller.addEventListener('pointerdown', (event) => this.#down(event));
    scroller.addEventListener('pointermove', (event) => this.#move(event));
    scroller.addEventListener('pointerup', (event) => event.pointerId === this.#drawing?.id && this.#end());
    scroller.addEventListener('pointercancel', () => this.#end());
  }

  get isActive() { return this.#drawing?.box !== undefined; }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || event.pointerType === 'touch' || !this.#delegate.marqueeIsEmptySpace(event.target)) return;
    this.#pointer = pointIn(this.#scroller, event);
    if (this.#pointer.x >= this.#scroller.clientWidth) return;
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    this.#drawing = { id: event.pointerId, x: this.#pointer.x, y: this.#pointer.y + this.#surface.offset, adds };
    this.#scroller.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drawing = this.#drawing;
    if (!drawing || event.pointerId !== drawing.id) return;
    this.#pointer = pointIn(this.#scroller, event);
    const distance = Math.hypot(this.#pointer.x - drawing.x, this.#pointer.y + this.#surface.offset - drawing.y);
    if (!drawing.box && distance > THRESHOLD) {
      drawing.box = append(this.#frame, 'div', 'marquee');
      this.#delegate.marqueeBegins(drawing.adds);
    }
    this.#surface.requestFrame();
  }

  /**
   * Called in every frame.
   * @param {number} now
   */
  frame(now) {
    const drawing = this.#drawing;
    if (!drawing?.box) return;
    const { x, y } = this.#pointer;
    const scrolled = this.#autoScroll.step(now, autoScrollSpeed(y, this.#surface.height));
    if (scrolled) this.#surface.nudge(scrolled);
    const bottom = y + this.#surface.offset;
    /** @type {import('../model/geometry.js').Frame} */
    const rect = [Math.min(x, drawing.x), Math.min(bottom, drawing.y), Math.abs(x - drawing.x) + 1, Math.abs(bottom - drawing.y) + 1];
    const top = rect[1] - this.#surface.offset;
    drawing.box.style.translate = `${rect[0] + this.#scroller.offsetLeft}px ${Math.max(-4, top)}px`;
    drawing.box.style.width = `${rect[2]}px`;
    drawing.box.style.height = `${Math.min(top + rect[3], this.#surface.height + 4) - Math.max(-4, top)}px`;
    this.#delegate.marqueeHolds(this.#store.wall?.rangesIn(rect) ?? this.#held(rect));
    this.#surface.requestFrame();
  }

  /**
   * The cells that it meets, of those that are or were loaded.
   * @param {import('../model/geometry.js').Frame} rect
   */
  #held(rect) {
    for (const cell of this.#store.cells.values()) this.#seen.set(cell.index, cell.frame);
    /** @type {[number, number][]} */
    const ranges = [];
    for (const [index, frame] of this.#seen) if (meets(frame, rect)) ranges.push([index, index + 1]);
    return ranges;
  }

  /**
   * The content changed under it: what it has passed is elsewhere.
   * @param {number} shift of what is in view, in content px
   */
  rebase(shift) {
    this.#seen.clear();
    if (this.#drawing) this.#drawing.y += shift;
  }

  #end() {
    const drawing = this.#drawing;
    this.#drawing = undefined;
    this.#seen.clear();
    if (!drawing) return;
    drawing.box?.remove();
    if (this.#scroller.hasPointerCapture(drawing.id)) this.#scroller.releasePointerCapture(drawing.id);
    this.#delegate.marqueeEnds(drawing.box !== undefined);
  }
}
