// @ts-check
// Draws a part of the wall into a canvas: texels row by row, what is known of cells without one, what is selected, and marks.

import { FAILED } from './sheet.js';
import { slotsIn } from './texels.js';

/**
 * @typedef {import('./wall-places.js').WallPlaces} WallPlaces
 * @typedef {import('./wall-places.js').Row} Row
 * @typedef {import('./sheet.js').Sheet} Sheet
 * @typedef {import('./texel-runs.js').Run<Sheet>} Run
 * @typedef {{surface: string, empty: string, text: string, accent: string, labels: string[]}} Palette `labels`: the colours of labels, in the order
 *   in which sheets number them
 * @typedef {object} Scene
 * @property {WallPlaces} places
 * @property {import('./carried-gap.js').Known<Sheet>} runs texels
 * @property {import('./carried-gap.js').Known<Sheet>} before those that are shown where these are missing
 * @property {import('./carried-gap.js').Known<true>} selected
 * @property {boolean} isCarried whether that is carried
 * @property {[number, number] | undefined} gap the cells in which what is carried would land: the first, and the one behind the last
 * @property {Palette} palette
 * @property {number} scale device px for each CSS px
 * @property {number} width of the content
 * @property {boolean} isMirrored
 * @property {string | undefined} light the result whose items glow, while the rest dims
 */

/** Minimum width of a cell on which marks are drawn as signs, and what is selected has a line around it; smaller ones are tinted. In CSS px. */
const SIGNS = 12;
/** The same for the sign of a damaged picture. */
const DAMAGE_SIGNS = 6;
/** How opaque tints are: of what is selected, of a label and of one star, and of five stars and a pick. */
const [TINT, MOST_TINT] = [0.45, 0.75];
/** The width of that line, in CSS px. */
const LINE = 2;
/** The width of the ring around what glows, where little does, in CSS px. */
const RING = 1.5;
const DIMMED = 0.7;
/** How opaque the lines between sections are. */
const DIVIDER = 0.5;
/** The size of the bar before a gap among small cells, and of what sets it off from these, in CSS px. */
const BAR = { width: 3, height: 16, edge: 1 };
const STAR = '#f2c230';
const STARS = 5;

export class WallPainter {
  #context;
  #scene;
  #top;

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Scene} scene
   * @param {number} top of the canvas, in content px
   */
  constructor(context, scene, top) {
    this.#context = context;
    this.#scene = scene;
    this.#top = top;
  }

  /** @param {number} height of the canvas, in CSS px */
  paint(height) {
    const { places, width, scale } = this.#scene;
    const context = this.#context;
    context.clearRect(0, 0, Math.ceil(width * scale) + 1, Math.ceil(height * scale) + 1);
    const rows = places.rows(this.#top, this.#top + height);
    for (const row of rows) this.#texels(row);
    for (const divider of places.dividers(this.#top, this.#top + height)) this.#divider(divider);
    this.#clearSpacing(rows);
    for (const row of rows) {
      this.#marks(row);
      this.#selection(row);
    }
    for (const row of rows) this.#gap(row);
  }

  /** @param {Row} row */
  #texels(row) {
    const { runs, before, palette } = this.#scene;
    const end = row.first + row.count;
    this.#fill(row, row.first, end, palette.empty);
    for (const gap of runs.gaps(row.first, end)) {
      for (const run of before.in(...gap)) {
        this.#draw(row, run);
        this.#dim(row, run);
      }
    }
    for (const run of runs.in(row.first, end)) {
      this.#draw(row, run);
      for (const slot of slotsIn(run.sheet.others, run.slot, run.slot + run.count)) this.#other(row, run, slot);
      this.#dim(row, run);
    }
  }

  /** @param {import('../model/geometry.js').Frame} line between two sections */
  #divider([x, y, width, height]) {
    const { scale, palette } = this.#scene;
    const [left, top] = [Math.round(x * scale), Math.round((y - this.#top) * scale)];
    const thin = Math.max(1, Math.floor(Math.min(width, height) / 2)) * scale;
    this.#shade(width > height ? [left, top, Math.round(width * scale), Math.round(thin)] : [left, top, Math.round(thin), Math.round(height * scale)], palette.text, DIVIDER);
  }

  /**
   * What does not glow lets what is behind the wall shine through.
   * @param {Row} row
   * @param {Run} run
   */
  #dim(row, run) {
    const lighting = this.#lightingOf(run.sheet);
    if (!lighting) return;
    this.#context.globalCompositeOperation = 'destination-out';
    this.#draw(row, run, lighting.shade, 1);
    this.#context.globalCompositeOperation = 'source-over';
  }

  /** @param {Sheet} sheet */
  #lightingOf({ lighting }) { return lighting && lighting.result === this.#scene.light ? lighting : undefined; }

  /**
   * @param {Row} row
   * @param {Run} run
   * @param {import('./sheet.js').Picture} [picture] of as many cells
   * @param {number} [side] of a cell in it, in px
   */
  #draw(row, { index, count, sheet, slot }, picture = sheet.picture, side = sheet.side) {
    const { columns } = sheet;
    const context = this.#context;
    // Smoothing would mix the colours of neighbours that have no more than one each.
    context.imageSmoothingEnabled = side !== 1;
    // Sheets have their rows in the direction of the view, but for those that were there before it changed.
    const step = sheet.isMirrored === this.#scene.isMirrored ? columns : 1;
    for (let done = 0; done < count;) {
      const column = (slot + done) % columns;
      const length = Math.min(count - done, columns - column, step);
      const [x, y, width, height] = this.#box(row, index + done, index + done + length);
      context.drawImage(picture, sheet.left(slot + done, length) * side, Math.floor((slot + done) / columns) * side, length * side, side, x, y, width, height);
      done += length;
    }
  }

  /**
   * A cell that has no texel: nothing is known yet, it has no picture, or its picture cannot be shown.
   * @param {Row} row
   * @param {Run} run
   * @param {number} slot
   */
  #other(row, { index, slot: first, sheet }, slot) {
    const { palette } = this.#scene;
    const at = index + slot - first;
    this.#fill(row, at, at + 1, palette.empty);
    if (sheet.states[slot] === FAILED) this.#cross(this.#box(row, at, at + 1, false), palette.text);
  }

  /**
   * @param {[number, number, number, number]} box
   * @param {string} colour
   */
  #cross([x, y, width, height], colour) {
    const context = this.#context;
    const inset = width / 4;
    context.strokeStyle = colour;
    context.globalAlpha = 0.6;
    context.lineWidth = Math.max(1, width / 10);
    context.beginPath();
    context.moveTo(x + inset, y + inset);
    context.lineTo(x + width - inset, y + height - inset);
    context.moveTo(x + width - inset, y + inset);
    context.lineTo(x + inset, y + height - inset);
    context.stroke();
    context.globalAlpha = 1;
  }

  /**
   * Cells are drawn as wide as they are apart; what is between them is taken away, once for all rows of a section.
   * @param {Row[]} rows
   */
  #clearSpacing(rows) {
    const { places, scale } = this.#scene;
    const { pitch, side } = places;
    if (pitch === side) return;
    for (const [i, row] of rows.entries()) {
      const before = rows[i - 1];
      const [x, y, width] = this.#box(row, row.first, row.first + row.count);
      const below = Math.round((row.y - this.#top + side) * scale);
      this.#context.clearRect(x, below, width, Math.round((row.y - this.#top + pitch) * scale) - below);
      const continues = before && before.x === row.x && before.count >= row.count && Math.abs(before.y + pitch - row.y) < 0.01;
      if (continues) continue;
      let last = i;
      while (rows[last + 1]?.x === row.x && rows[last + 1].count <= row.count && Math.abs(rows[last].y + pitch - rows[last + 1].y) < 0.01) last++;
      const height = Math.round((rows[last].y - this.#top + side) * scale) - y;
      for (let at = 0; at < row.count; at++) {
        const [left, , wide] = this.#box(row, row.first + at, row.first + at + 1, false);
        const edge = this.#scene.isMirrored ? left - Math.round((pitch - side) * scale) : left + wide;
        this.#context.clearRect(edge, y, Math.round((pitch - side) * scale), height);
      }
    }
  }

  /** @param {Row} row */
  #marks(row) {
    for (const { index, count, sheet, slot } of this.#scene.runs.in(row.first, row.first + row.count)) {
      for (const lit of slotsIn(this.#lightingOf(sheet)?.ringed ?? [], slot, slot + count)) this.#ring(this.#box(row, index + lit - slot, index + lit - slot + 1, false));
      for (const marked of slotsIn(sheet.marked, slot, slot + count)) this.#mark(row, index + marked - slot, sheet.marks[marked]);
      if (this.#scene.places.side < DAMAGE_SIGNS) continue;
      for (const damaged of slotsIn(sheet.damaged, slot, slot + count)) this.#corner(this.#box(row, index + damaged - slot, index + damaged - slot + 1, false), '#e5484d');
    }
  }

  /**
   * @param {Row} row
   * @param {number} at
   * @param {number} mark as sheets have it: stars, flag, colour of the label
   */
  #mark(row, at, mark) {
    const { palette, places } = this.#scene;
    const context = this.#context;
    const [stars, flag, label] = [mark & 7, (mark >> 3) & 3, mark >> 5];
    const box = this.#box(row, at, at + 1, false);
    const [x, y, width, height] = box;
    const colour = palette.labels[label - 1];
    if (flag === 2) this.#shade(box, palette.surface, DIMMED);
    if (places.side < SIGNS) {
      // Half of a cell each: what is tinted as a whole is selected, or has a label, and the rest shows the picture.
      const half = Math.ceil(height / 2);
      if (colour) this.#shade(box, colour, TINT);
      if (stars) this.#shade([x, y + height - half, width, half], STAR, TINT + (MOST_TINT - TINT) * ((stars - 1) / (STARS - 1)));
      if (flag === 1) this.#shade([x, y, width, half], palette.accent, MOST_TINT);
      return;
    }
    const edge = Math.max(2, Math.round(height / 8));
    if (colour) this.#shade([x, y + height - edge, width, edge], colour, 1);
    if (stars) this.#shade([x, y + height - (colour ? 2 : 1) * edge, Math.round((width * stars) / STARS), edge], STAR, 1);
    if (flag === 1) this.#corner(box, palette.accent);
    if (flag === 2) this.#cross(box, palette.text);
    context.globalAlpha = 1;
  }

  /**
   * @param {[number, number, number, number]} box
   * @param {string} colour
   */
  #corner([x, y, width], colour) {
    const context = this.#context;
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + width / 2.5, y);
    context.lineTo(x, y + width / 2.5);
    context.fill();
  }

  /**
   * @param {[number, number, number, number]} box
   * @param {string} colour
   * @param {number} alpha
   */
  #shade([x, y, width, height], colour, alpha) {
    const context = this.#context;
    context.fillStyle = colour;
    context.globalAlpha = alpha;
    context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
  }

  /** @param {[number, number, number, number]} box of an item that glows among many that do not */
  #ring([x, y, width, height]) {
    const { palette, scale } = this.#scene;
    const line = Math.round(RING * scale);
    this.#context.strokeStyle = palette.text;
    this.#context.lineWidth = line;
    this.#context.strokeRect(x - line / 2, y - line / 2, width + line, height + line);
  }

  /** @param {Row} row */
  #selection(row) {
    const { selected, isCarried, palette, places } = this.#scene;
    for (const { index, count } of selected.in(row.first, row.first + row.count)) {
      const box = this.#box(row, index, index + count, false);
      if (isCarried) this.#shade(box, palette.surface, DIMMED);
      this.#shade(box, palette.accent, TINT);
      // On a picture of a similar colour, the tint alone is hardly seen.
      if (places.side >= SIGNS) this.#outline(box, palette.accent);
    }
  }

  /**
   * Where what is carried would land. Among small cells a bar stands before it: one of them alone is hardly seen.
   * @param {Row} row
   */
  #gap(row) {
    const { gap = [0, 0], palette, places, scale, isMirrored } = this.#scene;
    const [low, high] = [Math.max(row.first, gap[0]), Math.min(row.first + row.count, gap[1])];
    if (low >= high) return;
    const box = this.#box(row, low, high, false);
    this.#shade(box, palette.accent, TINT);
    if (places.side >= SIGNS) return this.#outline(box, palette.accent);
    if (low > gap[0]) return;
    const [x, y, width, height] = box;
    const middle = y + height / 2;
    for (const [edge, colour] of /** @type {[number, string][]} */ ([[BAR.edge, palette.surface], [0, palette.accent]])) {
      const [across, along] = [(BAR.width + 2 * edge) * scale, (BAR.height + 2 * edge) * scale];
      this.#shade([Math.round((isMirrored ? x + width : x) - across / 2), Math.round(middle - along / 2), across, along], colour, 1);
    }
  }

  /**
   * @param {[number, number, number, number]} box
   * @param {string} colour
   */
  #outline([x, y, width, height], colour) {
    const line = Math.round(LINE * this.#scene.scale);
    this.#context.strokeStyle = colour;
    this.#context.lineWidth = line;
    this.#context.strokeRect(x + line / 2, y + line / 2, width - line, height - line);
  }

  /**
   * @param {Row} row
   * @param {number} low
   * @param {number} high
   * @param {string} colour
   */
  #fill(row, low, high, colour) {
    this.#context.fillStyle = colour;
    this.#context.fillRect(...this.#box(row, low, high));
  }

  /**
   * Where some cells of a row are, in device px of the canvas.
   * @param {Row} row
   * @param {number} low
   * @param {number} high
   * @param {boolean} [isWhole] whether with the spacing behind each
   * @returns {[number, number, number, number]}
   */
  #box(row, low, high, isWhole = true) {
    const { places: { pitch, side }, scale, width, isMirrored } = this.#scene;
    const spacing = isWhole ? 0 : pitch - side;
    const from = row.x + (low - row.first) * pitch;
    const to = row.x + (high - row.first) * pitch - spacing;
    const [left, right] = isMirrored ? [width - to, width - from] : [from, to];
    const x = Math.round(left * scale);
    const y = Math.round((row.y - this.#top) * scale);
    return [x, y, Math.round(right * scale) - x, Math.round((row.y - this.#top + pitch - spacing) * scale) - y];
  }
}
