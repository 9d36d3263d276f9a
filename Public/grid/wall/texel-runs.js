// @ts-check
// Places of texels: runs of flat indices, each with consecutive slots of one sheet. Follows changes of the order. Free of the DOM.

import { below, placeOf } from '../selection/range-set.js';

/**
 * @template Sheet
 * @typedef {{index: number, count: number, sheet: Sheet, slot: number}} Run flat indices from `index` on, slots from `slot` on
 */
/** @typedef {Pick<import('./order-changes.js').OrderChanges, 'leaving' | 'blocks' | 'coming' | 'moved'>} OrderChanges */

/** @template Sheet */
export class TexelRuns {
  /** @type {Run<Sheet>[]} ascending, apart from each other */
  #runs;

  /** @param {Run<Sheet>[]} [runs] ascending, apart from each other */
  constructor(runs = []) {
    this.#runs = runs;
  }

  get length() { return this.#runs.length; }

  /** The sheets that are in use. */
  get sheets() { return new Set(this.#runs.map(({ sheet }) => sheet)); }

  /**
   * The runs of the indices from `low` to before `high`, cut to these.
   * @param {number} low
   * @param {number} high
   * @returns {Run<Sheet>[]}
   */
  in(low, high) {
    /** @type {Run<Sheet>[]} */
    const found = [];
    for (let at = this.#search(low); at < this.#runs.length && this.#runs[at].index < high; at++) found.push(cut(this.#runs[at], low, high));
    return found;
  }

  /**
   * The parts of a range of indices that have no texels, the first index of each and the one behind it.
   * @param {number} low
   * @param {number} high
   * @returns {[number, number][]}
   */
  gaps(low, high) {
    /** @type {[number, number][]} */
    const gaps = [];
    for (const { index, count } of this.in(low, high)) {
      if (index > low) gaps.push([low, index]);
      low = index + count;
    }
    if (low < high) gaps.push([low, high]);
    return gaps;
  }

  /**
   * Takes in a run, in the place of what was there.
   * @param {Run<Sheet>} run
   */
  put(run) {
    if (run.count <= 0) return;
    const end = run.index + run.count;
    const first = this.#search(run.index);
    let last = first;
    while (last < this.#runs.length && this.#runs[last].index < end) last++;
    const touched = this.#runs.slice(first, last);
    const rest = touched.flatMap((one) => [cut(one, 0, run.index), cut(one, end, Infinity)]).filter(({ count }) => count > 0);
    this.#runs.splice(first, last - first, ...joined([...rest, run]));
  }

  /**
   * Forgets what is not between two indices.
   * @param {number} low
   * @param {number} high
   */
  keep(low, high) { this.#runs = this.in(low, high); }

  /**
   * The same items after a change; those that it deletes are gone, of those that it inserts nothing is known.
   * @param {OrderChanges} changes
   * @returns {TexelRuns<Sheet>}
   */
  after({ leaving, blocks, coming, moved }) {
    const rest = this.#runs.flatMap((run) => without(run, leaving)).map((run) => ({ ...run, index: run.index - below(leaving, run.index) }));
    const ranked = new TexelRuns(rest);
    const stay = blocks.flatMap(({ from, to, count }) => ranked.in(from, from + count).flatMap((run) => spread({ ...run, index: run.index - from + to }, coming)));
    const arrive = [...moved].flatMap(([from, to]) => this.in(from, from + 1).map((run) => ({ ...run, index: to })));
    return new TexelRuns(joined([...stay, ...arrive]));
  }

  /**
   * Place of the first run that ends behind an index.
   * @param {number} index
   */
  #search(index) {
    let low = 0;
    let high = this.#runs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#runs[middle].index + this.#runs[middle].count > index) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/**
 * @template Sheet
 * @param {Run<Sheet>} run
 * @param {number} low
 * @param {number} high
 * @returns {Run<Sheet>} its part between two indices, of which none may be left
 */
function cut({ index, count, sheet, slot }, low, high) {
  const first = Math.max(index, low);
  return { index: first, count: Math.max(0, Math.min(index + count, high) - first), sheet, slot: slot + first - index };
}

/**
 * The parts of a run between indices that leave it.
 * @template Sheet
 * @param {Run<Sheet>} run
 * @param {number[]} leaving ascending
 */
function without(run, leaving) {
  const end = run.index + run.count;
  /** @type {Run<Sheet>[]} */
  const parts = [];
  let from = run.index;
  for (let at = below(leaving, from); at < leaving.length && leaving[at] < end; at++) {
    parts.push(cut(run, from, leaving[at]));
    from = leaving[at] + 1;
  }
  return [...parts, cut(run, from, end)].filter(({ count }) => count > 0);
}

/**
 * The parts of a run at their places after the change: others come between them.
 * @template Sheet
 * @param {Run<Sheet>} run by rank among those that neither leave nor come
 * @param {number[]} coming ascending
 */
function spread(run, coming) {
  /** @type {Run<Sheet>[]} */
  const parts = [];
  for (let done = 0; done < run.count;) {
    const rank = run.index + done;
    const index = placeOf(coming, rank);
    const next = coming[index - rank] ?? Infinity;
    const count = Math.min(run.count - done, next - index);
    parts.push({ index, count, sheet: run.sheet, slot: run.slot + done });
    done += count;
  }
  return parts;
}

/**
 * Runs in order, those that continue each other as one.
 * @template Sheet
 * @param {Run<Sheet>[]} runs
 */
function joined(runs) {
  /** @type {Run<Sheet>[]} */
  const result = [];
  for (const run of runs.sort((a, b) => a.index - b.index)) {
    const last = result.at(-1);
    const continues = last && last.sheet === run.sheet && last.index + last.count === run.index && last.slot + last.count === run.slot;
    if (continues) last.count += run.count;
    else result.push({ ...run });
  }
  return result;
}
