// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnCount, columnWidth, placeFrame, rowAt, rowsOf, rowTotal } from '../../Public/grid/model/column-metrics.js';

/** @returns {import('../../Public/grid/model/column-metrics.js').ColumnOptions} */
const options = (minColumnWidth = 100, spacing = 4, inset = 4, headerHeight = 36) =>
  ({ kind: 'column', minColumnWidth, cellHeight: 80, spacing, inset, headerHeight });

test('as many columns as fit, each at least the minimum wide, and one more would not fit', () => {
  for (let width = 1; width <= 1300; width++) for (const minimum of [16, 64, 100, 400]) {
    const o = options(minimum);
    const columns = columnCount(o, width);
    const used = (/** @type {number} */ n) => 2 * o.inset + n * minimum + (n - 1) * o.spacing;
    assert.ok(columns === 1 || used(columns) <= width, `${columns} of ${minimum} fit ${width}`);
    assert.ok(used(columns + 1) > width, `${columns + 1} of ${minimum} do not fit ${width}`);
    const total = 2 * o.inset + columns * columnWidth(o, width) + (columns - 1) * o.spacing;
    assert.ok(total <= width || columns === 1, 'nothing sticks out');
    assert.ok(width - total < columns || width < 2 * o.inset, 'less than a px a column is left over');
  }
});

test('rows hold all items and the last one is not empty', () => {
  assert.equal(rowsOf(0, 3), 0);
  for (let count = 1; count < 40; count++) for (let columns = 1; columns < 9; columns++) {
    const rows = rowsOf(count, columns);
    assert.ok(rows * columns >= count && (rows - 1) * columns < count, `${count} items in ${columns} columns`);
  }
});

/**
 * Frames of sections, placed one after the other, as a slow oracle.
 * @param {ReturnType<typeof options>} o
 * @param {number} width
 * @param {number[]} counts
 */
function layOut(o, width, counts) {
  const columns = columnCount(o, width);
  const w = columnWidth(o, width);
  let y = 0;
  let row = 0;
  const places = counts.map((count, section) => {
    y += o.headerHeight + o.inset;
    const frames = Array.from({ length: count }, (_, i) => ({
      section, item: i, row: row + Math.floor(i / columns),
      frame: [o.inset + (i % columns) * (w + o.spacing), y + Math.floor(i / columns) * (o.cellHeight + o.spacing), w, o.cellHeight],
    }));
    const rows = rowsOf(count, columns);
    row += rows;
    y += (rows ? rows * (o.cellHeight + o.spacing) - o.spacing : 0) + o.inset;
    return frames;
  });
  return { places, height: y, rows: row };
}

test('the place of every item follows from any other item of its section', () => {
  const o = options();
  for (const width of [90, 220, 640]) {
    const { places } = layOut(o, width, [7, 5]);
    for (const section of places) for (const anchor of section) for (const place of section) {
      assert.deepEqual(placeFrame(o, width, { item: anchor.item, y: anchor.frame[1] }, place.item), place.frame);
    }
  }
});

test('the row of a cell over the whole grid follows from its frame, and so does the number of rows', () => {
  for (const o of [options(), options(100, 0, 0, 0), options(100, 12, 20, 50)]) {
    for (const counts of [[1], [7], [7, 5, 1], [3, 3, 3, 3, 3, 3]]) {
      const { places, height, rows } = layOut(o, 400, counts);
      for (const { section, frame, row } of places.flat()) assert.equal(rowAt(o, section, frame[1]), row, `${counts} ${frame}`);
      assert.equal(rowTotal(o, counts.length, height), rows, String(counts));
    }
  }
});
