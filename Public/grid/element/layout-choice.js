// @ts-check
// Which layout to ask the server for, from what the viewer chose: a kind and a size, or numbers. Free of the DOM.

import { columnWidth } from '../model/column-metrics.js';
import { clamp } from '../model/geometry.js';

/**
 * A layout by numbers, in px: those that are not named follow the element's `density`. Which kinds take which: `LAYOUT_NUMBERS`.
 * @typedef {{kind?: import('./element-attributes.js').LayoutKind, minColumnWidth?: number, cellHeight?: number, rowHeight?: number,
 *   segmentHeight?: number, spacing?: number, inset?: number, headerHeight?: number, minSectionWidth?: number, keepsShapes?: number}} LayoutNumbers
 */
/** @typedef {{[name: string]: [number, number]}} Ranges */

/** @type {Ranges} */
const AROUND = { spacing: [0, 256], inset: [0, 256], headerHeight: [0, 256] };
/** @type {[number, number]} */
const SIDE = [0, 4096];
/**
 * The numbers that each kind of layout takes, with their least and their most, as the server checks them.
 * @type {{[kind: string]: Ranges}}
 */
export const LAYOUT_NUMBERS = {
  column: { minColumnWidth: [1, 4096], cellHeight: [1, 4096], ...AROUND, minSectionWidth: SIDE },
  list: { rowHeight: [16, 4096], ...AROUND },
  justified: { rowHeight: [16, 4096], ...AROUND, minSectionWidth: SIDE },
  mosaic: { segmentHeight: [16, 4096], headerHeight: [0, 256], keepsShapes: [0, 1], minSectionWidth: SIDE },
};

const SPACING = 4;
const HEADER_HEIGHT = 36;
/** Minimum width of cells of a wall whose sections have headers, in px: between sections of smaller ones there are lines. */
const SMALLEST_TITLED = 12;
/** Minimum width of a section between lines, in px. */
const MIN_DIVIDED_WIDTH = 24;
/** Height of a caption below a picture, in px. */
const CAPTION_HEIGHT = 40;
/** Minimum width of a section that shares a line with others, in px: its title can be read. */
const MIN_SECTION_WIDTH = 150;
/** The same in a narrow view, in which lines would be too short otherwise. */
const MIN_SECTION_WIDTH_NARROW = 120;
const NARROW = 600;

/** Minimum column width that the element has when it has no attribute, in px. */
export const USUAL_DENSITY = 160;
/** Minimum column width of cells that are nodes, in px: below it, whatever the kind, items are a wall of squares (`wall/wall.js`). */
export const SMALLEST_NODE = 40;

/**
 * `wire` is what the server gets; `metrics` the same as columns, where the layout is one of columns.
 * @typedef {{wire: {kind: string} & Record<string, number | string>, metrics: import('../model/column-metrics.js').ColumnOptions}} LayoutChoice
 */

/**
 * The numbers of a collection whose cells have a size of their own: it scales with the density, down to the wall.
 * @param {{kind: string, [name: string]: any} | undefined} layout
 * @param {string} kind the one that is chosen
 * @param {number} density
 * @returns {LayoutNumbers | undefined}
 */
export function ownNumbers(layout, kind, density) {
  if (layout?.kind !== kind || density < SMALLEST_NODE) return undefined;
  /** @type {any} */
  const numbers = { ...layout };
  for (const name in numbers) {
    // What cells measure, and not what is around them.
    if (/^(minC|c|r|se)/.test(name)) numbers[name] = clamp((numbers[name] * density) / USUAL_DENSITY, 16, 4096);
  }
  return numbers;
}

/**
 * @param {{kind: string, density: number, captions?: boolean, numbers?: LayoutNumbers}} wish `density` is the minimum column width
 *   in px; `numbers` overrule what follows from these
 * @param {number} width of the view in px
 * @param {boolean} isSectioned whether section headers are wanted
 * @returns {LayoutChoice}
 */
export function chooseLayout({ kind, density, captions, numbers = {} }, width, isSectioned) {
  const isWall = density < SMALLEST_NODE && !Object.keys(numbers).length;
  const gap = isWall ? density >> 4 || Number(density > 11) : SPACING;
  if (isWall) kind = 'column';
  const { spacing = gap, inset = gap, minColumnWidth = density } = numbers;
  const isDivided = isWall && density < SMALLEST_TITLED;
  const headerHeight = isSectioned ? numbers.headerHeight ?? (isDivided ? Math.max(1, density >> 2) : HEADER_HEIGHT) : 0;
  const titled = width < NARROW ? MIN_SECTION_WIDTH_NARROW : MIN_SECTION_WIDTH;
  const usual = isDivided ? MIN_DIVIDED_WIDTH : titled;
  const minSectionWidth = isSectioned ? numbers.minSectionWidth ?? usual : 0;
  const metrics = { kind, minColumnWidth, cellHeight: density, spacing, inset, headerHeight, minSectionWidth };
  if (kind === 'column') {
    // Pictures are as tall as they are wide.
    const below = captions && !isWall ? CAPTION_HEIGHT : 0;
    metrics.cellHeight = numbers.cellHeight ?? Math.max(isWall ? 1 : 24, columnWidth(metrics, width)) + below;
    return { wire: metrics, metrics: isWall ? { ...metrics, isWall } : metrics };
  }
  if (kind === 'list') {
    const rowHeight = numbers.rowHeight ?? Math.round(Math.max(40, Math.min(160, density / 2.5)));
    const list = { ...metrics, kind: 'column', minSectionWidth: 0, minColumnWidth: Math.max(16, width), cellHeight: rowHeight };
    return { wire: { kind, rowHeight, spacing, inset, headerHeight }, metrics: list };
  }
  if (kind === 'mosaic') {
    // A picture and a stack of two are about twice as wide as they are high.
    const isShaped = numbers.keepsShapes !== 0;
    const segmentHeight = numbers.segmentHeight ?? Math.round(isShaped ? Math.max(80, Math.min(density * 1.25, width / 1.9)) : density * 1.25);
    return { wire: { kind, segmentHeight, headerHeight, ...(isShaped && { keepsShapes: 1, minSectionWidth }) }, metrics };
  }
  if (kind === 'justified') {
    // Rows that are about as tall as the cells of columns are wide: narrow windows hold two pictures in one.
    const rowHeight = numbers.rowHeight ?? Math.round(Math.max(56, Math.min(density * 0.95, width / 2.6)));
    return { wire: { kind, rowHeight, spacing, inset, headerHeight, minSectionWidth }, metrics };
  }
  return { wire: { kind }, metrics };
}
