// @ts-check
// Two to four pictures side by side, or one above the other: zoomed and panned together, each marked by itself.

import { append } from '../dom.js';
import { collectionPath, Problem } from '../server/api.js';
import { ComparePane } from './compare-pane.js';
import { LightboxGestures } from './lightbox-gestures.js';
import { signButton } from './lightbox-skeleton.js';
import { LargePlace } from './large-place.js';

/** @typedef {import('../server/wire.js').Item} Item */

/**
 * @typedef {object} CompareDelegate
 * @property {(item: Item) => string | undefined} compareSmall a picture of the item that the browser has
 * @property {() => void} compareClosed
 */

export class Compare {
  #context;
  #delegate;
  #parts;
  #speech;
  /** @type {ComparePane[]} */
  #panes = [];
  #active = 0;
  #isClosed = false;
  #sizes = new ResizeObserver(() => this.#fit());

  /**
   * @param {import('./large-place.js').LargeContext} context
   * @param {Item[]} items
   * @param {CompareDelegate} delegate
   */
  constructor(context, items, delegate) {
    const { frame, description, order, strings } = (this.#context = context);
    this.#delegate = delegate;
    const parts = (this.#parts = makeCompare(frame, items.length, strings));
    const place = new LargePlace('compare', parts, context, this);
    this.#speech = place.speech;
    const pane = { description, order, strings, controls: (/** @type {HTMLElement} */ foot) => place.controls(foot), changed: () => this.#drawZoom(true) };
    this.#panes = items.map((item) => new ComparePane(parts.panes, item, delegate.compareSmall(item), pane));
    this.#panes.forEach((pane, i) => this.#listen(pane, i));
    parts.whole.addEventListener('click', () => this.zoomBy(0));
    parts.dialog.showModal();
    this.#sizes.observe(parts.panes);
    this.#fit();
    this.#activate(0);
  }

  /** Whether all pictures have come, or will not. */
  get isIdle() { return this.#panes.every((pane) => pane.hasEnded); }
  get #pane() { return this.#panes[this.#active]; }
  get cell() { return this.#pane.cell; }

  /** The collection has changed: what is shown of the items may have, too. */
  async refresh() {
    const { order, description } = this.#context;
    await Promise.all(this.#panes.map(async (pane) => {
      try {
        const item = await order.server.call('GET', collectionPath(description.id, 'items', pane.item.id));
        if (!this.#isClosed) pane.show(item);
      } catch (error) {
        if (error instanceof Problem && error.status === 404) pane.lose();
      }
    }));
  }

  /** @param {boolean} isPaused while paused, no picture is fetched */
  pause(isPaused) {
    for (const pane of this.#panes) {
      if (isPaused) pane.pause();
      else pane.load();
    }
  }

  /** Returns to the grid. */
  close() {
    if (this.#isClosed) return;
    this.remove();
    this.#delegate.compareClosed();
  }

  /** Removes it, and nothing else. */
  remove() {
    this.#isClosed = true;
    this.#sizes.disconnect();
    for (const pane of this.#panes) pane.stop();
    this.#parts.dialog.close();
    this.#parts.dialog.remove();
  }

  /**
   * @param {ComparePane} pane
   * @param {number} i
   */
  #listen(pane, i) {
    const activate = () => i !== this.#active && this.#activate(i, false);
    pane.element.addEventListener('pointerdown', activate);
    pane.element.addEventListener('focusin', activate);
    new LightboxGestures(pane.view, {
      gestureZoom: () => pane.zoom,
      gestureZoomed: (isQuick) => {
        this.#activate(i, false);
        this.#drawZoom(isQuick);
      },
      // There is nowhere to go from here: only a picture that is zoomed is dragged.
    });
  }

  /**
   * The pane that keys mark.
   * @param {number} i
   * @param {boolean} [takesFocus]
   */
  #activate(i, takesFocus = true) {
    this.#active = i;
    this.#panes.forEach((pane, at) => pane.element.classList.toggle('active', at === i));
    if (!takesFocus) return;
    this.focus();
    this.#speech.say(`${this.#pane.item.title ?? ''}, ${this.#context.strings.picturePlace(i + 1, this.#panes.length)}`);
  }

  #fit() {
    if (this.#parts.panes.clientWidth === 0) return;
    const was = this.#pane.zoom.isZoomed;
    for (const pane of this.#panes) pane.fit();
    if (was) this.#drawZoom(true);
  }

  /** @param {number} factor 0 shows whole pictures again */
  zoomBy(factor) {
    this.#pane.zoom.step(factor);
    this.#drawZoom(false);
  }

  /** Shows the active picture's own pixels, or whole pictures. */
  toggleActual() {
    this.#pane.zoom.toggleActual();
    this.#drawZoom(false);
  }

  /**
   * Makes the next pane the active one, or the one before.
   * @param {-1 | 1} way
   */
  step(way) { this.go(this.#active + way); }
  next() { this.step(1); }
  goToEnd() { this.go(this.#panes.length - 1); }
  focus() { this.#pane.element.focus({ preventScroll: true }); }

  /** @param {number} index of a pane; beyond the last one, that */
  go(index) { this.#activate(Math.max(0, Math.min(this.#panes.length - 1, index))); }

  /** @param {-1 | 1} side 1 is the right */
  stepAside(side) { this.step(/** @type {-1 | 1} */ (getComputedStyle(this.#parts.dialog).direction === 'rtl' ? -side : side)); }

  /**
   * Draws the active pane's zoom in all.
   * @param {boolean} isQuick without an animation
   */
  #drawZoom(isQuick) {
    const { zoom } = this.#pane;
    for (const pane of this.#panes) {
      if (pane.zoom !== zoom) pane.zoom.follow(zoom);
      pane.draw(isQuick);
    }
    this.#parts.dialog.classList.toggle('zoomed', zoom.isZoomed);
    this.#parts.whole.disabled = !zoom.isZoomed;
  }
}

/**
 * The nodes around the pictures: a modal dialog, as the large picture is.
 * @param {HTMLElement} frame
 * @param {number} count of the pictures
 * @param {import('../../strings/strings.js').Strings} strings
 */
function makeCompare(frame, count, strings) {
  const dialog = /** @type {HTMLDialogElement} */ (append(frame, 'dialog', 'lightbox compare'));
  dialog.setAttribute('aria-label', strings.mark.comparing(count));
  append(dialog, 'div', 'backdrop');
  const bar = append(dialog, 'div', 'compare-bar');
  const close = signButton(bar, 'back', strings.closePicture, 'close');
  append(bar, 'h2', 'title').textContent = strings.mark.comparing(count);
  const whole = /** @type {HTMLButtonElement} */ (append(bar, 'button', 'whole'));
  whole.type = 'button';
  whole.textContent = strings.mark.wholePictures;
  whole.disabled = true;
  const panes = append(dialog, 'div', 'panes');
  panes.dataset.count = String(count);
  const live = append(dialog, 'div', 'live');
  live.setAttribute('aria-live', 'polite');
  const toast = append(dialog, 'div', 'toast');
  return { dialog, close, whole, panes, live, toast };
}
