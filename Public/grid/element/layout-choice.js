// @ts-check
// Which layout to ask the server for, from what the viewer chose: a kind and a size. Free of the DOM.

import { columnWidth } from '../model/column-metrics.js';

const SPACING = 4;
const HEADER_HEIGHT = 36;

/**
 * `wire` is what the server gets; `metrics` the same as columns, where the layout is one of columns.
 * @typedef {{wire: {kind: string} & Record<string, number | string>, metrics: import('../model/column-metrics.js').ColumnOptions}} LayoutChoice
 */

/**
 * @param {{kind: string, density: number}} wish `density` is the minimum column width in px
 * @param {number} width of the view in px
 * @param {boolean} isSectioned whether section headers are wanted
 * @returns {LayoutChoice}
 */
export function chooseLayout({ kind, density }, width, isSectioned) {
  const headerHeight = isSectioned ? HEADER_HEIGHT : 0;
  const metrics = { kind, minColumnWidth: density, cellHeight: density, spacing: SPACING, inset: SPACING, headerHeight };
  if (kind === 'column') {
    // Cells are as tall as they are wide.
    metrics.cellHeight = Math.max(24, columnWidth(metrics, width));
    return { wire: metrics, metrics };
  }
  if (kind === 'list') {
    const rowHeight = Math.round(Math.max(40, Math.min(160, density / 2.5)));
    const list = { ...metrics, kind: 'column', minColumnWidth: Math.max(16, width), cellHeight: rowHeight };
    return { wire: { kind, rowHeight, spacing: SPACING, inset: SPACING, headerHeight }, metrics: list };
  }
  if (kind === 'mosaic') return { wire: { kind, segmentHeight: Math.round(density * 1.25), headerHeight }, metrics };
  if (kind === 'justified') {
    // Rows that are about as tall as the cells of columns are wide: narrow windows hold two pictures in one.
    const rowHeight = Math.round(Math.max(56, Math.min(density * 0.95, width / 2.6)));
    return { wire: { kind, rowHeight, spacing: SPACING, inset: SPACING, headerHeight }, metrics };
  }
  return { wire: { kind }, metrics };
}
