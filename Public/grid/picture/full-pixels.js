// @ts-check
// The picture's own pixels over a large picture that is zoomed: its file as it is where browsers show it, else what the server makes of it,
// of a very large one only the part that is seen. Nothing of it is kept once the picture is whole again.

import { prefersReducedMotion } from '../dom.js';
import { collectionPath } from '../server/api.js';
import { covers, regionFor } from './region-plan.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('./region-plan.js').Region} Region */
/** @typedef {{address: string, kind: 'original' | 'made' | 'region', region: Region}} Source where pixels come from, and of which part */

/** Files that browsers show, by the ends of their names, as the server goes by them. */
const SHOWN = /\.(jpe?g|jpe|jf?if|jps|mpo|insp|a?png|webp|gif|avifs?)$/i;
/** Beyond this many pixels a browser decodes too much at once: only parts are fetched. */
const MOST_PIXELS = 40_000_000;
/** The shorter side of the widest picture that is made for cells, in px. */
const WIDEST = 2560;
/** A width that asks for the whole picture in its own pixels. */
const WHOLE = 16_384;
/** Time for which the view rests before a part is fetched: on the way there each would be in vain. In ms. */
const REST_MS = 90;
/** Of `.box.gliding`, and a little more. In ms. */
const GLIDE_MS = 230;

export class FullPixels {
  #slide;
  #server;
  #origin;
  /** @type {{image: HTMLImageElement, source: Source} | undefined} */
  #shown;
  /** @type {{image: HTMLImageElement, source: Source} | undefined} */
  #pending;
  /** @type {Set<Source['kind']>} */
  #failed = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #glide;
  #item = '';

  /**
   * @param {HTMLElement} slide
   * @param {import('../server/server.js').Server} server
   * @param {{collection: string, hasOriginals: boolean}} origin
   */
  constructor(slide, server, origin) {
    this.#slide = slide;
    this.#server = server;
    this.#origin = origin;
  }

  /** Whether what is seen is shown as finely as it can be, or nothing more comes. */
  get isSettled() { return !this.#pending && !this.#timer; }

  /**
   * The view has changed.
   * @param {Cell | undefined} cell
   * @param {number} shownWidth px of the picture that is there already, as wide as it is
   * @param {import('./zoom.js').Zoom} zoom
   * @param {boolean} isQuick without an animation
   */
  look(cell, shownWidth, zoom, isQuick) {
    const { id, width, height, revision } = cell?.item ?? {};
    if (!cell || !width || !height || !zoom.isZoomed) return this.stop();
    if (this.#item !== `${id} ${revision}`) this.stop();
    this.#item = `${id} ${revision}`;
    const ratio = zoom.ratio(width);
    this.#draw(zoom, width, height, isQuick);
    const isEnough = width * ratio <= shownWidth * 1.02;
    const source = isEnough ? undefined : this.#source(cell, width, height, zoom, ratio);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!source || this.#has(this.#shown, source, width, height, zoom, ratio)) return this.#drop();
    if (this.#has(this.#pending, source, width, height, zoom, ratio)) return;
    this.#drop();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#fetch(source, () => this.look(cell, shownWidth, zoom, true));
    }, source.kind === 'region' ? REST_MS : 0);
  }

  /** Nothing more is fetched, and what is there is removed. */
  stop() {
    clearTimeout(this.#timer);
    clearTimeout(this.#glide);
    this.#timer = undefined;
    this.#drop();
    this.#shown?.image.remove();
    this.#shown = undefined;
    this.#failed.clear();
    this.#item = '';
  }

  /** Stops what is under way. Only clearing `src` stops the browser, and with it the server. */
  #drop() {
    this.#pending?.image.removeAttribute('src');
    this.#pending = undefined;
  }

  /**
   * @param {{source: Source} | undefined} held
   * @param {Source} wanted
   * @param {number} width
   * @param {number} height
   * @param {import('./zoom.js').Zoom} zoom
   * @param {number} ratio
   */
  #has(held, wanted, width, height, zoom, ratio) {
    if (!held) return false;
    if (held.source.address === wanted.address) return true;
    return held.source.kind === 'region' && wanted.kind === 'region' && covers(held.source.region, width, height, zoom.seen, ratio);
  }

  /**
   * @param {Cell} cell
   * @param {number} width
   * @param {number} height
   * @param {import('./zoom.js').Zoom} zoom
   * @param {number} ratio
   * @returns {Source | undefined}
   */
  #source(cell, width, height, zoom, ratio) {
    const path = `/api/v1${collectionPath(this.#origin.collection, 'items', cell.id)}`;
    const revision = cell.item?.revision === undefined ? '' : `&rev=${cell.item.revision}`;
    const whole = { x: 0, y: 0, width, height, shrink: 1 };
    const isSmall = width * height <= MOST_PIXELS;
    // A file has no ticket: a page of another origin without cookies could not fetch it.
    const isStreamed = this.#origin.hasOriginals && !(this.#server.isForeign && this.#server.token) && SHOWN.test(cell.item?.title ?? '');
    if (isSmall && isStreamed && !this.#failed.has('original')) {
      return { kind: 'original', region: whole, address: `${path}/original?inline=1` };
    }
    // Smaller than at 100 %, what is made for cells may be enough, and is made already.
    const isWideEnough = ratio < 1 && width * ratio <= (width * WIDEST) / Math.min(width, height);
    if ((isSmall || isWideEnough) && !this.#failed.has('made')) {
      return { kind: 'made', region: whole, address: `${path}/image?w=${isWideEnough ? WIDEST : WHOLE}${revision}` };
    }
    if (this.#failed.has('region')) return undefined;
    const region = regionFor(width, height, zoom.seen, ratio);
    const { x, y, shrink } = region;
    const address = `${path}/region?x=${x}&y=${y}&width=${region.width}&height=${region.height}&shrink=${shrink}${revision}`;
    return { kind: 'region', region, address };
  }

  /**
   * @param {Source} source
   * @param {() => void} again it came, or something else is to be fetched
   */
  async #fetch(source, again) {
    const image = document.createElement('img');
    const fetched = (this.#pending = { image, source });
    image.className = 'full';
    image.alt = '';
    image.draggable = false;
    this.#server.show(image, source.address);
    try {
      await image.decode();
    } catch {
      if (this.#pending !== fetched) return;
      this.#pending = undefined;
      this.#failed.add(source.kind);
      return again();
    }
    if (this.#pending !== fetched) return;
    this.#pending = undefined;
    this.#shown?.image.remove();
    this.#shown = fetched;
    this.#slide.append(image);
    again();
  }

  /**
   * Puts the pixels where they belong: on whole px of the device, since a px that is shown as one must not be spread over two.
   * @param {import('./zoom.js').Zoom} zoom
   * @param {number} width
   * @param {number} height
   * @param {boolean} isQuick
   */
  #draw(zoom, width, height, isQuick) {
    if (!this.#shown) return;
    const { image, source: { region } } = this.#shown;
    const [left, top, wide, high] = zoom.place([
      region.x / width, region.y / height, (region.x + region.width) / width, (region.y + region.height) / height]);
    Object.assign(image.style, { left: `${left}px`, top: `${top}px`, width: `${wide}px`, height: `${high}px` });
    image.classList.toggle('pixelated', zoom.ratio(width) >= 2);
    if (isQuick || prefersReducedMotion()) return;
    // Until the picture below it has glided to its place.
    image.classList.add('waiting');
    clearTimeout(this.#glide);
    this.#glide = setTimeout(() => image.classList.remove('waiting'), GLIDE_MS);
  }
}
