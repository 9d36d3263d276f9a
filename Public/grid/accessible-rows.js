// @ts-check
// Rows for those who hear the grid: cells lie side by side on the stage, recycled; rows own them by reference.

import { append } from './registrations.js';

export class AccessibleRows {
  #stage;
  /** @type {HTMLElement[]} */
  #rows = [];

  /** @param {HTMLElement} stage the element with the role `grid` */
  constructor(stage) {
    this.#stage = stage;
  }

  /**
   * Groups the mounted cells by the rows they say they are in. Done when the view stands: nobody listens in flight.
   * @param {Iterable<import('./cell-pool.js').CellNode>} nodes
   */
  update(nodes) {
    /** @type {Map<number, import('./cell-pool.js').CellNode[]>} */
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

  #make() {
    const row = append(this.#stage, 'div', 'row');
    row.setAttribute('role', 'row');
    return row;
  }
}
