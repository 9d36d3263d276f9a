// @ts-check
// The size of cells at which all items are in view. Free of the DOM.

import { chooseLayout, SMALLEST_NODE } from '../element/layout-choice.js';
import { SectionLines } from './section-lines.js';

/**
 * @param {number[]} counts items of each section
 * @param {number} width of the view, in px
 * @param {number} height
 * @returns {number} the largest size of the wall at which they fit; the smallest where they never do
 */
export function fittingSize(counts, width, height) {
  for (let size = SMALLEST_NODE - 1; size > 1; size--) if (heightOf(counts, size, width) <= height) return size;
  return 1;
}

/**
 * The height of the wall.
 * @param {number[]} counts
 * @param {number} size
 * @param {number} width
 */
const heightOf = (counts, size, width) => new SectionLines(counts, chooseLayout({ kind: 'column', density: size }, width, counts.length > 1).metrics, width).height;
