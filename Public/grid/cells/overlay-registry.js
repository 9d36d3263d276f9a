// @ts-check
// Overlays: what programs draw over pictures, of cells and of the large picture, by name.

/**
 * @typedef {object} Overlaid what is drawn over
 * @property {number} width of the cell, or of the large picture as it is fitted in, in CSS px
 * @property {number} height
 * @property {boolean} isLarge
 */

/**
 * @typedef {(cell: import('../model/cell-store.js').Cell, over: Overlaid) => Element | undefined} Overlay returns what is laid over the
 *   picture, as large as it is; `undefined`: nothing
 */

/**
 * Registers what is drawn over pictures. To be called before a collection is opened. It is drawn when a cell shows an item, and again when
 * the item or the size changes. An error costs that drawing only.
 * @param {string} name `::part(name)` styles it; the same again takes its place
 * @param {Overlay} draw
 */
export function registerOverlay(name, draw) {
  // Of all copies of the module in the page.
  (/** @type {any} */ (globalThis)[Symbol.for('lookahead.overlays')] ??= new Map()).set(name, draw);
}
