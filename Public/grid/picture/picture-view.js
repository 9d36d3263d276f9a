// @ts-check
// Between the grid and the large picture: opens it from its cell, and returns to the cell.

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** Maximum wait for a cell that is far away, before the picture closes without it. In ms. */
const REVEAL_TIMEOUT_MS = 700;

/**
 * @typedef {object} PictureViewDelegate
 * @property {(cell: Cell | undefined) => void} pictureShown another picture is shown large, or none any more
 */

/**
 * @typedef {object} PictureViewContext
 * @property {HTMLElement} frame
 * @property {import('../server/wire.js').CollectionDescription} description
 * @property {import('../element/presenter.js').Presenter} presenter
 * @property {import('../access/roving-focus.js').RovingFocus} focus
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {import('../features/lazy-features.js').LazyFeatures} features
 */

export class PictureView {
  #context;
  #delegate;
  /** @type {import('./lightbox.js').Lightbox | undefined} */
  #lightbox;
  /**
   * Whose picture is opened as soon as what shows it is loaded.
   * @type {Cell | undefined}
   */
  #wanted;

  /**
   * @param {PictureViewContext} context
   * @param {PictureViewDelegate} delegate
   */
  constructor(context, delegate) {
    this.#context = context;
    this.#delegate = delegate;
  }

  get cell() { return this.#lightbox?.cell ?? this.#wanted; }
  get isIdle() { return !this.#wanted && (this.#lightbox?.isIdle ?? true); }

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
    const { loaded } = this.#context.features;
    if (loaded) this.#show(cell, loaded);
    else this.#openLoaded(cell);
    return true;
  }

  close() {
    this.#wanted = undefined;
    return this.#lightbox?.close();
  }

  /** @param {boolean} isPaused while paused, no picture is fetched */
  pause(isPaused) { this.#lightbox?.pause(isPaused); }

  /** The grid itself is removed. */
  remove() {
    this.#wanted = undefined;
    this.#lightbox?.remove();
    this.#lightbox = undefined;
  }

  /** @param {Cell} cell */
  async #openLoaded(cell) {
    const isLoading = this.#wanted !== undefined;
    this.#wanted = cell;
    if (isLoading) return;
    const loaded = await this.#context.features.get(() => this.open(cell));
    // Closed meanwhile, or asked for another.
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (loaded && wanted) this.#show(this.#context.presenter.store.cells.get(wanted.id) ?? wanted, loaded);
  }

  /**
   * @param {Cell} cell
   * @param {import('../features/lazy-features.js').Features} features
   */
  #show(cell, { Lightbox }) {
    const { frame, description, presenter, strings } = this.#context;
    // The large picture must not wait behind small ones: a browser has few connections.
    presenter.surface.pausePictures('large', true);
    this.#lightbox = new Lightbox(frame, description, presenter.order, cell, presenter.store, strings, {
      lightboxSmall: (of) => this.#small(of),
      lightboxBox: (of) => this.#box(of),
      lightboxShows: (of) => this.#delegate.pictureShown(of),
      lightboxWillClose: (of) => this.#reveal(of),
      lightboxClosed: (of) => this.#closed(of),
    });
  }

  /** @param {Cell} of */
  #small(of) {
    const node = this.#context.presenter.surface.node(of.id);
    return node?.picture.isShown ? node.picture.url : node?.cell?.preview;
  }

  /** @param {Cell} of */
  #box(of) {
    const box = this.#context.presenter.surface.node(of.id)?.body.getBoundingClientRect();
    const view = this.#context.frame.getBoundingClientRect();
    return box && box.bottom > view.top && box.top < view.bottom ? box : undefined;
  }

  /** @param {Cell} of */
  async #reveal(of) {
    const { store, surface } = this.#context.presenter;
    surface.pausePictures('large', false);
    const cell = store.cells.get(of.id);
    if (cell) {
      const [, y, , h] = cell.frame;
      if (y < surface.offset || y + h > surface.offset + surface.height) surface.jump(y - (surface.height - h) / 2);
      surface.drawNow();
      return;
    }
    this.#context.presenter.seek(of.index, surface.height / 3);
    await new Promise((resolve) => {
      this.#context.presenter.afterDraw(() => requestAnimationFrame(resolve));
      setTimeout(resolve, REVEAL_TIMEOUT_MS);
    });
  }

  /** @param {Cell} of */
  #closed(of) {
    this.#lightbox = undefined;
    const cell = this.#context.presenter.store.cells.get(of.id);
    if (cell) this.#context.focus.set(cell);
    else this.#context.focus.go(of.index);
    this.#delegate.pictureShown(undefined);
    this.#context.presenter.surface.requestFrame();
  }
}
