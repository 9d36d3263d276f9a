// @ts-check
// Over a large picture: its histogram with what is clipped, and where it is sharp. Computed in the page from the picture that is shown.

import { append } from '../dom.js';
import { histogramOf, paintClipped, paintSharp } from './pixels.js';

/** Maximum pixels that are looked at. */
const MOST_PIXELS = 1_500_000;
/** Delay before they are: who goes on quickly waits for nothing. In ms. */
const DELAY_MS = 60;
const COLOURS = ['rgb(255 80 80)', 'rgb(80 220 100)', 'rgb(100 140 255)'];

/** @typedef {'exposure' | 'sharpness'} View */
/** @typedef {import('../access/keys.js').Place & {view?: {picture?: {image: HTMLImageElement, box: HTMLElement}}}} LargePlace */

/** @type {import('../features/session-features.js').Feature} */
export const pixelViews = {
  make: (context) => new PixelViews(context),
  keys: [
    { name: 'exposure', keys: 'h', where: 'large', act: (/** @type {PixelViews} */ views) => views.toggle('exposure') },
    { name: 'sharpness', keys: 'o', where: 'large', act: (/** @type {PixelViews} */ views) => views.toggle('sharpness') },
  ],
};

class PixelViews {
  #strings;
  /**
   * The one that is shown with each picture, until it is switched off.
   * @type {View | undefined}
   */
  #view;
  /** @type {PixelOverlay | undefined} */
  #overlay;

  /** @param {import('../features/session-features.js').FeatureContext} context */
  constructor({ strings }) { this.#strings = strings; }

  /** @param {View} view */
  toggle(view) {
    this.#view = this.#view === view ? undefined : view;
    this.#overlay?.show(this.#view);
  }

  /** @returns {import('../cells/cell-menu.js').MenuEntry[]} */
  large() {
    const { large } = this.#strings.mark;
    return /** @type {const} */ (['exposure', 'sharpness']).map((view) => ({
      name: view, words: large[view], does: view, isChecked: this.#view === view, act: () => this.toggle(view),
    }));
  }

  /**
   * @param {LargePlace} place
   * @param {import('../features/session-features.js').ControlsHost} host
   */
  controls(place, { removed }) {
    if (place.where !== 'large') return () => {};
    const overlay = (this.#overlay = new PixelOverlay(place, this.#strings));
    removed?.addEventListener('abort', () => overlay.close());
    return () => overlay.show(this.#view);
  }
}

class PixelOverlay {
  #place;
  #strings;
  #panel;
  #chart;
  #words;
  /** @type {HTMLCanvasElement | undefined} */
  #mask;
  #shown = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {LargePlace} place
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(place, strings) {
    this.#place = place;
    this.#strings = strings;
    this.#panel = append(place.frame, 'figure', 'histogram');
    this.#panel.hidden = true;
    this.#chart = append(this.#panel, 'canvas');
    [this.#chart.width, this.#chart.height] = [256, 96];
    this.#chart.setAttribute('aria-hidden', 'true');
    this.#words = append(this.#panel, 'figcaption');
  }

  /** @param {View | undefined} view */
  show(view) {
    const picture = view && this.#place.view?.picture;
    const shown = picture ? `${view} ${picture.image.src}` : '';
    if (shown === this.#shown) return;
    this.#shown = shown;
    clearTimeout(this.#timer);
    this.#mask?.remove();
    this.#mask = undefined;
    this.#panel.hidden = !picture || view !== 'exposure';
    if (picture) this.#timer = setTimeout(() => this.#draw(view, picture), DELAY_MS);
  }

  close() { clearTimeout(this.#timer); }

  /**
   * @param {View} view
   * @param {{image: HTMLImageElement, box: HTMLElement}} picture
   */
  #draw(view, { image, box }) {
    const shrink = Math.min(1, Math.sqrt(MOST_PIXELS / (image.naturalWidth * image.naturalHeight)));
    const mask = document.createElement('canvas');
    mask.className = 'mask';
    [mask.width, mask.height] = [image.naturalWidth, image.naturalHeight].map((side) => Math.max(1, Math.round(side * shrink)));
    const context = mask.getContext('2d', { willReadFrequently: true });
    if (!context) return;
    context.drawImage(image, 0, 0, mask.width, mask.height);
    const { data } = context.getImageData(0, 0, mask.width, mask.height);
    const painted = context.createImageData(mask.width, mask.height);
    if (view === 'exposure') {
      paintClipped(data, painted.data);
      this.#draws(histogramOf(data));
    } else paintSharp(data, mask.width, painted.data);
    context.putImageData(painted, 0, 0);
    box.append((this.#mask = mask));
  }

  /** @param {ReturnType<typeof histogramOf>} histogram */
  #draws({ channels, highlights, shadows }) {
    const { width, height } = this.#chart;
    const context = this.#chart.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, width, height);
    context.globalCompositeOperation = 'lighter';
    // The ends would dwarf all the rest.
    const most = Math.max(1, ...channels.map((counts) => Math.max(...counts.subarray(2, 254))));
    channels.forEach((counts, i) => {
      context.fillStyle = COLOURS[i];
      counts.forEach((count, value) => {
        const high = Math.min(height, (count / most) * height);
        context.fillRect(value, height - high, 1, high);
      });
    });
    const share = new Intl.NumberFormat(this.#strings.language, { style: 'percent', maximumFractionDigits: 1 });
    this.#words.textContent = this.#strings.mark.large.clipped(share.format(highlights), share.format(shadows));
  }
}
