// @ts-check
// One picture, large: what is there at once under what is sharp, in a box of the picture's own shape.

import { append } from '../dom.js';
import { isVideo } from '../cells/video-badge.js';
import { FullPixels } from './full-pixels.js';
import { contentOf, SlideVideo } from './slide-video.js';
import { fitted } from './zoom.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** A picture that came faster than this is shown without a fade. In ms. */
const INSTANT_MS = 60;

export class LightboxSlide {
  /** @type {Cell | undefined} */
  cell;
  #server;
  #small;
  #large;
  #changed;
  #url = '';
  #isSharp = false;
  #hasFailed = false;
  #full;
  #video;
  /** The picture's own size where it is known, else that of what is shown of it. */
  #size = [0, 0];
  /** In CSS px, of the view that the picture is fitted into. */
  #view = [0, 0];
  /** Whether what comes late is faded in. In a run of keys the frames of a fade are those in which the next picture is drawn. */
  fades = true;

  /**
   * @param {HTMLElement} parent
   * @param {import('../server/server.js').Server} server
   * @param {{collection: string, hasOriginals: boolean}} origin
   * @param {() => void} changed its picture came, or will not come
   */
  constructor(parent, server, origin, changed) {
    this.#server = server;
    this.#changed = changed;
    this.element = append(parent, 'div', 'slide');
    this.box = append(this.element, 'div', 'box');
    this.#full = new FullPixels(this.element, server, origin);
    this.#small = append(this.box, 'img', 'small');
    this.#large = append(this.box, 'img', 'large');
    this.#video = new SlideVideo(this.box, server, origin, () => {
      this.#learnSize(this.#video.size);
      changed();
    });
    this.#small.alt = '';
    for (const image of [this.#small, this.#large]) {
      image.draggable = false;
      image.hidden = true;
    }
    this.#small.addEventListener('load', () => {
      if (this.#isSharp || !this.#learnSize([this.#small.naturalWidth, this.#small.naturalHeight])) return;
      this.#changed();
    });
    // The browser's sign of a broken picture is not for people.
    this.#small.addEventListener('error', () => clear(this.#small));
  }

  get isSharp() { return this.#isSharp; }
  /** Whether its own pixels are there where they are looked at, or none come. */
  get isSettled() { return this.#full.isSettled; }
  get hasFailed() { return this.#hasFailed; }
  /** Whether it is more than a picture. */
  get isVideo() { return isVideo(this.cell?.item); }
  get video() { return this.#video; }
  /** The picture once it is sharp; `undefined` of a video. */
  get picture() { return this.#isSharp && !this.isVideo ? { image: this.#large, box: this.box } : undefined; }
  get isAsked() { return this.#url !== ''; }

  /**
   * Shows a cell, at first with the picture that the browser has.
   * @param {Cell | undefined} cell
   * @param {string | undefined} small a picture of it that the browser has
   */
  show(cell, small) {
    const revision = (/** @type {Cell | undefined} */ of) => (isVideo(of?.item) ? contentOf(of) : of?.item?.revision);
    const isOther = cell?.id !== this.cell?.id || revision(cell) !== revision(this.cell);
    this.cell = cell;
    if (isOther) {
      this.stop();
      clear(this.#small);
      this.#hasFailed = false;
      this.#size = [0, 0];
    }
    this.element.hidden = !cell;
    this.element.classList.toggle('video', this.isVideo);
    if (!cell) return;
    this.#large.alt = cell.item?.title ?? '';
    this.box.style.backgroundColor = cell.placeholder && CSS.supports('color', cell.placeholder) ? cell.placeholder : '';
    const at = small ?? cell.preview;
    if (at && this.#small.hidden) this.#server.show(this.#small, at);
    this.#small.hidden = !this.#small.hasAttribute('src');
    const { width, height } = cell.item ?? {};
    if (width && height) this.#size = [width, height];
    if (isOther) this.layout();
  }

  /**
   * Asks for the sharp picture.
   * @param {boolean} isUrgent it is the one on screen
   */
  async load(isUrgent) {
    const url = this.cell?.image;
    if (!url || url === this.#url) return;
    const began = performance.now();
    this.#url = url;
    this.#hasFailed = false;
    const image = this.#large;
    image.setAttribute('fetchpriority', isUrgent ? 'high' : 'low');
    image.hidden = false;
    this.#server.show(image, url);
    try {
      await image.decode();
    } catch {
      if (this.#url !== url) return;
      this.#url = '';
      clear(image);
      this.#hasFailed = true;
      this.#changed();
      return;
    }
    if (this.#url !== url) return;
    this.#isSharp = true;
    image.classList.toggle('instant', !this.fades || performance.now() - began < INSTANT_MS);
    image.classList.add('shown');
    if (!this.cell?.item?.width) this.#size = [image.naturalWidth, image.naturalHeight];
    this.layout();
    this.#changed();
  }

  /**
   * It is the one on screen, or no longer: only there a video is played.
   * @param {boolean} isOnScreen
   */
  setOnScreen(isOnScreen) {
    if (isOnScreen) this.#video.enter(this.cell, this.#isSharp || !this.#small.hidden);
    else this.#video.leave();
  }

  /**
   * What is seen of it has changed: where that shows more, its own pixels are fetched.
   * @param {import('./zoom.js').Zoom} zoom
   * @param {boolean} isQuick without an animation
   */
  look(zoom, isQuick) {
    if (!this.#isSharp || this.isVideo) return this.#full.stop();
    this.#full.look(this.cell, this.#large.naturalWidth, zoom, isQuick);
  }

  /** It is no longer looked at. */
  leave() { this.#full.stop(); }

  /** Stops fetching what has not arrived. */
  pause() {
    this.#full.stop();
    this.#video.leave();
    if (!this.#isSharp) this.stop();
  }

  /** Nothing more is fetched for it; only clearing `src` stops the browser. */
  stop() {
    this.#full.stop();
    this.#video.leave();
    this.#url = '';
    this.#isSharp = false;
    clear(this.#large);
    this.#large.classList.remove('shown', 'instant');
  }

  /**
   * @param {number} width of the view in CSS px
   * @param {number} height
   */
  resize(width, height) {
    this.#view = [width, height];
    this.layout();
  }

  /**
   * Gives the box the picture's shape. Reads nothing of the document, which would lay it out in the middle of a change.
   * @returns {[number, number]} its size in CSS px
   */
  layout() {
    const size = fitted(this.#size[0], this.#size[1], this.#view[0], this.#view[1]);
    this.box.style.width = `${size[0]}px`;
    this.box.style.height = `${size[1]}px`;
    return size;
  }

  /**
   * Takes over the size of what is shown, where that of the picture is not known.
   * @param {number[]} size
   * @returns {boolean} whether it does
   */
  #learnSize([width, height]) {
    if (this.cell?.item?.width || !width || !height) return false;
    this.#size = [width, height];
    this.layout();
    return true;
  }

  get originalWidth() { return this.cell?.item?.width ?? this.#size[0]; }
}

/**
 * Stops an image, which would show its `alt`, or the browser's sign of a broken picture. By an attribute of its own, not by `[src]`: a rule with that
 * styles every picture of the grid anew when it gets its address.
 * @param {HTMLImageElement} image
 */
function clear(image) {
  image.removeAttribute('src');
  image.hidden = true;
}
