// @ts-check
// Between the grid and the large picture: opens it from its cell, and returns to the cell.

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/**
 * @typedef {object} PictureViewDelegate
 * @property {(cell: Cell | undefined) => void} pictureShown another picture is shown large, or none any more
 */

/** @typedef {import('../element/session-editing.js').SessionContext & {editing: import('../element/session-editing.js').SessionEditing}} PictureViewContext */

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
   * @param {boolean} [isLook] whether Space opens it, which closes it as well
   * @returns {boolean} whether it has one
   */
  open(cell, isLook = false) {
    if (!cell.image) return false;
    if (this.#lightbox) {
      if (this.#lightbox.cell.id !== cell.id) this.#lightbox.go(cell.index);
      return true;
    }
    const { loaded } = this.#context.features;
    if (loaded) this.#show(cell, loaded, isLook);
    else this.#openLoaded(cell, isLook);
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

  /**
   * @param {Cell} cell
   * @param {boolean} isLook
   */
  async #openLoaded(cell, isLook) {
    const isLoading = this.#wanted !== undefined;
    this.#wanted = cell;
    if (isLoading) return;
    const loaded = await this.#context.features.get(() => this.open(cell, isLook));
    // Closed meanwhile, or asked for another.
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (loaded && wanted) this.#show(this.#context.presenter.store.cells.get(wanted.id) ?? wanted, loaded, isLook);
  }

  /**
   * @param {Cell} cell
   * @param {import('../element/lazy-features.js').Features} features
   * @param {boolean} isLook
   */
  #show(cell, { openLarge }, isLook) {
    const { pictureShown } = this.#delegate;
    this.#lightbox = openLarge(this.#context, cell, pictureShown, () => (this.#lightbox = undefined), isLook);
  }
}
