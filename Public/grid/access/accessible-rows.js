// @ts-check
// Rows for those who hear the grid: cells lie side by side on the stage, recycled; rows own them by reference.

import { append } from '../dom.js';

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
   * Groups the mounted cells by the rows they say they are in. Done when the view stands: nobody listens in flight.
   * @param {Map<string, import('../cells/cell-pool.js').CellNode>} nodes by item
   * @param {number} version
   */
  update(nodes, version) {
    const shown = `${version} ${[...nodes.keys()].join(' ')}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    /** @type {Map<number, import('../cells/cell-pool.js').CellNode[]>} */
    const byRow = new Map();
    for (const node of nodes.values()) {
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

  /** The same cells lie in other rows now. */
  reset() { this.#shown = ''; }

  #make() {
    const row = append(this.#grid, 'div', 'row');
    row.setAttribute('role', 'row');
    return row;
  }
}
