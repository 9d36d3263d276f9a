// @ts-check
// Two to four pictures side by side, or one above the other: zoomed and panned together, each marked by itself.

import { letterOf } from '../access/letter-key.js';
import { Speech } from '../access/speech.js';
import { collectionPath, Problem } from '../server/api.js';
import { ComparePane } from './compare-pane.js';
import { LightboxGestures } from './lightbox-gestures.js';
import { makeCompare } from './compare-skeleton.js';

/** @typedef {import('../server/wire.js').Item} Item */

/**
 * @typedef {object} CompareDelegate
 * @property {(item: Item) => string | undefined} compareSmall a picture of the item that the browser has
 * @property {() => void} compareClosed
 */

export class Compare {
  #collection;
  #server;
  #strings;
  #delegate;
  #parts;
  #speech;
  /** @type {ComparePane[]} */
  #panes = [];
  #active = 0;
  #isClosed = false;
  #sizes = new ResizeObserver(() => this.#fit());

  /**
   * @param {HTMLElement} frame
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {import('../query/shown-order.js').ShownOrder} order
   * @param {Item[]} items
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {CompareDelegate} delegate
   */
  constructor(frame, description, order, items, strings, delegate) {
    this.#collection = description.id;
    this.#server = order.server;
    this.#strings = strings;
    this.#delegate = delegate;
    const parts = (this.#parts = makeCompare(frame, items.length, strings));
    this.#speech = new Speech(parts.live, parts.toast, () => this.#pane.element.focus({ preventScroll: true }));
    const context = {
      dialog: parts.dialog, description, order, speech: this.#speech, strings,
      changed: () => this.#drawZoom(true), next: () => this.#activate(Math.min(this.#active + 1, items.length - 1)),
    };
    this.#panes = items.map((item) => new ComparePane(parts.panes, item, delegate.compareSmall(item), context));
    this.#panes.forEach((pane, i) => this.#listen(pane, i));
    parts.close.addEventListener('click', () => this.close());
    parts.whole.addEventListener('click', () => this.#zoomBy(0));
    parts.dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.close();
    });
    parts.dialog.addEventListener('keydown', (event) => this.#key(event));
    parts.dialog.showModal();
    this.#sizes.observe(parts.panes);
    this.#fit();
    this.#activate(0);
  }

  /** Whether all pictures have come, or will not. */
  get isIdle() { return this.#panes.every((pane) => pane.hasEnded); }
  get #pane() { return this.#panes[this.#active]; }

  /** The collection has changed: what is shown of the items may have, too. */
  async refresh() {
    await Promise.all(this.#panes.map(async (pane) => {
      try {
        const item = await this.#server.call('GET', collectionPath(this.#collection, 'items', pane.item.id));
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
      gestureDragged: () => {},
      gestureReleased: () => {},
      gesturePlayed: () => {},
      gestureTapped: () => {},
      gestureStep: () => {},
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
    this.#pane.element.focus({ preventScroll: true });
    this.#speech.say(`${this.#pane.item.title ?? ''}, ${this.#strings.picturePlace(i + 1, this.#panes.length)}`);
  }

  #fit() {
    if (this.#parts.panes.clientWidth === 0) return;
    const was = this.#pane.zoom.isZoomed;
    for (const pane of this.#panes) pane.fit();
    if (was) this.#drawZoom(true);
  }

  /** @param {number} factor 0 shows whole pictures again */
  #zoomBy(factor) {
    if (factor === 0) this.#pane.zoom.reset();
    else this.#pane.zoom.by(factor, 0, 0);
    this.#drawZoom(false);
  }

  /** Shows the active picture's own pixels, or whole pictures. */
  #toggleActual() {
    const { zoom } = this.#pane;
    const { scale } = zoom;
    zoom.toActual();
    if (Math.abs(zoom.scale - scale) < 0.001) zoom.reset();
    this.#drawZoom(false);
  }

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

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key === 'Tab' || event.key === 'Escape') return;
    // What the grid below would make of a key is not meant.
    event.stopPropagation();
    if (this.#means(event)) event.preventDefault();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key meant something here
   */
  #means(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.altKey || target.closest('.sheet')) return false;
    if (this.#pane.marks.key(event)) return true;
    const isRightToLeft = getComputedStyle(this.#parts.dialog).direction === 'rtl';
    const last = this.#panes.length - 1;
    const ways = /** @type {Record<string, number>} */ ({
      ArrowRight: this.#active + (isRightToLeft ? -1 : 1), ArrowLeft: this.#active - (isRightToLeft ? -1 : 1),
      ArrowDown: this.#active + 1, ArrowUp: this.#active - 1, Home: 0, End: last,
    });
    if (event.key in ways) this.#activate(Math.max(0, Math.min(last, ways[event.key])));
    else if (event.key === '+' || event.key === '=') this.#zoomBy(1.5);
    else if (event.key === '-') this.#zoomBy(1 / 1.5);
    else if (event.key === '0' && event.ctrlKey) this.#zoomBy(0);
    else if (letterOf(event) === 'z') this.#toggleActual();
    else if (letterOf(event) === 'c' && !event.ctrlKey && !event.metaKey) this.close();
    else return false;
    return true;
  }
}
