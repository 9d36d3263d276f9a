// @ts-check
// The scroll bar: proportional however tall the content is, with the sections' titles beside it, and a bubble while it is dragged.

import { clamp } from '../model/geometry.js';
import { append, pointIn } from '../dom.js';
import { markAt } from './scrubber-marks.js';

/** @typedef {import('./scrubber-marks.js').Mark} Mark */

/** Minimum height of the thumb, in px. */
const LEAST_THUMB = 32;
/** Minimum viewports scrolled for the browser's Back to return. */
const FAR_VIEWPORTS = 3;

/**
 * @typedef {object} ScrubberDelegate
 * @property {() => Promise<Mark[]>} scrubberMarks where sections are in this version and layout
 * @property {() => void} scrubberHeld the thumb begins to be dragged
 * @property {() => void} scrubberJumped the view moved far
 */

export class Scrubber {
  #surface;
  #store;
  #strings;
  #delegate;
  #bar;
  #thumb;
  /** @type {Mark[]} */
  #marks = [];
  #marksOf = '';
  #shown = '';
  /** What the values for screen readers were worded from. */
  #wordsOf = '';
  /** @type {{id: number, grab: number, from: number} | undefined} */
  #drag;
  /** @type {import('./scrubber-signs.js').ScrubberSigns | undefined} */
  #signs;

  /**
   * @param {HTMLElement} frame
   * @param {import('./surface.js').Surface} surface
   * @param {import('../model/cell-store.js').CellStore} store
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {ScrubberDelegate} delegate
   */
  constructor(frame, surface, store, strings, delegate) {
    this.#surface = surface;
    this.#store = store;
    this.#strings = strings;
    this.#delegate = delegate;
    const bar = (this.#bar = append(frame, 'div', 'scrubber'));
    bar.tabIndex = 0;
    bar.setAttribute('role', 'slider');
    bar.setAttribute('aria-orientation', 'vertical');
    bar.setAttribute('aria-label', strings.scrollBar);
    bar.setAttribute('aria-valuemin', '1');
    this.#thumb = append(bar, 'div', 'thumb');
    bar.addEventListener('pointerdown', (event) => this.#down(event));
    bar.addEventListener('pointermove', (event) => this.#move(event));
    bar.addEventListener('pointerup', () => this.#up());
    bar.addEventListener('pointercancel', () => this.#up());
    bar.addEventListener('keydown', (event) => this.#key(event));
    bar.addEventListener('wheel', (event) => surface.nudge(event.deltaY * (event.deltaMode === 1 ? 16 : 1)), { passive: true });
  }

  /**
   * What is written beside the bar comes after the first screen.
   * @param {typeof import('./scrubber-signs.js').ScrubberSigns} Signs
   * @param {(id: string) => Promise<string | undefined>} dateOf when an item's picture was taken
   */
  sign(Signs, dateOf) {
    this.#signs = new Signs(this.#bar, this.#surface, this.#store, this.#strings, dateOf);
    this.#signs.show(this.#marks);
    this.#shown = '';
  }

  get isActive() { return this.#drag !== undefined; }

  /** Called in every frame. */
  update() {
    const { mapper, height, offset } = this.#surface;
    const content = this.#store.contentSize[1];
    const thumb = Math.max(LEAST_THUMB, (height * height) / Math.max(content, 1));
    const top = mapper.maxOffset > 0 ? (offset / mapper.maxOffset) * (height - thumb) : 0;
    const shown = `${Math.round(top * 2)} ${Math.round(thumb)} ${mapper.maxOffset} ${height}`;
    if (shown !== this.#shown) {
      this.#shown = shown;
      this.#bar.hidden = mapper.maxOffset <= 0;
      this.#thumb.style.height = `${thumb}px`;
      this.#thumb.style.translate = `0 ${top}px`;
      this.#signs?.move(clamp(top + thumb / 2 - 20, 4, height - 48), this.isActive);
      if (this.#drag) this.#word();
    }
    const of = `${this.#store.places} ${mapper.maxOffset} ${this.#surface.width} ${height}`;
    if (of !== this.#marksOf && this.#surface.motion.phase === 'settled' && mapper.maxOffset > 0) {
      this.#marksOf = of;
      this.#read(of);
    }
  }

  /** Updates the values for screen readers. To be called in each frame of a view that stands. */
  settled() {
    const { places, itemCount, contentSize } = this.#store;
    const of = `${this.#surface.offset} ${this.#surface.height} ${places} ${itemCount} ${contentSize}`;
    if (of !== this.#wordsOf) this.#word();
    this.#wordsOf = of;
  }

  /** @param {string} of the version and size that the titles belong to */
  async #read(of) {
    try {
      const marks = await this.#delegate.scrubberMarks();
      if (of !== this.#marksOf) return;
      this.#marks = marks;
    } catch {
      // The bar does without titles; they are asked for again with the next frame at rest.
      if (of === this.#marksOf) this.#marksOf = '';
      return;
    }
    this.#signs?.show(this.#marks);
    this.#word();
  }

  #word() {
    const { offset, height } = this.#surface;
    const { title, index } = markAt(this.#marks, offset + height / 2, this.#store);
    const place = this.#strings.picturePlace(index + 1, this.#store.itemCount);
    this.#bar.setAttribute('aria-valuemax', String(Math.max(1, this.#store.itemCount)));
    this.#bar.setAttribute('aria-valuenow', String(clamp(index + 1, 1, Math.max(1, this.#store.itemCount))));
    this.#bar.setAttribute('aria-valuetext', title ? `${title}, ${place}` : place);
    if (this.#drag) this.#signs?.word(title, place, () => this.isActive);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    const { y } = pointIn(this.#thumb, event);
    const height = this.#thumb.offsetHeight;
    const isOnThumb = y >= 0 && y <= height;
    this.#drag = { id: event.pointerId, grab: isOnThumb ? y : height / 2, from: this.#surface.offset };
    this.#bar.setPointerCapture(event.pointerId);
    this.#bar.classList.add('held');
    this.#delegate.scrubberHeld();
    if (!isOnThumb) this.#move(event);
    this.#signs?.giveWay(true);
    this.#word();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    const { height, mapper } = this.#surface;
    const room = height - this.#thumb.offsetHeight;
    const y = pointIn(this.#bar, event).y - drag.grab;
    this.#surface.scrub(Math.round(clamp(y / Math.max(1, room), 0, 1) * mapper.maxOffset));
  }

  #up() {
    const drag = this.#drag;
    this.#drag = undefined;
    this.#bar.classList.remove('held');
    this.#signs?.giveWay(false);
    if (!drag) return;
    const { offset, height } = this.#surface;
    if (Math.abs(offset - drag.from) > FAR_VIEWPORTS * height) this.#delegate.scrubberJumped();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { height, mapper, offset } = this.#surface;
    const ways = /** @type {Record<string, number>} */ ({
      ArrowUp: -100, ArrowLeft: -100, ArrowDown: 100, ArrowRight: 100, PageUp: -height, PageDown: height,
      Home: -Infinity, End: Infinity,
    });
    const way = ways[event.key];
    if (way === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const target = clamp(offset + way, 0, mapper.maxOffset);
    if (Number.isFinite(way)) this.#surface.step(target);
    else this.#surface.jump(target);
  }
}
