// @ts-check
// Places of items on the wall, by the arithmetic of columns: frames of indices, indices of points and rectangles. The wall holds no cells. Free
// of the DOM.

import { heldAt } from '../model/anchor-at.js';
import { columnCount, columnWidth } from '../model/column-metrics.js';
import { mirrored } from '../model/geometry.js';
import { SectionLines } from './section-lines.js';

/**
 * @typedef {import('../model/geometry.js').Frame} Frame
 * @typedef {import('../model/geometry.js').IndexPath} IndexPath
 * @typedef {import('../model/column-metrics.js').ColumnOptions} ColumnOptions
 * @typedef {import('../model/cell-store.js').Cell} Cell
 * @typedef {import('../model/cell-store.js').Header} Header
 * @typedef {{headers: Header[], contentSize: [number, number], itemCount: number, isMirrored: boolean}} Content
 * @typedef {{section: number, first: number, count: number, x: number, y: number, columns: number}} Band the items of a section: where the
 *   first one is, from the edge where rows begin
 * @typedef {{first: number, count: number, x: number, y: number}} Row
 * @typedef {Band[] | SectionLines} Sections all, or those around the view while their numbers are not known
 */

/** @type {Band[]} */
const NONE = [];
/** Minimum height of headers that have room for a title, in px: lower ones are lines between sections. */
export const TITLED = 12;
/** Minimum size of cells between which lines stand, in px. */
const DIVIDED = 4;

export class WallPlaces {
  /**
   * The point of the view about which the size changes next.
   * @type {[number, number] | undefined}
   */
  point;
  /**
   * Where the view goes once the sections are counted, from the offset that it has until then: nobody knows where items are before.
   * @type {import('../model/anchor.js').Anchor & {offset: number} | undefined}
   */
  landing;
  /**
   * The item that a gesture which zooms holds on to from its beginning to its end.
   * @type {import('../model/anchor.js').Anchor | undefined}
   */
  held;
  /** Whether a gesture that zooms goes on. */
  isZooming = false;
  #content;
  #counts;
  #wanted;
  /** @type {ColumnOptions | undefined} */
  #metrics;
  #width = 0;
  /** The content that the sections were made of. */
  #of = { headers: /** @type {Header[]} */ ([]), itemCount: -1, counts: /** @type {number[] | undefined} */ (undefined) };
  /** @type {Sections} */
  #sections = NONE;

  /**
   * @param {Content} content may change at any time
   * @param {() => number[] | undefined} counts the numbers of items of all sections, where they are known; another list when they are others
   * @param {() => ColumnOptions} wanted the layout that is asked for
   */
  constructor(content, counts, wanted) {
    this.#content = content;
    this.#counts = counts;
    this.#wanted = wanted;
  }

  /**
   * Another layout is shown.
   * @param {ColumnOptions} metrics
   * @param {number} width of the view
   */
  layOut(metrics, width) {
    this.#metrics = metrics;
    this.#width = width;
    this.#of.itemCount = -1;
  }

  get width() { return this.#width; }

  /** @returns {ColumnOptions} */
  get metrics() { return /** @type {ColumnOptions} */ (this.#metrics); }
  /** The width of cells; their height is the same. */
  get side() { return columnWidth(this.metrics, this.#width); }
  /** The distance from one cell to the next. */
  get pitch() { return this.side + this.metrics.spacing; }
  get columns() { return columnCount(this.metrics, this.#width); }

  /** Whether lines are between sections, in place of headers. */
  get isDivided() { return this.metrics.headerHeight > 0 && this.metrics.headerHeight < TITLED; }

  /** Where the sections are. The same object as long as nothing of it has changed. */
  get sections() {
    const { headers, itemCount } = this.#content;
    const counts = this.#counts();
    // Each answer of the server has a list of headers of its own.
    const isSame = counts ? counts === this.#of.counts && this.#of.itemCount >= 0
      : !this.#of.counts && itemCount === this.#of.itemCount && (headers === this.#of.headers || (!headers.length && !this.#of.headers.length));
    if (!isSame) this.#sections = counts ? new SectionLines(counts, this.metrics, this.#width) : this.#made();
    this.#of = { headers, itemCount, counts };
    return this.#sections;
  }

  /**
   * The part of the content, top and bottom, in which other sections have items at the same places.
   * @param {Sections} others
   * @returns {[number, number]} with nothing in it where a place is another
   */
  sharedWith(others) {
    const { sections } = this;
    if (!Array.isArray(sections) || !Array.isArray(others)) return [0, 0];
    const same = new Map(others.map((band) => [band.section, band]));
    const both = sections.filter(({ section }) => same.has(section));
    const isMoved = both.some((band) => JSON.stringify(band) !== JSON.stringify(same.get(band.section)));
    const last = both.at(-1);
    if (isMoved || !last) return [0, 0];
    return [both[0].y, last.y + Math.ceil(last.count / last.columns) * this.pitch];
  }

  /** Those around the view, by their headers. */
  #made() {
    const { headers, itemCount, contentSize: [width] } = this.#content;
    const { inset } = this.metrics;
    const { columns } = this;
    if (!headers.length) return [{ section: 0, first: 0, count: itemCount, x: inset, y: inset, columns }];
    // Small sections have none between lines.
    if (headers[0].section > 0 || this.isDivided) return NONE;
    let first = 0;
    return headers.map((header) => {
      const { section, itemCount: count } = header;
      const [x, y, w, height] = this.#unmirrored(header.frame);
      const isShared = w > 0 && w < width;
      const band = { section, first, count, x: isShared ? x + inset : inset, y: y + height + inset, columns: isShared ? Math.max(1, count) : columns };
      first += count;
      return band;
    });
  }

  /**
   * @param {number} top
   * @param {number} bottom
   */
  #bandsIn(top, bottom) {
    const { sections } = this;
    return Array.isArray(sections) ? sections : sections.bandsIn(top, bottom);
  }

  /** @param {Frame} frame */
  #unmirrored(frame) { return this.#content.isMirrored ? mirrored(frame, this.#content.contentSize[0]) : frame; }

  /** @param {number} section */
  #band(section) {
    const { sections } = this;
    return Array.isArray(sections) ? sections.find((one) => one.section === section) : sections.band(section);
  }

  /** @param {number} index */
  #bandOf(index) {
    const { sections } = this;
    return Array.isArray(sections) ? sections.find(({ first, count }) => index >= first && index < first + count) : sections.bandOf(index);
  }

  /**
   * @param {number | undefined} index
   * @returns {Frame | undefined} `undefined`: it is far from the view, and its section is not known
   */
  frame(index) {
    const band = index === undefined ? undefined : this.#bandOf(index);
    if (!band || index === undefined) return undefined;
    const at = index - band.first;
    const { side, pitch } = this;
    return this.#unmirrored([band.x + (at % band.columns) * pitch, band.y + Math.floor(at / band.columns) * pitch, side, side]);
  }

  /**
   * The place of an item in its section.
   * @param {number} index
   * @returns {IndexPath | undefined}
   */
  path(index) {
    const band = this.#bandOf(index);
    return band && [band.section, index - band.first];
  }

  /**
   * The flat index of a place; of the one behind a section's last item, that of the last.
   * @param {IndexPath} path
   * @returns {number | undefined}
   */
  index([section, item]) {
    const band = this.#band(section);
    return band && band.first + Math.max(0, Math.min(band.count - 1, item));
  }

  /**
   * The item that the view holds on to while the content changes: the first that is whole in view, or the one at a point of the view.
   * @param {Frame} view
   * @param {[number, number]} [point]
   * @returns {import('../model/anchor.js').Anchor | undefined} with the number of items that will be in view
   */
  anchor([x, y, width, height], point) {
    const { minColumnWidth, cellHeight } = this.#wanted();
    const count = Math.ceil(width / minColumnWidth) * Math.ceil(height / cellHeight);
    if (this.landing && this.isAwaited(y)) return { ...this.landing, count };
    // Rows of another length begin elsewhere: at each size, another item is under the point.
    if (point && this.held) return { ...this.held, indexPath: this.path(this.held.index), viewY: point[1], count };
    const rows = this.rows(y, y + height);
    const index = point ? this.nearest(x + point[0], y + point[1]) : (rows.find((row) => row.y >= y) ?? rows[0])?.first;
    const [frame, indexPath] = index === undefined ? [] : [this.frame(index), this.path(index)];
    if (index === undefined || !frame || !indexPath) return undefined;
    return { index, indexPath, ...(point ? heldAt(frame, [x, y, width, height], point) : { viewY: frame[1] - y }), count };
  }

  /**
   * The view goes to an item.
   * @param {import('../model/steady-view.js').Landing | undefined} landing
   * @param {boolean} isThere whether its place is known
   * @param {number} offset of the view
   */
  land(landing, isThere, offset) {
    const anchor = landing?.index === undefined ? undefined : { ...landing, index: landing.index };
    this.landing = isThere || !anchor ? undefined : { ...anchor, offset };
    if (anchor?.part !== undefined && this.isZooming) this.held = anchor;
  }

  /**
   * Whether the view is still where it waits for its landing: whoever scrolls on has another place.
   * @param {number} offset
   */
  isAwaited(offset) { return this.landing !== undefined && Math.abs(this.landing.offset - offset) < 1; }

  /**
   * The rows that meet a part of the content, without the spacing around them.
   * @param {number} top
   * @param {number} bottom
   * @returns {Row[]}
   */
  rows(top, bottom) {
    const { pitch, side } = this;
    return this.#bandsIn(top, bottom).flatMap(({ first, count, x, y, columns }) => {
      const from = Math.max(0, Math.floor((top - y - side) / pitch) + 1);
      const to = Math.min(Math.ceil(count / columns), Math.ceil((bottom - y) / pitch));
      return Array.from({ length: Math.max(0, to - from) }, (_, i) => {
        const passed = (from + i) * columns;
        return { first: first + passed, count: Math.min(columns, count - passed), x, y: y + (from + i) * pitch };
      });
    });
  }

  /**
   * Lines between sections, where they have no headers: above each, and before those beside another.
   * @param {number} top
   * @param {number} bottom
   * @returns {Frame[]}
   */
  dividers(top, bottom) {
    const { headerHeight, inset } = this.metrics;
    if (!this.isDivided) return [];
    const [width] = this.#content.contentSize;
    return this.#bandsIn(top, bottom).flatMap(({ x, y, count, columns }) => {
      /** @type {Frame[]} */
      const lines = x > inset ? [] : [[0, y - inset - headerHeight, width, headerHeight]];
      // On smaller cells it would hide the first of them.
      if (x > inset && this.pitch >= DIVIDED) lines.push([x, y, 1, Math.ceil(count / columns) * this.pitch]);
      return lines.map((line) => this.#unmirrored(line));
    });
  }

  /**
   * The header of a section; where it has none, one that says where the section is.
   * @param {number} section
   * @returns {Header | undefined} `undefined`: it is far from the view, and not known
   */
  header(section) {
    const known = this.#content.headers.find((header) => header.section === section);
    const band = known ? undefined : this.#band(section);
    if (!band) return known;
    const { headerHeight, inset } = this.metrics;
    const width = band.columns === this.columns ? this.#content.contentSize[0] : band.columns * this.pitch;
    return { section, id: '', title: '', itemCount: band.count, frame: this.#unmirrored([band.x - inset, band.y - inset - headerHeight, width, headerHeight]) };
  }

  /**
   * The flat indices whose cells meet a part of the content: the first, and the one behind the last.
   * @param {number} top
   * @param {number} bottom
   * @returns {[number, number]}
   */
  span(top, bottom) {
    const rows = this.rows(top, bottom);
    return rows.length ? [rows[0].first, rows[rows.length - 1].first + rows[rows.length - 1].count] : [0, 0];
  }

  /**
   * The flat indices whose cells meet a rectangle, as ranges.
   * @param {Frame} rect
   * @returns {[number, number][]}
   */
  rangesIn(rect) {
    const [x, y, width, height] = this.#unmirrored(rect);
    const { pitch, side } = this;
    return this.rows(y, y + height).flatMap((row) => {
      const from = Math.max(0, Math.floor((x - row.x - side) / pitch) + 1);
      const to = Math.min(row.count, Math.ceil((x + width - row.x) / pitch));
      return from < to ? [/** @type {[number, number]} */ ([row.first + from, row.first + to])] : [];
    });
  }

  /**
   * The item at a point. The spacing behind a cell counts as the cell: at these sizes nobody aims at it.
   * @param {number} x
   * @param {number} y in content px
   * @returns {number | undefined}
   */
  indexAt(x, y) {
    const { pitch } = this;
    const [left] = this.#unmirrored([x, y, 0, 0]);
    for (const row of this.rows(y - this.metrics.spacing, y + 1)) {
      const at = Math.floor((left - row.x) / pitch);
      if (y >= row.y && y < row.y + pitch && at >= 0 && at < row.count) return row.first + at;
    }
    return undefined;
  }

  /**
   * The item nearest to a point.
   * @param {number} x
   * @param {number} y in content px
   * @returns {number | undefined}
   */
  nearest(x, y) {
    const { pitch, side } = this;
    const [left] = this.#unmirrored([x, y, 0, 0]);
    const reach = Math.max(pitch, this.metrics.headerHeight + 2 * this.metrics.inset + pitch);
    let best;
    let bestDistance = Infinity;
    for (const row of this.rows(y - reach, y + reach)) {
      const at = Math.max(0, Math.min(row.count - 1, Math.floor((left - row.x) / pitch)));
      const dx = Math.max(row.x + at * pitch - left, 0, left - row.x - at * pitch - side);
      const dy = Math.max(row.y - y, 0, y - row.y - side);
      const distance = dx * dx + dy * dy;
      if (distance < bestDistance) [best, bestDistance] = [row.first + at, distance];
    }
    return best;
  }

  /**
   * The item some rows below another one, or above it.
   * @param {number} index
   * @param {number} rows downwards
   * @returns {number} the item itself where there is none
   */
  inRow(index, rows) {
    const frame = this.frame(index);
    if (!frame) return index;
    const { pitch, side } = this;
    const [x, y] = this.#unmirrored(frame);
    const reach = this.metrics.headerHeight + 2 * this.metrics.inset + pitch;
    const target = Math.max(0, Math.min(this.#content.contentSize[1], y + rows * pitch));
    const found = this.rows(target - reach, target + reach).filter((row) => (row.y - y) * rows > 0);
    const away = (/** @type {Row} */ row) => Math.max(row.x - x, 0, x - row.x - (row.count - 1) * pitch);
    found.sort((a, b) => Math.abs(a.y - target) - Math.abs(b.y - target) || away(a) - away(b));
    const [row] = found;
    return row ? row.first + Math.max(0, Math.min(row.count - 1, Math.round((x - row.x) / (pitch || side)))) : index;
  }

  /**
   * The cells around an item, in place of all that the page would hold.
   * @param {number} index
   * @param {Cell} carried is among them, where it is by now
   * @returns {Cell[]}
   */
  cellsAround(index, carried) {
    const near = new Set([index, index - 1, index + 1, this.inRow(index, 1), this.inRow(index, -1)]);
    const cells = [...near].filter((one) => one !== carried.index).flatMap((one) => {
      const [frame, indexPath] = [this.frame(one), this.path(one)];
      return frame && indexPath ? [/** @type {Cell} */ ({ id: `#${one}`, index: one, indexPath, frame, state: 'idle' })] : [];
    });
    return [...cells, { ...carried, frame: this.frame(carried.index) ?? carried.frame }];
  }
}
