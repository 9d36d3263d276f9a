// @ts-check
// Rows for screen readers: cells are siblings in no order, recycled; rows own them by reference.

import { append } from '../dom.js';
import { columnCount, rowTotal } from '../model/column-metrics.js';

export class AccessibleRows {
  #grid;
  /** @type {HTMLElement[]} */
  #rows = [];
  #shown = '';

  /** @param {HTMLElement} grid the element with the role `grid` */
  constructor(grid) {
    this.#grid = grid;
  }

  /**
   * Groups the mounted cells by their `aria-rowindex`. To be called when the view has stopped.
   * @param {import('../cells/cell-pool.js').CellNode[]} nodes
   * @param {number} places the version since which cells are where they are
   */
  update(nodes, places) {
    const shown = `${places} ${nodes.map((node) => node.id).join(' ')}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    /** @type {Map<number, import('../cells/cell-pool.js').CellNode[]>} */
    const byRow = new Map();
    for (const node of nodes) {
      const row = Number(node.element.getAttribute('aria-rowindex'));
      byRow.set(row, [...(byRow.get(row) ?? []), node]);
    }
    const order = [...byRow].sort((a, b) => a[0] - b[0]);
    order.forEach(([index, cells], i) => {
      const row = (this.#rows[i] ??= this.#make());
      cells.sort((a, b) => (a.cell?.index ?? 0) - (b.cell?.index ?? 0));
      row.setAttribute('aria-rowindex', String(index));
      row.setAttribute('aria-owns', cells.map((node) => node.element.id).join(' '));
    });
    for (const row of this.#rows.splice(order.length)) row.remove();
  }

  /**
   * Announces the size of the grid.
   * @param {import('../model/column-metrics.js').ColumnOptions} layout
   * @param {number} sectionCount
   * @param {{itemCount: number, contentSize: [number, number]}} content
   * @param {number} width of the view
   */
  describe(layout, sectionCount, { itemCount, contentSize }, width) {
    const isColumns = layout.kind === 'column';
    const rows = isColumns ? rowTotal(layout, sectionCount, contentSize[1]) : itemCount;
    this.#grid.setAttribute('aria-rowcount', String(rows));
    this.#grid.setAttribute('aria-colcount', String(isColumns ? columnCount(layout, width) : 1));
  }

  /** The same cells are in other rows now. */
  reset() { this.#shown = ''; }

  #make() {
    const row = append(this.#grid, 'div', 'row');
    row.setAttribute('role', 'row');
    return row;
  }
}
