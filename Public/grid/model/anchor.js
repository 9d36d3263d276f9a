// @ts-check
// The item under the eye: what keeps its place in the view while the content changes around it.

import { flatAfter, pathAfter } from './patch.js';
import { meets } from './geometry.js';

/**
 * @typedef {{id?: string, index: number, indexPath?: import('./geometry.js').IndexPath, viewY: number, part?: number, count?: number}} Anchor
 *   `viewY`: where its top is in the view, or the `part` of its height
 */

/**
 * The cell to hold on to: the uppermost that is whole in view, else the uppermost in view. None at the very top, where new
 * items are to be seen; none that the patches move or delete.
 * @param {import('./cell-store.js').CellStore} store
 * @param {import('./geometry.js').Frame} rect the visible one
 * @param {import('./patch.js').Patch[]} patches
 * @param {Map<string, import('./geometry.js').Frame>} [displaced] frames of cells that are seen elsewhere than the store has them
 * @returns {Anchor | undefined}
 */
export function anchorIn(store, rect, patches, displaced) {
  if (rect[1] <= 0 && !store.wall?.landing) return undefined;
  if (store.wall) return store.wall.anchor(rect);
  /** @type {import('./cell-store.js').Cell | undefined} */
  let best;
  let bestScore = Infinity;
  let viewY = 0;
  for (const cell of store.cells.values()) {
    const frame = displaced?.get(cell.id) ?? cell.frame;
    if (!meets(frame, rect)) continue;
    const y = frame[1] - rect[1];
    const score = (y < 0 ? 1e9 : 0) + y + cell.index * 1e-9;
    if (score < bestScore && !isTouched(cell, patches)) [best, bestScore, viewY] = [cell, score, y];
  }
  return best && { id: best.id, index: best.index, indexPath: best.indexPath, viewY };
}

/**
 * @param {import('./cell-store.js').Cell} cell
 * @param {import('./patch.js').Patch[]} patches
 */
function isTouched(cell, patches) {
  let path = /** @type {import('./geometry.js').IndexPath | undefined} */ (cell.indexPath);
  for (const patch of patches) {
    if (patch.moves?.some((m) => m.item === cell.id)) return true;
    path = path && pathAfter(patch, path);
    if (!path) return true;
  }
  return false;
}

/**
 * The anchor's flat index after the patches.
 * @param {Anchor} anchor
 * @param {import('./patch.js').Patch[]} patches
 */
export function anchorIndex(anchor, patches) {
  let { index, indexPath } = anchor;
  for (const patch of patches) {
    const after = indexPath && pathAfter(patch, indexPath);
    if (!indexPath || !after) return index;
    index = flatAfter(patch, indexPath, after, index);
    indexPath = after;
  }
  return index;
}
