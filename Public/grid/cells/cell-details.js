// @ts-check
// What is known of pictures beside them, once the features are here: columns in the list, captions elsewhere, overlays, their stacks.

import { Captions } from './captions.js';
import { ListColumns } from './list-columns.js';
import { showOverlays } from './overlays.js';
import { showStack } from './stack-badge.js';

/** @typedef {import('./cell-pool.js').CellNode} CellNode */
/** @typedef {import('../model/cell-store.js').Cell} Cell */

export class CellDetails {
  #presenter;
  #layout;
  #strings;
  #columns;
  #captions;

  /**
   * @param {HTMLElement} node of the grid
   * @param {string} collection
   * @param {import('../element/presenter.js').Presenter} presenter
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {import('../element/session-layout.js').SessionLayout} layout
   */
  constructor(node, collection, presenter, strings, layout) {
    this.#presenter = presenter;
    this.#layout = layout;
    this.#strings = strings;
    this.#columns = new ListColumns(collection, presenter, strings);
    this.#captions = new Captions(/** @type {ShadowRoot} */ (node.getRootNode()).host, collection, presenter, strings, () => this.#showAll());
    this.#showAll();
  }

  /**
   * A node shows a cell, for the first time or again.
   * @param {CellNode} node
   * @param {Cell} cell
   */
  configure(node, cell) {
    const isList = this.#layout.kind === 'list';
    this.#columns.configure(node, cell, isList);
    this.#captions.configure(node, cell, isList);
    const [, , width, height] = cell.frame;
    showOverlays(node.body, isList ? undefined : cell, { width, height, isLarge: false });
    const { order, store } = this.#presenter;
    const before = store.byIndex.get(cell.index - 1);
    const { stack } = cell.item ?? {};
    // Where the one before it is not here, only the face is known to be the first of its stack.
    const isFirst = before || !cell.index ? before?.item?.stack?.id !== stack?.id : stack?.face === cell.id;
    showStack(node, cell, order.query, isFirst, this.#strings);
  }

  /** The view stands: asks for what is in it. */
  settled() {
    if (this.#layout.kind === 'list') this.#columns.settled();
    else this.#captions.settled();
  }

  close() {
    this.#columns.close();
    this.#captions.close();
  }

  #showAll() {
    for (const node of this.#presenter.surface.nodes) if (node.cell) this.configure(node, node.cell);
    this.settled();
    this.#presenter.surface.requestFrame();
  }
}
