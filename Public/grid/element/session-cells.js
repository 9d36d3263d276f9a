// @ts-check
// The cells of a session, beyond their pictures: their faces, their rows for screen readers, what is known of their pictures.

import { AccessibleRows } from '../access/accessible-rows.js';
import { configureFace } from '../cells/cell-face.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

export class SessionCells {
  #presenter;
  #layout;
  #strings;
  #rows;
  /** @type {import('../cells/cell-details.js').CellDetails | undefined} come after the first screen */
  #details;

  /**
   * @param {HTMLElement} rows
   * @param {string} collection
   * @param {import('./presenter.js').Presenter} presenter
   * @param {import('./session-layout.js').SessionLayout} layout
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {import('./lazy-features.js').LazyFeatures} features
   */
  constructor(rows, collection, presenter, layout, strings, features) {
    this.#presenter = presenter;
    this.#layout = layout;
    this.#strings = strings;
    this.#rows = new AccessibleRows(rows);
    features.whenLoaded(({ CellDetails }) => (this.#details = new CellDetails(rows, collection, presenter, strings, layout)));
  }

  /**
   * @param {import('../cells/cell-pool.js').CellNode} node
   * @param {Cell} cell
   */
  configure(node, cell) {
    configureFace(node, cell, this.#strings, this.#layout.metrics,
      { width: this.#presenter.surface.width, isMirrored: this.#presenter.store.isMirrored });
    this.#details?.configure(node, cell);
  }

  /** Nothing moves: screen readers get their rows. */
  settled() {
    this.#rows.update([...this.#presenter.surface.nodes], this.#presenter.store.places);
  }

  /** Facts that are shown are read. */
  readDetails() { this.#details?.settled(); }

  /** A new version is about to be drawn. */
  reset() { this.#rows.reset(); }

  /** @param {number} sectionCount of the collection */
  describe(sectionCount) {
    const { store, surface } = this.#presenter;
    this.#rows.describe(this.#layout.metrics, sectionCount, store, surface.width);
  }

  close() { this.#details?.close(); }
}
