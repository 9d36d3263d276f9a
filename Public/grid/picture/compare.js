// @ts-check
// Two to four pictures side by side, or one above the other: zoomed and panned together, each marked by itself. One that is rejected gives
// its place to the next frame of the burst.

import { append } from '../dom.js';
import { collectionPath, Problem } from '../server/api.js';
import { ItemFields } from '../server/item-fields.js';
import { Burst } from './burst.js';
import { ComparePane } from './compare-pane.js';
import { LightboxGestures } from './lightbox-gestures.js';
import { signButton } from './lightbox-skeleton.js';
import { LargePlace } from './large-place.js';
import { scaleWords } from './zoom.js';

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
  #burst;
  /**
   * The panes of pictures that were rejected, with those that took their places.
   * @type {Map<string, {at: number, by: string | undefined}>}
   */
  #dropped = new Map();
  #active = 0;
  #isClosed = false;
  #addPane;
  #sizes = new ResizeObserver(() => this.#fit());

  /**
   * @param {import('./large-place.js').LargeContext} context
   * @param {Item[]} items
   * @param {CompareDelegate} delegate
   */
  constructor(context, items, delegate) {
    const { frame, description, order, strings } = (this.#context = context);
    this.#delegate = delegate;
    const parts = (this.#parts = makeCompare(frame, strings));
    const place = new LargePlace('compare', parts, context, this);
    this.#speech = place.speech;
    const pane = { description, order, strings, controls: (/** @type {HTMLElement} */ foot) => place.controls(foot), changed: () => this.#drawZoom(true) };
    this.#addPane = (/** @type {Item} */ item) => {
      const made = new ComparePane(parts.panes, item, delegate.compareSmall(item), pane);
      this.#listen(made);
      return made;
    };
    this.#panes = items.map(this.#addPane);
    this.#burst = new Burst(order, new ItemFields(order.server, description.id), description, items);
    this.#count();
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
      const { id } = pane.item;
      // Another frame may have taken its place meanwhile.
      const isThere = () => !this.#isClosed && pane.item.id === id;
      try {
        const item = await order.server.call('GET', collectionPath(description.id, 'items', id));
        if (isThere()) pane.show(item);
      } catch (error) {
        if (isThere() && error instanceof Problem && error.status === 404) pane.lose();
      }
    }));
  }

  /**
   * Marks were given: a picture that is rejected leaves.
   * @param {string} id
   * @param {import('../marks/mark.js').Marks} marks
   */
  async marked(id, { flag }) {
    if (flag !== 'reject') return;
    const next = await this.#burst.next(id, this.#panes.map(({ item }) => item)).catch(() => undefined);
    const at = this.#panes.findIndex(({ item }) => item.id === id);
    if (this.#isClosed || at < 0) return;
    // The last one stays: there is nothing else to show.
    if (!next && this.#panes.length === 1) return;
    this.#dropped.set(id, { at, by: next?.id });
    const active = this.#pane;
    if (next) this.#panes[at].replace(next, this.#delegate.compareSmall(next));
    else this.#remove(at);
    const still = this.#panes.indexOf(active);
    this.#activate(still < 0 ? Math.min(at, this.#panes.length - 1) : still);
  }

  /**
   * Undo has changed an item: one that was rejected returns to its place.
   * @param {string} id
   */
  async follow(id) {
    const { order, description } = this.#context;
    const { at, by } = this.#dropped.get(id) ?? {};
    if (at === undefined) return;
    const item = await order.server.call('GET', collectionPath(description.id, 'items', id)).catch(() => undefined);
    if (this.#isClosed || !item || !this.#dropped.delete(id)) return;
    let now = this.#panes.findIndex((pane) => pane.item.id === by);
    if (now >= 0) this.#panes[now].replace(item, this.#delegate.compareSmall(item));
    else {
      now = Math.min(at, this.#panes.length);
      this.#panes[now]?.element.before((this.#panes[this.#panes.length] = this.#addPane(item)).element);
      this.#panes.splice(now, 0, ...this.#panes.splice(-1));
      this.#count();
    }
    if (by !== undefined) this.#burst.forget(by);
    this.#activate(now);
  }

  /** @param {number} at */
  #remove(at) {
    const [pane] = this.#panes.splice(at, 1);
    pane.stop();
    pane.element.remove();
    this.#count();
  }

  /** Says how many are compared, and arranges them. */
  #count() {
    const { dialog, title, panes } = this.#parts;
    const words = this.#context.strings.mark.comparing(this.#panes.length);
    dialog.setAttribute('aria-label', words);
    title.textContent = words;
    panes.dataset.count = String(this.#panes.length);
    this.#fit();
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

  /** @param {ComparePane} pane */
  #listen(pane) {
    const activate = () => pane !== this.#pane && this.#activate(this.#panes.indexOf(pane), false);
    pane.element.addEventListener('pointerdown', activate);
    pane.element.addEventListener('focusin', activate);
    new LightboxGestures(pane.view, {
      gestureZoom: () => pane.zoom,
      gestureZoomed: (isQuick) => {
        activate();
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
    this.#parts.scale.textContent = scaleWords(this.#pane.ratio, this.#context.strings.language);
    if (!takesFocus) return;
    this.focus();
    this.#speech.say(`${this.#pane.item.title ?? ''}, ${this.#context.strings.picturePlace(i + 1, this.#panes.length)}`);
  }

  #fit() {
    if (this.#parts.panes.clientWidth === 0) return;
    for (const pane of this.#panes) pane.fit();
    this.#drawZoom(true);
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
    // A change of size is also noticed as the pictures leave.
    if (!this.#pane) return;
    const { zoom } = this.#pane;
    for (const pane of this.#panes) {
      if (pane.zoom !== zoom) pane.zoom.follow(zoom);
      pane.draw(isQuick);
    }
    this.#parts.dialog.classList.toggle('zoomed', zoom.isZoomed);
    this.#parts.whole.disabled = !zoom.isZoomed;
    this.#parts.scale.textContent = scaleWords(this.#pane.ratio, this.#context.strings.language);
  }
}

/**
 * The nodes around the pictures: a modal dialog, as the large picture is.
 * @param {HTMLElement} frame
 * @param {import('../../strings/strings.js').Strings} strings
 */
function makeCompare(frame, strings) {
  const dialog = append(frame, 'dialog', 'lightbox compare');
  append(dialog, 'div', 'backdrop');
  const bar = append(dialog, 'div', 'compare-bar');
  const close = signButton(bar, 'back', strings.closePicture, 'close');
  const title = append(bar, 'h2', 'title');
  const scale = append(bar, 'span', 'scale');
  scale.title = strings.mark.scale;
  const whole = append(bar, 'button', 'whole');
  whole.textContent = strings.mark.wholePictures;
  whole.disabled = true;
  const panes = append(dialog, 'div', 'panes');
  const live = append(dialog, 'div', 'live');
  live.setAttribute('aria-live', 'polite');
  const toast = append(dialog, 'div', 'toast');
  return { dialog, close, title, scale, whole, panes, live, toast };
}
