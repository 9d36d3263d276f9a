// @ts-check
// Where the view goes when a whole answer replaces what it shows: the item under the eye keeps its place. Free of the DOM.

import { anchorIn, anchorIndex } from './anchor.js';

/** Maximum requests around an anchor that an answer lacks, before the view stays at its offset instead. */
export const ANCHOR_TRIES = 2;

/**
 * @typedef {import('./range-query.js').Seek} Seek
 * @typedef {{id?: string, index?: number, indexPath?: import('./geometry.js').IndexPath, viewY: number, part?: number}} Landing an item, by
 *   its identifier or else its flat index, and where its top shall be in the view, or the `part` of its height
 */

/**
 * Chooses the item that the view holds on to. To be called before the store takes over the answer.
 * @param {import('./cell-store.js').CellStore} store
 * @param {import('./geometry.js').Frame} visibleRect
 * @param {Seek | undefined} seek an item that the view was to go to
 * @param {import('../server/wire.js').RangeAnswer} answer
 * @param {number} tries how often the anchor was asked for already
 * @param {Map<string, import('./geometry.js').Frame>} [displaced] where cells are seen that made room for what lands among them
 * @returns {{landing?: Landing, seek?: Seek}} `seek`: the answer lacks the anchor, which is to be asked for
 */
export function steadyView(store, visibleRect, seek, answer, tries, displaced) {
  if (seek) return { landing: seek };
  const patches = answer.patches ?? [];
  const anchor = anchorIn(store, visibleRect, patches, displaced);
  if (!anchor) return {};
  if (store.wall) return { landing: { index: anchorIndex(anchor, patches), viewY: anchor.viewY } };
  const isThere = answer.cells.some((cell) => cell.id === anchor.id);
  if (!isThere && tries < ANCHOR_TRIES && answer.itemCount !== 0) {
    const last = (answer.itemCount ?? Infinity) - 1;
    const index = Math.max(0, Math.min(last, anchorIndex(anchor, patches)));
    return { seek: { index, viewY: anchor.viewY, id: anchor.id, tries: tries + 1, isHeld: true } };
  }
  return { landing: { id: anchor.id, viewY: anchor.viewY } };
}

/**
 * The offset that puts the landing's item in its place. To be called when the store holds the answer.
 * @param {import('./cell-store.js').CellStore} store
 * @param {Landing | undefined} landing
 * @returns {number | undefined} `undefined` where there is no such item
 */
export function offsetFor(store, landing) {
  if (!landing) return undefined;
  const cell = (landing.id !== undefined ? store.cells.get(landing.id) : undefined) ??
    (landing.index !== undefined ? store.byIndex.get(landing.index) : undefined);
  const frame = cell?.frame ?? store.wall?.frame(landing.index);
  return frame && frame[1] + (landing.part ?? 0) * frame[3] - landing.viewY;
}
