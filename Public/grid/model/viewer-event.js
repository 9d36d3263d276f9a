// @ts-check
// What a viewer's event means for the cells that the page holds. Free of the DOM.

/**
 * @typedef {import('./cell-store.js').Cell} Cell
 * @typedef {{kind: 'changed', cells: Cell[]} | {kind: 'newer', version: number} | {kind: 'reset'} | {kind: 'none'}} EventEffect
 *   `newer`: a version exists that only a whole answer brings; `reset`: so does everything
 */

/**
 * Applies an event.
 * @param {import('./cell-store.js').CellStore} store
 * @param {import('../server/wire.js').ViewerEvent} event
 * @returns {EventEffect}
 */
export function applyEvent(store, event) {
  switch (event.name) {
    case 'cells': return { kind: 'changed', cells: store.update(event.data.cells) };
    case 'preview': return { kind: 'changed', cells: store.preview(event.data.items) };
    case 'patch': return applyPatch(store, event.data);
    case 'reset': return { kind: 'reset' };
    default: return { kind: 'none' };
  }
}

/**
 * A patch that keeps the order is applied here. Any other changes frames too, which the server computes.
 * @param {import('./cell-store.js').CellStore} store
 * @param {import('./patch.js').Patch} patch
 * @returns {EventEffect}
 */
function applyPatch(store, patch) {
  const cells = store.keep(patch);
  return cells ? { kind: 'changed', cells } : { kind: 'newer', version: patch.to };
}
