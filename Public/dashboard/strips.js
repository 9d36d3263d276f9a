// @ts-check
// The whole collection on one strip, and the neighbourhood of the view on another, item by item.

import { IDLE, READY } from './item-states.js';
import { Layer } from './layer.js';

/** @typedef {{first: number, last: number} | undefined} Span */
/** @typedef {{visible: Span, window: Span, predicted: Span}} Places flat indices, the last included */

/** Minimum width of an item on the near strip, in px. */
const ITEM_PX = 5;
/** Room above and below a strip for the frame of the view. */
const MARGIN = 4;

/** All items of the collection in columns of at least a px: what is under way, or how much is ready. */
export class WholeStrip {
  #sheet;
  #layer = new Layer();
  /**
   * What each column shows: its state, and in steps of 1/255 how much is ready.
   * @type {Uint16Array}
   */
  #painted = new Uint16Array(0);

  /** @param {import('./sheet.js').Sheet} sheet */
  constructor(sheet) {
    this.#sheet = sheet;
  }

  /**
   * Only columns that changed are painted.
   * @param {import('./item-states.js').ItemStates} items
   * @param {Places} places
   * @param {import('./palette.js').Palette} palette
   */
  draw(items, places, palette) {
    const { width, height } = this.#sheet;
    const columns = Math.max(1, Math.min(Math.floor(width), items.count || 1));
    items.resize(columns);
    if (this.#layer.fit(this.#sheet, columns, palette.states)) {
      this.#painted = new Uint16Array(columns);
      this.#layer.context.fillStyle = palette.states[IDLE];
      this.#layer.context.fillRect(0, MARGIN, width, height - 2 * MARGIN);
    }
    for (let column = 0; column < columns; column++) {
      const state = items.dominant(column);
      const share = state === READY ? Math.max(0.25, items.readyShare(column)) : 1;
      const look = (state << 8) | (state && Math.round(share * 255));
      if (look === this.#painted[column]) continue;
      this.#painted[column] = look;
      this.#paint(column, width / columns, state, share, palette);
    }
    const context = this.#sheet.clear();
    this.#layer.copy(this.#sheet);
    const scale = items.count ? width / items.count : 0;
    drawPlaces(context, places, (flat) => flat * scale, height, width, palette);
  }

  /**
   * @param {number} column
   * @param {number} step px from one to the next
   * @param {number} state
   * @param {number} share
   * @param {import('./palette.js').Palette} palette
   */
  #paint(column, step, state, share, palette) {
    const { context } = this.#layer;
    const inner = this.#sheet.height - 2 * MARGIN;
    // Whole px: what is painted over leaves nothing at its edges.
    const left = Math.round(column * step);
    const right = Math.round((column + 1) * step) - (step >= 5 ? 1 : 0);
    const full = Math.round(inner * share);
    context.fillStyle = palette.states[IDLE];
    context.fillRect(left, MARGIN, right - left, inner);
    context.fillStyle = palette.states[state];
    context.fillRect(left, MARGIN + inner - full, right - left, full);
  }
}

/**
 * The items around the view, one by one.
 * @param {import('./sheet.js').Sheet} sheet
 * @param {import('./item-states.js').ItemStates} items
 * @param {Places} places
 * @param {import('./palette.js').Palette} palette
 * @returns {[number, number]} the flat indices that are shown
 */
export function drawNear(sheet, items, places, palette) {
  const context = sheet.clear();
  const { width, height } = sheet;
  const room = Math.max(1, Math.min(items.count, Math.floor(width / ITEM_PX)));
  const { visible } = places;
  const middle = visible ? (visible.first + visible.last) / 2 : 0;
  const first = Math.max(0, Math.min(items.count - room, Math.round(middle - room / 2)));
  const step = width / room;
  // One path and one fill for each colour.
  for (let state = 0; state < palette.states.length && items.count; state++) {
    context.beginPath();
    for (let place = 0; place < room; place++) {
      if (items.at(first + place) === state) context.rect(place * step, MARGIN, step - 1, height - 2 * MARGIN);
    }
    context.fillStyle = palette.states[state];
    context.fill();
  }
  drawPlaces(context, places, (flat) => (flat - first) * step, height, width, palette);
  return [first, first + room - 1];
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Places} places
 * @param {(flat: number) => number} x
 * @param {number} height
 * @param {number} width
 * @param {import('./palette.js').Palette} palette
 */
function drawPlaces(context, places, x, height, width, palette) {
  /** @param {NonNullable<Span>} span */
  const box = ({ first, last }) => {
    const left = Math.max(1, Math.min(width - 4, x(first)));
    return [left, Math.max(3, Math.min(width - 1, x(last + 1)) - left)];
  };
  if (places.window) {
    const [left, length] = box(places.window);
    context.fillStyle = palette.accent;
    context.fillRect(left, height - 2, length, 2);
  }
  if (places.predicted) {
    const [left, length] = box(places.predicted);
    context.strokeStyle = palette.accent;
    context.setLineDash([3, 2]);
    context.lineWidth = 1.5;
    context.strokeRect(left, 1, length, height - 3);
    context.setLineDash([]);
  }
  if (places.visible) {
    const [left, length] = box(places.visible);
    context.strokeStyle = palette.surface;
    context.lineWidth = 4;
    context.strokeRect(left, 2, length, height - 5);
    context.strokeStyle = palette.text;
    context.lineWidth = 2;
    context.strokeRect(left, 2, length, height - 5);
  }
}
