// @ts-check
// The arithmetic of the `column` layout as the HTTP interface documents it. The page draws the frames it is given; it needs
// this only to choose a cell height, to name rows and columns to screen readers, and to make room during a drag.

/**
 * @typedef {{kind: string, minColumnWidth: number, cellHeight: number, spacing: number, inset: number,
 *   headerHeight: number, minSectionWidth?: number, isWall?: boolean}} ColumnOptions `minSectionWidth`: where it is not 0, short sections share
 *   lines; `isWall`: items are texels, not nodes
 */

/**
 * How many columns fit.
 * @param {ColumnOptions} o
 * @param {number} width
 */
export const columnCount = (o, width) =>
  Math.max(1, Math.floor((width - 2 * o.inset + o.spacing) / (o.minColumnWidth + o.spacing)));

/**
 * The width of each.
 * @param {ColumnOptions} o
 * @param {number} width
 */
export function columnWidth(o, width) {
  const columns = columnCount(o, width);
  return Math.floor((width - 2 * o.inset - (columns - 1) * o.spacing) / columns);
}

/**
 * Rows of `count` items.
 * @param {number} count
 * @param {number} columns
 */
export const rowsOf = (count, columns) => Math.ceil(count / columns);

/**
 * The height of a section without items: header and both insets.
 * @param {ColumnOptions} o
 */
const bare = (o) => o.headerHeight + 2 * o.inset;

/**
 * The row of a cell counted over the whole grid, from 0, found from its frame alone: above it are `section` empty
 * sections' heights and the heights of the rows. Sections above without items make it at most one row too small.
 * Where sections share lines, the number grows from row to row, but not always by one.
 * @param {ColumnOptions} o
 * @param {number} section
 * @param {number} y the cell's top
 */
export function rowAt(o, section, y) {
  const step = o.cellHeight + o.spacing;
  // Where sections share lines nobody knows how many lines are above. Tops of rows are at least a step apart.
  if (o.minSectionWidth) return Math.max(0, Math.floor(y / step));
  return Math.max(0, Math.round((y - section * (bare(o) - o.spacing) - o.headerHeight - o.inset) / step));
}

/**
 * Rows of the whole grid.
 * @param {ColumnOptions} o
 * @param {number} sections
 * @param {number} contentHeight
 */
export function rowTotal(o, sections, contentHeight) {
  const step = o.cellHeight + o.spacing;
  if (o.minSectionWidth) return Math.max(0, Math.ceil(contentHeight / step));
  return Math.max(0, Math.round((contentHeight - sections * (bare(o) - o.spacing)) / step));
}

/**
 * The column of a cell, from 0.
 * @param {ColumnOptions} o
 * @param {number} width of the content
 * @param {number} x the cell's distance from the edge where rows begin
 */
export const columnAt = (o, width, x) => Math.max(0, Math.round((x - o.inset) / (columnWidth(o, width) + o.spacing)));

/**
 * The frame of a section's place, or of the one after its last item. `anchor` is any known place of the same section; its `x`
 * is where a section begins that shares a line.
 * @param {ColumnOptions} o
 * @param {number} width
 * @param {{item: number, y: number, x?: number}} anchor
 * @param {number} item
 * @returns {import('./geometry.js').Frame}
 */
export function placeFrame(o, width, anchor, item) {
  const columns = columnCount(o, width);
  const w = columnWidth(o, width);
  if (anchor.x !== undefined) return [anchor.x + item * (w + o.spacing), anchor.y, w, o.cellHeight];
  const rows = Math.floor(item / columns) - Math.floor(anchor.item / columns);
  return [
    o.inset + (item % columns) * (w + o.spacing), anchor.y + rows * (o.cellHeight + o.spacing), w, o.cellHeight,
  ];
}
