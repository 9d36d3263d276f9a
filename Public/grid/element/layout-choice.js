// @ts-check
// Which layout to ask the server for, from what the viewer chose: a kind and a size. Free of the DOM.

import { columnWidth } from '../model/column-metrics.js';

const SPACING = 4;
const HEADER_HEIGHT = 36;
/** Minimum width of a section that shares a line with others, in px: its title can be read. */
const MIN_SECTION_WIDTH = 150;
/** The same in a narrow view, in which lines would be too short otherwise. */
const MIN_SECTION_WIDTH_NARROW = 120;
const NARROW = 600;

/**
 * `wire` is what the server gets; `metrics` the same as columns, where the layout is one of columns.
 * @typedef {{wire: {kind: string} & Record<string, number | string>, metrics: import('../model/column-metrics.js').ColumnOptions}} LayoutChoice
 */

/**
 * @param {{kind: string, density: number, keepsShapes?: boolean}} wish `density` is the minimum column width in px; without
 *   `keepsShapes` the mosaic cuts its cells in a sequence of styles, whatever the pictures
 * @param {number} width of the view in px
 * @param {boolean} isSectioned whether section headers are wanted
 * @returns {LayoutChoice}
 */
export function chooseLayout({ kind, density, keepsShapes = false }, width, isSectioned) {
  const headerHeight = isSectioned ? HEADER_HEIGHT : 0;
  const minSectionWidth = isSectioned ? (width < NARROW ? MIN_SECTION_WIDTH_NARROW : MIN_SECTION_WIDTH) : 0;
  const metrics = { kind, minColumnWidth: density, cellHeight: density, spacing: SPACING, inset: SPACING, headerHeight, minSectionWidth };
  if (kind === 'column') {
    // Cells are as tall as they are wide.
    metrics.cellHeight = Math.max(24, columnWidth(metrics, width));
    return { wire: metrics, metrics };
  }
  if (kind === 'list') {
    const rowHeight = Math.round(Math.max(40, Math.min(160, density / 2.5)));
    const list = { ...metrics, kind: 'column', minSectionWidth: 0, minColumnWidth: Math.max(16, width), cellHeight: rowHeight };
    return { wire: { kind, rowHeight, spacing: SPACING, inset: SPACING, headerHeight }, metrics: list };
  }
  if (kind === 'mosaic') {
    // A picture and a stack of two are about twice as wide as they are high.
    const segmentHeight = Math.round(keepsShapes ? Math.max(80, Math.min(density * 1.25, width / 1.9)) : density * 1.25);
    return { wire: { kind, segmentHeight, headerHeight, ...(keepsShapes && { keepsShapes: 1, minSectionWidth }) }, metrics };
  }
  if (kind === 'justified') {
    // Rows that are about as tall as the cells of columns are wide: narrow windows hold two pictures in one.
    const rowHeight = Math.round(Math.max(56, Math.min(density * 0.95, width / 2.6)));
    return { wire: { kind, rowHeight, spacing: SPACING, inset: SPACING, headerHeight, minSectionWidth }, metrics };
  }
  return { wire: { kind }, metrics };
}
