// @ts-check
// Lays what is registered over pictures: the boxes of data sets, and what programs draw.

import { append } from '../dom.js';
import { boxesOf, drawn } from './boxes.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('./overlay-registry.js').Overlaid} Overlaid */

/** The room that a cell must have for labels of boxes, in px. */
const LABELLED = 220;

/**
 * What `registerOverlay` has taken. It is not imported: what both share would be loaded with the first screen.
 * @returns {Map<string, import('./overlay-registry.js').Overlay>}
 */
const overlays = () => /** @type {any} */ (globalThis)[Symbol.for('lookahead.overlays')] ?? new Map();

/** @type {import('./overlay-registry.js').Overlay} */
const boxes = ({ item }, { width, height, isLarge }) => {
  // As most pictures are.
  if (!item?.attributes?.boxes) return undefined;
  const found = boxesOf(item);
  return found.length ? drawn(item, found, isLarge || Math.min(width, height) >= LABELLED) : undefined;
};

/** @type {WeakMap<HTMLElement, {of: unknown[], layers: Element[]}>} `of`: what they were drawn of */
const shown = new WeakMap();

/**
 * Shows the overlays of an item over what shows its picture.
 * @param {HTMLElement} parent
 * @param {Cell | undefined} cell `undefined`: none are shown
 * @param {Overlaid} over
 */
export function showOverlays(parent, cell, over) {
  const known = shown.get(parent);
  const item = cell?.item;
  // As most cells are: each scroll configures many.
  if (!known && !(item && (overlays().size || item.attributes?.boxes))) return;
  const of = [cell?.id, item, cell?.values, over.width, over.height];
  // A cell whose content is made again loses what was laid over it.
  if (known?.of.every((one, place) => one === of[place]) && known.layers.every(({ parentNode }) => parentNode === parent)) return;
  for (const layer of known?.layers ?? []) layer.remove();
  const all = cell && item ? [...overlays(), /** @type {const} */ (['boxes', boxes])] : [];
  const layers = all.flatMap(([name, draw]) => layer(parent, name, draw, /** @type {Cell} */ (cell), over) ?? []);
  if (cell) shown.set(parent, { of, layers });
  else shown.delete(parent);
}

/**
 * @param {HTMLElement} parent
 * @param {string} name
 * @param {import('./overlay-registry.js').Overlay} draw
 * @param {Cell} cell
 * @param {Overlaid} over
 */
function layer(parent, name, draw, cell, over) {
  try {
    const drawing = draw(cell, over);
    if (!drawing) return undefined;
    const made = append(parent, 'div', 'overlay');
    made.setAttribute('part', name);
    made.append(drawing);
    return made;
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
