// @ts-check
// The slides of the large picture: the one on screen, and those around it that lie ready, more of them on the way that the reader goes.

import { prefersReducedMotion } from '../dom.js';
import { LightboxSlide } from './lightbox-slide.js';
import { GAP } from './lightbox-swipe.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** Places on the way that the reader goes, in the order in which their pictures come. A key that is held asks for 30 in a second. */
const DISTANCES = [0, 1, 2, -1, 3, 4];
/** Neighbours that are fetched at once. */
const TOGETHER = 2;
/** Keys that come within this time are a run, and the next one is expected within it. In ms. */
const RUN_MS = 400;

export class LightboxSlides {
  #slides;
  #middle;
  #rightward;
  /**
   * The way that the reader went last.
   * @type {-1 | 1}
   */
  #way = 1;
  #steppedAt = -Infinity;
  /** Whether keys come one soon after another. */
  isRun = false;
  /**
   * Slides by their distance from the one on screen.
   * @type {Map<number, LightboxSlide>}
   */
  #places = new Map();

  /**
   * @param {HTMLElement} parent
   * @param {import('../server/server.js').Server} server
   * @param {{collection: string, hasOriginals: boolean}} origin of the pictures
   * @param {-1 | 1} rightward the way to the picture at the right
   * @param {() => void} changed what a slide shows has changed
   */
  constructor(parent, server, origin, rightward, changed) {
    this.#rightward = rightward;
    this.#slides = DISTANCES.map(() => new LightboxSlide(parent, server, origin, changed));
    this.#middle = this.#slides[0];
  }

  get middle() { return this.#middle; }
  /** The size of the view in CSS px. */
  view = { width: 0, height: 0 };
  /** Those on the slides, the one on screen and those around it. */
  get cells() { return this.#slides.map(({ cell }) => cell); }

  /**
   * The reader goes on; what is ahead is another side's from now on.
   * @param {-1 | 1} way
   */
  step(way) {
    const now = performance.now();
    this.#way = way;
    this.isRun = now - this.#steppedAt < RUN_MS;
    this.#steppedAt = now;
  }

  /**
   * How long the picture on screen may wait for the server to have made it, in ms. In a run of keys the reader will be past it when it comes:
   * a request would have it made all the same, before those that will be seen.
   */
  get patience() {
    const { state } = this.#middle.cell ?? {};
    return this.isRun && state !== 'ready' && state !== 'failed' ? Math.max(0, this.#steppedAt + RUN_MS - performance.now()) : 0;
  }

  /**
   * Puts cells on the slides: each stays on the slide that has its picture.
   * @param {(distance: number) => Cell | undefined} cellAt by the distance from the one on screen
   * @param {(cell: Cell) => string | undefined} small a picture of a cell that the browser has
   */
  show(cellAt, small) {
    const cells = new Map(DISTANCES.map((distance) => [distance * this.#way, cellAt(distance * this.#way)]));
    const ids = new Set([...cells.values()].map((cell) => cell?.id));
    const kept = new Map(this.#slides.flatMap((slide) => (slide.cell && ids.has(slide.cell.id) ? [[slide.cell.id, slide]] : [])));
    const free = this.#slides.filter((slide) => !slide.cell || kept.get(slide.cell.id) !== slide);
    this.#places.clear();
    for (const [distance, cell] of cells) {
      const slide = /** @type {LightboxSlide} */ ((cell && kept.get(cell.id)) ?? free.pop());
      if (slide.cell !== cell) slide.show(cell, cell && small(cell));
      this.#place(slide, distance);
    }
  }

  /**
   * @param {LightboxSlide} slide
   * @param {number} distance
   */
  #place(slide, distance) {
    const { element } = slide;
    const aside = distance * this.#rightward;
    this.#places.set(distance, slide);
    element.style.translate = `calc(${aside * 100}% + ${aside * GAP}px)`;
    element.toggleAttribute('inert', distance !== 0);
    element.setAttribute('aria-hidden', String(distance !== 0));
    if (distance === 0) this.#middle = slide;
    else slide.setOnScreen(false);
    slide.fades = distance === 0 && !this.isRun;
  }

  /**
   * Loads the neighbours that the server has made: the next one first, those further on as it has come. In which order it makes them is the
   * scheduler's business; a request would have one made at once, and the reader may be past it by then.
   */
  loadNeighbours() {
    let loading = 0;
    for (const [distance, slide] of this.#places) {
      if (distance === 0 || !slide.cell?.image || slide.cell.state !== 'ready' || slide.isSharp || slide.hasFailed) continue;
      slide.load(false);
      if (++loading >= TOGETHER) return;
    }
  }

  /**
   * Draws the zoom of the picture on screen.
   * @param {import('./zoom.js').Zoom} zoom
   * @param {boolean} isQuick without an animation
   */
  zoom(zoom, isQuick) {
    const { scale, x, y, isZoomed } = zoom;
    for (const slide of this.#slides) {
      const isOnScreen = slide === this.#middle;
      if (isOnScreen) slide.look(zoom, isQuick);
      else slide.leave();
      slide.box.classList.toggle('gliding', isOnScreen && !isQuick && !prefersReducedMotion());
      slide.box.style.transform = isOnScreen && isZoomed ? `translate(${x}px, ${y}px) scale(${scale})` : '';
    }
  }

  /**
   * @param {number} width of the view in CSS px
   * @param {number} height
   */
  resize(width, height) {
    this.view = { width, height };
    for (const slide of this.#slides) slide.resize(width, height);
  }

  /** Stops fetches of what has not arrived. */
  pause() {
    for (const slide of this.#slides) slide.pause();
  }

  /** Stops all fetches, and removes the pictures. */
  stop() {
    for (const slide of this.#slides) slide.stop();
  }
}
