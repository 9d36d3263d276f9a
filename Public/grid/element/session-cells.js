// @ts-check
// The cells of a session, beyond their pictures: their faces, their rows for screen readers, the columns of a list.

import { AccessibleRows } from '../access/accessible-rows.js';
import { configureFace } from '../cells/cell-face.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

export class SessionCells {
  #presenter;
  #layout;
  #strings;
  #rows;
  /** @type {import('../cells/list-columns.js').ListColumns | undefined} come after the first screen */
  #columns;

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
    features.whenLoaded(({ ListColumns }) => {
      this.#columns = new ListColumns(collection, presenter, strings);
      for (const node of presenter.surface.nodes) if (node.cell) this.#showColumns(node, node.cell);
      presenter.surface.requestFrame();
    });
  }

  /**
   * @param {import('../cells/cell-pool.js').CellNode} node
   * @param {Cell} cell
   */
  configure(node, cell) {
    configureFace(node, cell, this.#strings, this.#layout.metrics,
      { width: this.#presenter.surface.width, isMirrored: this.#presenter.store.isMirrored });
    this.#showColumns(node, cell);
  }

  /**
   * @param {import('../cells/cell-pool.js').CellNode} node
   * @param {Cell} cell
   */
  #showColumns(node, cell) { this.#columns?.configure(node, cell, this.#layout.kind === 'list'); }

  /** Nothing moves: screen readers get their rows. */
  settled() {
    this.#rows.update([...this.#presenter.surface.nodes], this.#presenter.store.places);
  }

  /** Facts that the list shows are read. */
  readColumns() {
    if (this.#layout.kind === 'list') this.#columns?.settled();
  }

  /** A new version is about to be drawn. */
  reset() { this.#rows.reset(); }

  /** @param {number} sectionCount of the collection */
  describe(sectionCount) {
    const { store, surface } = this.#presenter;
    this.#rows.describe(this.#layout.metrics, sectionCount, store, surface.width);
  }

  close() { this.#columns?.close(); }
}
