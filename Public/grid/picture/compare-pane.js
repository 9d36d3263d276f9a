// @ts-check
// One of the pictures that are compared: large, with its title and its marks below.

import { failureText } from '../cells/cell-face.js';
import { append, prefersReducedMotion } from '../dom.js';
import { collectionPath } from '../server/api.js';
import { makeFoot } from './lightbox-skeleton.js';
import { LightboxSlide } from './lightbox-slide.js';
import { Zoom } from './zoom.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../server/wire.js').Item} Item */

/** The widths that pictures come in: others would be further renditions of the same in a browser's cache. In px. */
const STEPS = [320, 640, 960, 1280, 1920, 2560];

/**
 * @typedef {object} PaneContext
 * @property {import('../server/wire.js').CollectionDescription} description
 * @property {import('../query/shown-order.js').ShownOrder} order
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {(foot: HTMLElement) => (cell: Cell) => void} controls fills the place below the picture
 * @property {() => void} changed its picture came, or will not come
 */

export class ComparePane {
  zoom = new Zoom();
  #context;
  #slide;
  #title;
  #failure;
  #showControls;
  #item;
  /** Width of the picture that is fitted in, in its own px. */
  #fitted = 0;

  /**
   * @param {HTMLElement} parent
   * @param {Item} item
   * @param {string | undefined} small a picture of it that the browser has
   * @param {PaneContext} context
   */
  constructor(parent, item, small, context) {
    this.#context = context;
    this.#item = item;
    this.element = append(parent, 'section', 'pane');
    this.element.tabIndex = -1;
    this.view = append(this.element, 'div', 'pane-view');
    this.#slide = new LightboxSlide(
      this.view, context.order.server,
      { collection: context.description.id, hasOriginals: context.description.capabilities?.originals === true }, () => this.#drawState());
    this.#failure = append(this.view, 'p', 'pane-failure');
    const foot = append(this.element, 'div', 'pane-foot');
    this.#title = append(foot, 'h3', 'title');
    this.#showControls = context.controls(makeFoot(foot));
    this.show(item, small);
  }

  get item() { return this.#item; }
  get isSharp() { return this.#slide.isSharp; }
  get hasEnded() { return (this.#slide.isSharp && this.#slide.isSettled) || this.#slide.hasFailed; }

  /**
   * Shows what is known of the item now.
   * @param {Item} item
   * @param {string} [small]
   */
  show(item, small) {
    this.#item = item;
    const title = item.title ?? '';
    this.element.setAttribute('aria-label', title);
    this.#title.textContent = title;
    const { cell } = this;
    const wasAsked = this.#slide.isAsked;
    this.#slide.show(cell, small);
    this.#showControls(cell);
    if (wasAsked) this.load();
  }

  /**
   * Shows another item in the place of this one, at the same point and as large.
   * @param {Item} item
   * @param {string} [small]
   */
  replace(item, small) {
    this.element.classList.remove('gone');
    this.show(item, small);
    this.fit();
  }

  /** The view has another size, or another picture: it is fitted in, and zoomed as before. */
  fit() {
    this.#fit();
    this.load();
    this.draw(true);
  }

  #fit() {
    const { clientWidth, clientHeight } = this.view;
    this.#slide.resize(clientWidth, clientHeight);
    const [width, height] = this.#slide.layout();
    const before = this.zoom;
    this.zoom = new Zoom();
    this.#fitted = this.#slide.originalWidth;
    this.zoom.fit(width, height, clientWidth, clientHeight, this.#fitted, devicePixelRatio);
    if (before.isKept) this.zoom.follow(before);
  }

  /** Device px for each px of the picture; 0 while its size is not known. */
  get ratio() { return this.zoom.ratio(this.#slide.originalWidth); }

  load() {
    if (this.#slide.hasFailed) return;
    // The address names a size, which another view may change: what is there stays until then.
    if (!this.#slide.isAsked && this.view.clientWidth > 0) {
      this.#slide.cell = this.cell;
      this.#slide.load(true);
    }
  }

  /** @param {boolean} isQuick without an animation */
  draw(isQuick) {
    const { scale, x, y, isZoomed } = this.zoom;
    const { box } = this.#slide;
    box.classList.toggle('gliding', !isQuick && !prefersReducedMotion());
    box.style.transform = isZoomed ? `translate(${x}px, ${y}px) scale(${scale})` : '';
    this.#slide.look(this.zoom, isQuick);
  }

  /** The item is no longer in the collection. */
  lose() {
    this.element.classList.add('gone');
    this.#failure.textContent = this.#context.strings.pictureGone;
  }

  pause() { this.#slide.pause(); }
  stop() { this.#slide.stop(); }

  /** @returns {Cell} */
  get cell() {
    const { description } = this.#context;
    const { clientWidth, clientHeight } = this.view;
    const image = pictureAddress(description.id, this.#item, clientWidth * devicePixelRatio, clientHeight * devicePixelRatio);
    return /** @type {Cell} */ ({ id: this.#item.id, item: this.#item, image });
  }

  #drawState() {
    const { strings } = this.#context;
    this.#failure.textContent = this.#slide.hasFailed ? failureText(/** @type {any} */ ({}), strings) : '';
    if (!this.zoom.isZoomed || this.#slide.originalWidth !== this.#fitted) this.#fit();
    this.#context.changed();
  }
}

/**
 * The address of a picture that is sharp in a view.
 * @param {string} collection
 * @param {import('../server/wire.js').Item} item
 * @param {number} width of the view in device px
 * @param {number} height
 * @returns {string} as cells name theirs
 */
function pictureAddress(collection, item, width, height) {
  // A picture covers a square of its step: fitted into a view, its shorter side counts.
  const scale = item.width && item.height ? Math.min(width / item.width, height / item.height) : 0;
  const shorter = scale ? Math.min(item.width ?? 0, item.height ?? 0) * scale : Math.min(width, height);
  const step = STEPS.find((wide) => wide >= shorter) ?? STEPS[STEPS.length - 1];
  const revision = item.revision === undefined ? '' : `&rev=${item.revision}`;
  return `/api/v1${collectionPath(collection, 'items', item.id, 'image')}?w=${step}${revision}`;
}
