// @ts-check
// Loads over time: a lane for each loader, a bar for each load, now at the right edge.

/** So much time fits, in ms. */
export const SPAN_MS = 12_000;
const GUTTER = 18;
const AXIS = 14;

/**
 * @param {import('./sheet.js').Sheet} sheet
 * @param {import('./loads.js').Loads} loads
 * @param {number} now on the server's clock
 * @param {number} lanes
 * @param {import('./palette.js').Palette} palette
 * @returns {boolean} whether anything moves
 */
export function drawTimeline(sheet, loads, now, lanes, palette) {
  const context = sheet.clear();
  const { width, height } = sheet;
  const lane = (height - AXIS) / lanes;
  const start = now - SPAN_MS;
  const scale = (width - GUTTER) / SPAN_MS;
  drawAxis(context, now, lanes, lane, width, height, palette);
  const thick = Math.max(2, Math.min(16, lane - 2));
  let isMoving = false;
  for (let index = loads.bars.length - 1; index >= 0; index--) {
    const bar = loads.bars[index];
    const end = Math.min(bar.ended, now);
    if (end < start) {
      // Bars stand in the order of their beginnings: one that began long ago may still run.
      if (bar.began < start - 60_000) break;
      continue;
    }
    isMoving = true;
    if (bar.lane >= lanes) continue;
    const left = GUTTER + Math.max(0, bar.began - start) * scale;
    const right = GUTTER + (end - start) * scale;
    const y = bar.lane * lane + (lane - thick) / 2;
    const inset = bar.preview ? thick / 4 : 0;
    context.fillStyle = palette.fates[bar.fate];
    context.fillRect(left, y + inset, Math.max(2, right - left - 1), thick - 2 * inset);
  }
  return isMoving;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} now
 * @param {number} lanes
 * @param {number} lane
 * @param {number} width
 * @param {number} height
 * @param {import('./palette.js').Palette} palette
 */
function drawAxis(context, now, lanes, lane, width, height, palette) {
  context.font = palette.font;
  context.fillStyle = palette.quiet;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  const every = Math.max(1, Math.ceil(11 / lane));
  for (let number = 0; number < lanes; number += every) context.fillText(String(number + 1), 0, number * lane + lane / 2);
  const scale = (width - GUTTER) / SPAN_MS;
  context.textAlign = 'center';
  for (let ago = 0; ago <= SPAN_MS - 1000; ago += 2000) {
    const x = width - ago * scale;
    context.fillStyle = palette.line;
    context.fillRect(Math.min(width - 1, Math.round(x)), 0, 1, height - AXIS);
    context.fillStyle = palette.quiet;
    if (ago) context.fillText(`−${ago / 1000} s`, x, height - AXIS / 2 + 1);
  }
}
