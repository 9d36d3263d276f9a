// @ts-check
// The three slides of the large picture: the one before, the one on screen, the one after.

import { prefersReducedMotion } from '../dom.js';
import { LightboxSlide } from './lightbox-slide.js';
import { GAP } from './lightbox-swipe.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

export class LightboxSlides {
  #slides;
  #rightward;

  /**
   * @param {HTMLElement} parent
   * @param {import('../server/server.js').Server} server
   * @param {{collection: string, hasOriginals: boolean}} origin of the pictures
   * @param {-1 | 1} rightward the way to the picture at the right
   * @param {() => void} changed what a slide shows has changed
   */
  constructor(parent, server, origin, rightward, changed) {
    this.#rightward = rightward;
    this.#slides = [-1, 0, 1].map(() => new LightboxSlide(parent, server, origin, changed));
  }

  get middle() { return this.#slides[1]; }

  /**
   * Goes to a neighbour, whose slide is there already; the third slide is given to what follows.
   * @param {-1 | 1} way
   */
  step(way) {
    const [before, here, after] = this.#slides;
    this.#slides = way > 0 ? [here, after, before] : [after, before, here];
  }

  /**
   * Puts cells on the slides.
   * @param {(Cell | undefined)[]} cells the one before, the one on screen, the one after
   * @param {(cell: Cell) => string | undefined} small a picture of a cell that the browser has
   */
  show(cells, small) {
    this.#slides.forEach((slide, i) => {
      const cell = cells[i];
      if (slide.cell?.id !== cell?.id || slide.cell !== cell) slide.show(cell, cell && small(cell));
      const aside = (i - 1) * this.#rightward;
      slide.element.style.translate = `calc(${aside * 100}% + ${aside * GAP}px)`;
      slide.element.toggleAttribute('inert', i !== 1);
      slide.element.setAttribute('aria-hidden', String(i !== 1));
      if (i !== 1) slide.setOnScreen(false);
    });
  }

  /** Loads the neighbours, the next one first. */
  loadNeighbours() {
    for (const i of [2, 0]) if (!this.#slides[i].hasFailed) this.#slides[i].load(false);
  }

  /**
   * Draws the zoom of the picture on screen.
   * @param {import('./zoom.js').Zoom} zoom
   * @param {boolean} isQuick without an animation
   */
  zoom(zoom, isQuick) {
    const { scale, x, y, isZoomed } = zoom;
    this.#slides.forEach((slide, i) => {
      if (i === 1) slide.look(zoom, isQuick);
      else slide.leave();
      slide.box.classList.toggle('gliding', i === 1 && !isQuick && !prefersReducedMotion());
      slide.box.style.transform = i === 1 && isZoomed ? `translate(${x}px, ${y}px) scale(${scale})` : '';
    });
  }

  layout() {
    for (const slide of this.#slides) slide.layout();
  }

  /** Ends the animations of a swipe. */
  stopAnimations() {
    for (const slide of this.#slides) for (const animation of slide.element.getAnimations()) animation.cancel();
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
