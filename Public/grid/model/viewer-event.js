// @ts-check
// What a viewer's event means for the cells that the page holds. Free of the DOM.

import { keepsOrder } from './patch.js';

/**
 * @typedef {import('./cell-store.js').Cell} Cell
 * @typedef {{kind: 'changed', cells: Cell[]} | {kind: 'newer', version: number} | {kind: 'reset'} | {kind: 'none'}} EventEffect
 *   `newer`: a version exists that only a whole answer brings; `reset`: so does everything
 */

/**
 * Applies an event.
 * @param {import('./cell-store.js').CellStore} store
 * @param {import('../server/wire.js').ViewerEvent} event
 * @param {boolean} isCurrent whether no whole answer is due; if one is, a patch is left to it
 * @returns {EventEffect}
 */
export function applyEvent(store, event, isCurrent) {
  switch (event.name) {
    case 'cells': return { kind: 'changed', cells: store.update(event.data.cells) };
    case 'preview': return { kind: 'changed', cells: store.preview(event.data.items) };
    case 'patch': return applyPatch(store, event.data, isCurrent);
    case 'reset': return { kind: 'reset' };
    default: return { kind: 'none' };
  }
}

/**
 * A patch that keeps the order is applied here. Any other changes frames too, which the server computes.
 * @param {import('./cell-store.js').CellStore} store
 * @param {import('./patch.js').Patch} patch
 * @param {boolean} isCurrent
 * @returns {EventEffect}
 */
function applyPatch(store, patch, isCurrent) {
  if (!isCurrent || patch.from !== store.version || !keepsOrder(patch)) return { kind: 'newer', version: patch.to };
  store.version = patch.to;
  return { kind: 'changed', cells: store.update((patch.reconfigures ?? []).map((item) => ({ id: item.id, item }))) };
}
