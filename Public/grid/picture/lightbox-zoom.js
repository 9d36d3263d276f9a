// @ts-check
// The zoom of the picture on screen: fitted to the view, drawn, and with a larger rendition for a close look.

import { Zoom } from './zoom.js';

/** The largest rendition there is, for a close look. */
const CLOSE_LOOK_WIDTH = 2560;

export class LightboxZoom {
  zoom = new Zoom();
  #parts;
  #slides;

  /**
   * @param {{dialog: HTMLElement, slides: HTMLElement}} parts
   * @param {import('./lightbox-slides.js').LightboxSlides} slides
   */
  constructor(parts, slides) {
    this.#parts = parts;
    this.#slides = slides;
  }

  get isZoomed() { return this.zoom.isZoomed; }

  /** Another picture is shown. */
  reset() { this.zoom.reset(); }

  /**
   * Zooms about the middle; 0 shows the whole picture again.
   * @param {number} factor
   */
  by(factor) {
    if (factor === 0) this.zoom.reset();
    else this.zoom.by(factor, 0, 0);
    this.draw(false);
  }

  /** Fits the picture in the middle into the view. */
  fit() {
    const { clientWidth, clientHeight } = this.#parts.slides;
    const { middle } = this.#slides;
    const [width, height] = middle.layout();
    this.zoom.fit(width, height, clientWidth, clientHeight, middle.originalWidth);
    this.draw(true);
  }

  /** @param {boolean} isQuick without an animation */
  draw(isQuick) {
    this.#slides.zoom(this.zoom, isQuick);
    this.#parts.dialog.classList.toggle('zoomed', this.isZoomed);
    if (this.isZoomed) this.#slides.middle.sharpen(CLOSE_LOOK_WIDTH);
  }
}
