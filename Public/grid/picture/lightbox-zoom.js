// @ts-check
// The zoom of the picture on screen: fitted to the view, and drawn. It is kept from picture to picture.

import { scaleWords, Zoom } from './zoom.js';

export class LightboxZoom {
  zoom = new Zoom();
  #parts;
  #slides;
  #language;
  #focus;
  /** Width of the picture that is fitted in, in its own px. */
  #fitted = 0;

  /**
   * @param {{dialog: HTMLElement, slides: HTMLElement, scale: HTMLElement}} parts
   * @param {import('./lightbox-slides.js').LightboxSlides} slides
   * @param {string} language
   * @param {import('./focus-points.js').FocusPoints} focus
   */
  constructor(parts, slides, language, focus) {
    this.#language = language;
    this.#focus = focus;
    this.#parts = parts;
    this.#slides = slides;
  }

  get isZoomed() { return this.zoom.isZoomed; }

  /** Shows the whole picture. */
  reset() { this.zoom.reset(); }

  /**
   * Fits the picture in the middle into the view; one that follows a picture that is zoomed shows own pixels as large as that one, at the same place.
   */
  fit() {
    const before = this.zoom;
    const { middle, view } = this.#slides;
    const [width, height] = middle.layout();
    this.zoom = new Zoom();
    this.zoom.fit(width, height, view.width, view.height, middle.originalWidth, devicePixelRatio);
    this.#fitted = middle.originalWidth;
    this.zoom.focusOn(this.#focus.of(middle.cell));
    if (before.isKept) this.zoom.follow(before);
    this.draw(true);
  }

  /** More is known of the picture, or more of it is there. */
  update() {
    const { middle } = this.#slides;
    if (middle.originalWidth !== this.#fitted) this.fit();
    else if (this.isZoomed) middle.look(this.zoom, true);
  }

  /** It may be known now where the camera focused. */
  focused() {
    this.zoom.focusOn(this.#focus.of(this.#slides.middle.cell));
    if (this.isZoomed) this.draw(true);
  }

  /** @param {boolean} isQuick without an animation */
  draw(isQuick) {
    this.#slides.zoom(this.zoom, isQuick);
    this.#parts.dialog.classList.toggle('zoomed', this.isZoomed);
    this.#parts.scale.textContent = this.isZoomed ? scaleWords(this.zoom.ratio(this.#fitted), this.#language) : '';
  }
}
