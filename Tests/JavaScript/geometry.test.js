// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnCount, columnWidth, placeFrame, rowAt, rowTotal } from '../../Public/grid/model/column-metrics.js';
import { cellInNextRow, distanceSquared, meets } from '../../Public/grid/model/geometry.js';

const layout = { kind: 'column', minColumnWidth: 100, cellHeight: 90, spacing: 4, inset: 6, headerHeight: 32 };

test('touching frames do not meet', () => {
  assert.equal(meets([0, 0, 10, 10], [10, 0, 10, 10]), false);
  assert.equal(meets([0, 0, 10, 10], [9, 9, 10, 10]), true);
});

test('distance is nought inside and to the nearest point outside', () => {
  assert.equal(distanceSquared([0, 0, 10, 10], 5, 5), 0);
  assert.equal(distanceSquared([0, 0, 10, 10], 13, 14), 25);
});

test('columns are as the interface documents them', () => {
  const documented = { ...layout, minColumnWidth: 160, spacing: 8, inset: 8 };
  assert.deepEqual([columnCount(documented, 1280), columnWidth(documented, 1280)], [7, 173]);
  assert.equal(columnCount(documented, 100), 1);
});

/**
 * Lays out sections, as a slow oracle.
 * @param {number[]} counts
 * @param {number} width
 */
function layOut(counts, width) {
  const columns = columnCount(layout, width);
  const w = columnWidth(layout, width);
  /** @type {{section: number, item: number, row: number, frame: import('../../Public/grid/model/geometry.js').Frame}[]} */
  const cells = [];
  let y = 0;
  let row = 0;
  counts.forEach((count, section) => {
    y += layout.headerHeight + layout.inset;
    for (let item = 0; item < count; item++) {
      const r = Math.floor(item / columns);
      cells.push({ section, item, row: row + r, frame: [layout.inset + (item % columns) * (w + layout.spacing), y + r * 94, w, 90] });
    }
    const rows = Math.ceil(count / columns);
    row += rows;
    y += (rows ? rows * 94 - 4 : 0) + layout.inset;
  });
  return { cells, height: y, rows: row };
}

test('rows are counted over sections from frames alone', () => {
  for (const width of [90, 360, 1111]) {
    for (const counts of [[1], [7, 3, 12], [40, 1, 1, 25], Array(30).fill(11)]) {
      const { cells, height, rows } = layOut(counts, width);
      for (const cell of cells) assert.equal(rowAt(layout, cell.section, cell.frame[1]), cell.row);
      assert.equal(rowTotal(layout, counts.length, height), rows);
    }
  }
});

test('a place is found from any other of its section', () => {
  const { cells } = layOut([23], 700);
  for (const a of cells) {
    for (const b of cells) assert.deepEqual(placeFrame(layout, 700, { item: a.item, y: a.frame[1] }, b.item), b.frame);
  }
});

test('the cell in the next row is the one straight below, or the nearest to it in a short row', () => {
  const { cells } = layOut([7], 360);
  const at = (/** @type {number} */ i) => /** @type {any} */ (cells[i]);
  assert.equal(/** @type {any} */ (cellInNextRow(cells, at(1).frame, 1)).item, 4);
  assert.equal(/** @type {any} */ (cellInNextRow(cells, at(5).frame, 1)).item, 6);
  assert.equal(/** @type {any} */ (cellInNextRow(cells, at(4).frame, -1)).item, 1);
  assert.equal(cellInNextRow(cells, at(6).frame, 1), undefined);
});
