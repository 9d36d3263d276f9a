// @ts-check
// Where each section of the wall is, by the arithmetic of the server's columns (docs/layouts.md): from the numbers of their items alone. Free of
// the DOM.

import { columnCount, columnWidth, rowsOf } from '../model/column-metrics.js';

/** @typedef {import('./wall-places.js').Band} Band */

/** Maximum items, and sections, of a line that sections share, as the server has them. */
const LINE_ITEMS = 256;
const LINE_SECTIONS = 64;

export class SectionLines {
  #counts;
  #metrics;
  #columns;
  #pitch;
  /** The flat index of each section's first item, and the number of items at the end. */
  #firsts;
  /** The line of each section, and the column in which it begins there. */
  #lines;
  #starts;
  /** The first section of each line, and the number of sections at the end. */
  #heads = [0];
  /** The top edge of each line, and the height of all at the end. */
  #tops = [0];

  /**
   * @param {number[]} counts items of each section
   * @param {import('../model/column-metrics.js').ColumnOptions} metrics
   * @param {number} width of the view, in px
   */
  constructor(counts, metrics, width) {
    this.#counts = counts;
    this.#metrics = metrics;
    this.#columns = columnCount(metrics, width);
    this.#pitch = columnWidth(metrics, width) + metrics.spacing;
    this.#firsts = new Uint32Array(counts.length + 1);
    this.#lines = new Uint32Array(counts.length);
    this.#starts = new Uint16Array(counts.length);
    counts.forEach((count, section) => (this.#firsts[section + 1] = this.#firsts[section] + count));
    this.#fill();
  }

  get height() { return this.#tops[this.#tops.length - 1]; }

  /** Takes each section into the line of the one before it, as long as both fit there in one row. */
  #fill() {
    const { spacing, minSectionWidth = 0 } = this.#metrics;
    const columns = this.#columns;
    const least = Math.min(columns, Math.max(1, Math.ceil((minSectionWidth + spacing) / this.#pitch)));
    const isSharing = minSectionWidth > 0;
    let head = 0;
    let items = 0;
    let used = Infinity;
    this.#counts.forEach((count, section) => {
      const wanted = count <= columns ? Math.max(count, least) : Infinity;
      const isShared = isSharing && used + wanted <= columns && items + count <= LINE_ITEMS && section - head < LINE_SECTIONS;
      if (!isShared && section > 0) {
        this.#end(section, items);
        head = section;
      }
      [items, used] = isShared ? [items + count, used + wanted] : [count, wanted];
      this.#lines[section] = this.#heads.length - 1;
      this.#starts[section] = isShared ? used - wanted : 0;
    });
    if (this.#counts.length) this.#end(this.#counts.length, items);
  }

  /**
   * @param {number} section the first behind the line
   * @param {number} items of the line
   */
  #end(section, items) {
    const { headerHeight, inset, cellHeight, spacing } = this.#metrics;
    const rows = rowsOf(items, this.#columns);
    this.#heads.push(section);
    this.#tops.push(this.height + headerHeight + 2 * inset + (rows ? rows * (cellHeight + spacing) - spacing : 0));
  }

  /**
   * @param {number} section
   * @returns {Band | undefined}
   */
  band(section) {
    const count = this.#counts[section];
    if (count === undefined) return undefined;
    const { headerHeight, inset } = this.#metrics;
    const line = this.#lines[section];
    const isShared = this.#heads[line + 1] - this.#heads[line] > 1;
    return {
      section, first: this.#firsts[section], count, x: inset + this.#starts[section] * this.#pitch, y: this.#tops[line] + headerHeight + inset,
      columns: isShared ? Math.max(1, count) : this.#columns,
    };
  }

  /**
   * The section of an item.
   * @param {number} index
   * @returns {Band | undefined}
   */
  bandOf(index) {
    if (!(index >= 0 && index < this.#firsts[this.#counts.length])) return undefined;
    return this.band(lastAtMost(this.#firsts, index));
  }

  /**
   * The sections that meet a part of the content.
   * @param {number} top
   * @param {number} bottom
   * @returns {Band[]}
   */
  bandsIn(top, bottom) {
    const bands = [];
    let line = Math.max(0, lastAtMost(this.#tops, top));
    for (; line < this.#heads.length - 1 && this.#tops[line] < bottom; line++) {
      for (let section = this.#heads[line]; section < this.#heads[line + 1]; section++) bands.push(/** @type {Band} */ (this.band(section)));
    }
    return bands;
  }
}

/**
 * Place of the last of ascending numbers that is not more than a value; -1 where all are more.
 * @param {ArrayLike<number>} list
 * @param {number} value
 */
export function lastAtMost(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
