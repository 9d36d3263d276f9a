// @ts-check
// The cells of a session, beyond their pictures: their faces, their rows for screen readers, the columns of a list.

import { AccessibleRows } from '../access/accessible-rows.js';
import { configureFace } from '../cells/cell-face.js';
import { ListColumns } from '../cells/list-columns.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

export class SessionCells {
  #presenter;
  #layout;
  #strings;
  #rows;
  #columns;

  /**
   * @param {HTMLElement} rows
   * @param {string} collection
   * @param {import('./presenter.js').Presenter} presenter
   * @param {import('./session-layout.js').SessionLayout} layout
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(rows, collection, presenter, layout, strings) {
    this.#presenter = presenter;
    this.#layout = layout;
    this.#strings = strings;
    this.#rows = new AccessibleRows(rows);
    this.#columns = new ListColumns(collection, presenter, strings);
  }

  /**
   * @param {import('../cells/cell-pool.js').CellNode} node
   * @param {Cell} cell
   */
  configure(node, cell) {
    configureFace(node, cell, this.#strings, this.#layout.metrics,
      { width: this.#presenter.surface.width, isMirrored: this.#presenter.store.isMirrored });
    this.#columns.configure(node, cell, this.#layout.kind === 'list');
  }

  /** Nothing moves: screen readers get their rows. */
  settled() {
    this.#rows.update([...this.#presenter.surface.nodes], this.#presenter.store.places);
  }

  /** Facts that the list shows are read. */
  readColumns() {
    if (this.#layout.kind === 'list') this.#columns.settled();
  }

  /** A new version is about to be drawn. */
  reset() { this.#rows.reset(); }

  /** @param {number} sectionCount of the collection */
  describe(sectionCount) {
    const { store, surface } = this.#presenter;
    this.#rows.describe(this.#layout.metrics, sectionCount, store, surface.width);
  }

  close() { this.#columns.close(); }
}
