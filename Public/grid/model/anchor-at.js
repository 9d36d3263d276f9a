// @ts-check
// The item under a finger or the pointer: what keeps its place in the view while a gesture changes the size. Comes after the first screen.

import { clamp, distanceSquared } from './geometry.js';

/** @typedef {import('./anchor.js').Anchor} Anchor */

/**
 * An item that keeps the part of it under a point of the view there, whatever its size becomes.
 * @param {import('./geometry.js').Frame} frame
 * @param {import('./geometry.js').Frame} rect the visible one
 * @param {[number, number]} point
 * @returns {Pick<Anchor, 'viewY' | 'part'>}
 */
export function heldAt([, top, , height], [, y], point) {
  const part = clamp((y + point[1] - top) / height, 0, 1);
  return { viewY: top + part * height - y, part };
}

/**
 * The item under a point of the view.
 * @param {import('./cell-store.js').CellStore} store
 * @param {import('./geometry.js').Frame} rect the visible one
 * @param {[number, number]} point
 * @returns {Anchor | undefined}
 */
export function anchorAt(store, rect, point) {
  if (store.wall) return store.wall.anchor(rect, point);
  /** @type {import('./cell-store.js').Cell | undefined} */
  let best;
  let bestDistance = Infinity;
  for (const cell of store.cells.values()) {
    const distance = distanceSquared(cell.frame, point[0], rect[1] + point[1]);
    if (distance < bestDistance) [best, bestDistance] = [cell, distance];
  }
  return best && { id: best.id, index: best.index, indexPath: best.indexPath, ...heldAt(best.frame, rect, point) };
}
