// @ts-check
// The whole collection on one strip, and the neighbourhood of the view on another, item by item.

/** @typedef {{first: number, last: number} | undefined} Span */
/** @typedef {{visible: Span, window: Span, predicted: Span}} Places flat indices, the last included */

/** An item's place on the near strip is at least so wide, in px. */
const ITEM_PX = 5;
/** Room above and below a strip for the frame of the view. */
const MARGIN = 4;

/**
 * Every item of the collection in columns of one px: what is under way, or how much is ready.
 * @param {import('./sheet.js').Sheet} sheet
 * @param {import('./item-states.js').ItemStates} items
 * @param {Places} places
 * @param {import('./palette.js').Palette} palette
 */
export function drawWhole(sheet, items, places, palette) {
  const context = sheet.clear();
  const { width, height } = sheet;
  const inner = height - 2 * MARGIN;
  const columns = Math.max(1, Math.min(Math.floor(width), items.count || 1));
  items.resize(columns);
  context.fillStyle = palette.states[0];
  context.fillRect(0, MARGIN, width, inner);
  const step = width / columns;
  const gap = step >= 5 ? 1 : 0;
  for (let column = 0; column < columns; column++) {
    const state = items.dominant(column);
    if (!state) continue;
    const x = column * step;
    const share = state === 4 ? Math.max(0.25, items.readyShare(column)) : 1;
    context.fillStyle = palette.states[state];
    context.fillRect(x, MARGIN + inner * (1 - share), Math.max(1, step - gap), inner * share);
  }
  const scale = items.count ? width / items.count : 0;
  drawPlaces(context, places, (flat) => flat * scale, height, width, palette);
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
  for (let place = 0; place < room && items.count; place++) {
    context.fillStyle = palette.states[items.at(first + place)];
    context.fillRect(place * step, MARGIN, step - 1, height - 2 * MARGIN);
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
