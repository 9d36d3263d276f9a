// @ts-check
// Loads over time: a lane for each loader, a bar for each load, the present at the right edge.

import { Layer } from './layer.js';
import { SPAN_MS } from './loads.js';

const GUTTER = 18;
const AXIS = 14;
/**
 * Where a bar begins and how tall it is, in parts of its lane's.
 * @type {Record<import('./report.js').Form, [number, number]>}
 */
const SHAPES = { picture: [0, 1], preview: [0.25, 0.5], content: [0.6, 0.4] };

export class Timeline {
  #sheet;
  /** Grid lines and numbers, which do not move. */
  #axis = new Layer();

  /** @param {import('./sheet.js').Sheet} sheet */
  constructor(sheet) {
    this.#sheet = sheet;
  }

  /**
   * @param {import('./loads.js').Loads} loads
   * @param {number} now on the server's clock
   * @param {number} lanes
   * @param {import('./palette.js').Palette} palette
   * @returns {boolean} whether anything moves
   */
  draw(loads, now, lanes, palette) {
    const { width, height } = this.#sheet;
    const lane = (height - AXIS) / lanes;
    if (this.#axis.fit(this.#sheet, lanes, palette.quiet, palette.line)) this.#drawAxis(lanes, lane, palette);
    const context = this.#sheet.clear();
    this.#axis.copy(this.#sheet);
    const start = now - SPAN_MS;
    const scale = (width - GUTTER) / SPAN_MS;
    const thick = Math.max(2, Math.min(16, lane - 2));
    const paths = new Map();
    let isMoving = false;
    for (const bar of loads.bars) {
      const end = Math.min(bar.ended, now);
      if (end < start) continue;
      isMoving = true;
      if (bar.lane >= lanes) continue;
      const left = GUTTER + Math.max(0, bar.began - start) * scale;
      const right = GUTTER + (end - start) * scale;
      const y = bar.lane * lane + (lane - thick) / 2;
      const [inset, tall] = SHAPES[bar.form];
      let path = paths.get(bar.fate);
      if (!path) paths.set(bar.fate, (path = new Path2D()));
      path.rect(left, y + inset * thick, Math.max(2, right - left - 1), tall * thick);
    }
    // One fill for each colour.
    for (const [fate, path] of paths) {
      context.fillStyle = palette.fates[fate];
      context.fill(path);
    }
    return isMoving;
  }

  /**
   * @param {number} lanes
   * @param {number} lane
   * @param {import('./palette.js').Palette} palette
   */
  #drawAxis(lanes, lane, palette) {
    const { context } = this.#axis;
    const { width, height } = this.#sheet;
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
}
