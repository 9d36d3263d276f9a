// @ts-check
// Between the grid and the large picture: opens it from its cell, and returns to the cell.

import { Lightbox } from './lightbox.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** Maximum wait for a cell that is far away, before the picture closes without it. In ms. */
const REVEAL_TIMEOUT_MS = 700;

/**
 * @typedef {object} PictureViewDelegate
 * @property {(cell: Cell | undefined) => void} pictureShown another picture is shown large, or none any more
 */

export class PictureView {
  #frame;
  #description;
  #presenter;
  #focus;
  #strings;
  #delegate;
  /** @type {Lightbox | undefined} */
  #lightbox;

  /**
   * @param {HTMLElement} frame
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {import('../element/presenter.js').Presenter} presenter
   * @param {import('../access/roving-focus.js').RovingFocus} focus
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {PictureViewDelegate} delegate
   */
  constructor(frame, description, presenter, focus, strings, delegate) {
    this.#frame = frame;
    this.#description = description;
    this.#presenter = presenter;
    this.#focus = focus;
    this.#strings = strings;
    this.#delegate = delegate;
  }

  get cell() { return this.#lightbox?.cell; }
  get isIdle() { return this.#lightbox?.isIdle ?? true; }

  /**
   * Opens a cell's picture.
   * @param {Cell} cell
   * @returns {boolean} whether it has one
   */
  open(cell) {
    if (!cell.image) return false;
    if (this.#lightbox) {
      if (this.#lightbox.cell.id !== cell.id) this.#lightbox.go(cell.index);
      return true;
    }
    const { surface, store, order } = this.#presenter;
    // The large picture must not wait behind small ones: a browser has few connections.
    surface.pausePictures('large', true);
    this.#lightbox = new Lightbox(this.#frame, this.#description, order, cell, store, this.#strings, {
      lightboxSmall: (of) => this.#small(of),
      lightboxBox: (of) => this.#box(of),
      lightboxShows: (of) => this.#delegate.pictureShown(of),
      lightboxWillClose: (of) => this.#reveal(of),
      lightboxClosed: (of) => this.#closed(of),
    });
    return true;
  }

  close() { return this.#lightbox?.close(); }

  /** @param {boolean} isPaused while paused, no picture is fetched */
  pause(isPaused) { this.#lightbox?.pause(isPaused); }

  /** The grid itself is removed. */
  remove() {
    this.#lightbox?.remove();
    this.#lightbox = undefined;
  }

  /** @param {Cell} of */
  #small(of) {
    const node = this.#presenter.surface.node(of.id);
    return node?.picture.isShown ? node.picture.url : node?.cell?.preview;
  }

  /** @param {Cell} of */
  #box(of) {
    const box = this.#presenter.surface.node(of.id)?.body.getBoundingClientRect();
    const view = this.#frame.getBoundingClientRect();
    return box && box.bottom > view.top && box.top < view.bottom ? box : undefined;
  }

  /** @param {Cell} of */
  async #reveal(of) {
    const { store, surface } = this.#presenter;
    surface.pausePictures('large', false);
    const cell = store.cells.get(of.id);
    if (cell) {
      const [, y, , h] = cell.frame;
      if (y < surface.offset || y + h > surface.offset + surface.height) surface.jump(y - (surface.height - h) / 2);
      surface.drawNow();
      return;
    }
    this.#presenter.seek(of.index, surface.height / 3);
    await new Promise((resolve) => {
      this.#presenter.afterDraw(() => requestAnimationFrame(resolve));
      setTimeout(resolve, REVEAL_TIMEOUT_MS);
    });
  }

  /** @param {Cell} of */
  #closed(of) {
    this.#lightbox = undefined;
    const cell = this.#presenter.store.cells.get(of.id);
    if (cell) this.#focus.set(cell);
    else this.#focus.go(of.index);
    this.#delegate.pictureShown(undefined);
    this.#presenter.surface.requestFrame();
  }
}
