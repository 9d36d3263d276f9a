// @ts-check
// The order as it is seen while items are carried over the wall: with a gap where they would land. Free of the DOM.

import { startsOf } from '../selection/range-set.js';
import { lastAtMost } from './section-lines.js';

/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */
/** @typedef {[number, number]} Span flat indices: the first, and the one behind the last */
/**
 * @template Sheet
 * @typedef {Pick<import('./texel-runs.js').TexelRuns<Sheet>, 'in' | 'gaps'>} Known what is known of ranges of flat indices
 */

/**
 * Seen indices are those of cells on screen, own ones those of the order as it is. A section that items leave keeps its cells, so that nothing
 * moves away under the pointer; one that they come to grows where it has no room.
 */
export class CarriedGap {
  /** The cells of the gap, by seen index. */
  span;
  /**
   * Cells of each section; the same list as before where none grows.
   * @type {number[]}
   */
  counts;
  #leaving;
  #lows;
  /**
   * How many indices leave before each of these ranges, and in all.
   * @type {number[]}
   */
  #left = [0];
  /** How many indices that stay are before each of them. */
  #ranks;
  #starts;
  #seenStarts;
  #own;

  /**
   * @param {number[]} counts items of each section
   * @param {Span[]} leaving what is taken out of the order meanwhile, ascending
   * @param {IndexPath} at the section, and how many of its items are before the gap, of those that leave too
   * @param {number} count cells of the gap
   */
  constructor(counts, leaving, [section, before], count) {
    this.#own = counts;
    this.#leaving = leaving;
    this.#lows = leaving.map(([low]) => low);
    leaving.forEach(([low, high], at) => this.#left.push(this.#left[at] + high - low));
    this.#ranks = this.#lows.map((low, at) => low - this.#left[at]);
    this.#starts = startsOf(counts);
    const rest = this.#kept(section);
    this.counts = rest + count > counts[section] ? counts.map((own, at) => (at === section ? rest + count : own)) : counts;
    this.#seenStarts = this.counts === counts ? this.#starts : startsOf(this.counts);
    const first = this.#starts[section];
    const start = this.#seenStarts[section] + before - this.#leavingIn(first, first + before);
    this.span = /** @type {Span} */ ([start, start + count]);
  }

  /**
   * What is known of own indices, by seen ones.
   * @template Sheet
   * @param {Known<Sheet>} known
   * @returns {Known<Sheet>} of what is in a gap, it says nothing
   */
  over(known) {
    return {
      in: (low, high) => this.#parts(low, high).flatMap(({ index, own, count }) =>
        known.in(own, own + count).map((run) => ({ ...run, index: run.index - own + index }))),
      gaps: (low, high) => this.#parts(low, high).flatMap(({ index, own, count }) =>
        known.gaps(own, own + count).map(([from, to]) => /** @type {Span} */ ([from - own + index, to - own + index]))),
    };
  }

  /**
   * The parts of a range of seen indices that show items: the rest is the gap, and what was left.
   * @param {number} low
   * @param {number} high
   */
  #parts(low, high) {
    const parts = [];
    for (let index = low; index < high;) {
      const section = lastAtMost(this.#seenStarts, index);
      const end = this.#seenStarts[section] + this.counts[section];
      if (section < 0 || index >= end) break;
      for (; index < Math.min(end, high);) {
        const part = this.#part(section, index, Math.min(end, high));
        if (part.own !== undefined) parts.push({ ...part, own: part.own });
        index += part.count;
      }
    }
    return parts;
  }

  /**
   * @param {number} section
   * @param {number} index of a cell in it
   * @param {number} end
   * @returns {{index: number, own: number | undefined, count: number}} as many cells as follow each other in the order as well
   */
  #part(section, index, end) {
    const [low, high] = this.span;
    if (index >= low && index < high) return { index, own: undefined, count: Math.min(high, end) - index };
    const first = this.#starts[section];
    const start = this.#seenStarts[section];
    const isBehind = index >= high && low >= start;
    const rank = index - start - (isBehind ? high - low : 0);
    const rest = this.#kept(section) - rank;
    if (rest <= 0) return { index, own: undefined, count: end - index };
    const stayed = first - this.#leavingBelow(first) + rank;
    const passed = lastAtMost(this.#ranks, stayed) + 1;
    const own = stayed + this.#left[passed];
    const next = this.#lows[passed] ?? Infinity;
    return { index, own, count: Math.min(rest, next - own, (index < low ? Math.min(low, end) : end) - index) };
  }

  /** @param {number} section */
  #kept(section) {
    const first = this.#starts[section];
    return this.#own[section] - this.#leavingIn(first, first + this.#own[section]);
  }

  /**
   * How many of the indices from `low` to before `high` leave.
   * @param {number} low
   * @param {number} high
   */
  #leavingIn(low, high) { return this.#leavingBelow(high) - this.#leavingBelow(low); }

  /** @param {number} index */
  #leavingBelow(index) {
    const at = lastAtMost(this.#lows, index - 1);
    return at < 0 ? 0 : this.#left[at] + Math.min(this.#leaving[at][1], index) - this.#lows[at];
  }
}
