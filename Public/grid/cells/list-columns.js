// @ts-check
// The columns of the list beside a picture's name: its stars, when it was taken, its dimensions, the size of its file.

import { append } from '../dom.js';
import { ItemFacts } from '../server/item-facts.js';
import { starsOf } from '../marks/mark.js';
import { meets } from '../model/geometry.js';

/** @typedef {import('./cell-pool.js').CellNode} CellNode */
/** @typedef {import('../model/cell-store.js').Cell} Cell */

const COLUMNS = /** @type {const} */ (['stars', 'date', 'dimensions', 'size']);

export class ListColumns {
  #facts;
  #presenter;
  #units;

  /**
   * @param {string} collection
   * @param {import('../element/presenter.js').Presenter} presenter
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(collection, presenter, strings) {
    this.#presenter = presenter;
    this.#units = strings.units;
    this.#facts = new ItemFacts(presenter.server, collection, (id) => {
      const node = presenter.surface.node(id);
      if (node?.cell && node.columns) this.#fill(node.columns, node.cell);
    });
  }

  /**
   * A node shows a cell, for the first time or again.
   * @param {CellNode} node
   * @param {Cell} cell
   * @param {boolean} isList
   */
  configure(node, cell, isList) {
    if (!isList || !cell.image || cell.state === 'failed') {
      node.columns?.remove();
      node.columns = undefined;
      return;
    }
    if (!node.columns) {
      node.columns = append(node.element, 'div', 'columns');
      for (const name of COLUMNS) append(node.columns, 'span', name);
    }
    this.#fill(node.columns, cell);
  }

  /** The view stands: asks for what is in it. */
  settled() {
    const { surface } = this.#presenter;
    const wanted = [];
    for (const { columns, cell } of surface.nodes) if (columns && cell && meets(cell.frame, surface.visibleRect)) wanted.push(cell);
    this.#facts.want(wanted.sort((a, b) => a.index - b.index));
  }

  close() { this.#facts.close(); }

  /**
   * @param {HTMLElement} columns
   * @param {Cell} cell
   */
  #fill(columns, cell) {
    const { width, height } = cell.item ?? {};
    const { date, sizeBytes } = this.#facts.get(cell) ?? {};
    const texts = [
      '★'.repeat(starsOf(cell.item)), date ? this.#units.dateTime(date) : '', width && height ? this.#units.dimensions(width, height) : '',
      sizeBytes === undefined ? '' : this.#units.fileSize(sizeBytes),
    ];
    for (const [i, text] of texts.entries()) if (columns.children[i].textContent !== text) columns.children[i].textContent = text;
  }
}
