// @ts-check
// A set of flat indices, held as ranges: ten million selected items take two numbers. Free of the DOM.

/** @typedef {[number, number]} Range first index, and the first one behind it */

export class RangeSet {
  /** @type {Range[]} ascending, apart from each other, none empty */
  #ranges;

  /** @param {Iterable<Range>} [ranges] */
  constructor(ranges = []) {
    this.#ranges = [];
    for (const [low, high] of ranges) this.add(low, high);
  }

  get isEmpty() { return this.#ranges.length === 0; }
  /** How many indices. */
  get count() { return this.#ranges.reduce((sum, [low, high]) => sum + high - low, 0); }
  /** The ranges as requests name them: the last index included. */
  get wire() { return this.#ranges.map(([low, high]) => [low, high - 1]); }

  [Symbol.iterator]() { return this.#ranges[Symbol.iterator](); }

  /** @param {number} index */
  has(index) {
    const at = this.#search(index);
    return at < this.#ranges.length && this.#ranges[at][0] <= index;
  }

  /**
   * How many of the indices from `low` to before `high` are in it.
   * @param {number} low
   * @param {number} high
   */
  countIn(low, high) {
    let count = 0;
    for (const [a, b] of this.#ranges) count += Math.max(0, Math.min(b, high) - Math.max(a, low));
    return count;
  }

  /**
   * Adds the indices from `low` to before `high`.
   * @param {number} low
   * @param {number} high
   */
  add(low, high) {
    if (low >= high) return;
    const first = this.#search(low - 1);
    let end = first;
    while (end < this.#ranges.length && this.#ranges[end][0] <= high) {
      low = Math.min(low, this.#ranges[end][0]);
      high = Math.max(high, this.#ranges[end][1]);
      end++;
    }
    this.#ranges.splice(first, end - first, [low, high]);
  }

  /**
   * Takes out the indices from `low` to before `high`.
   * @param {number} low
   * @param {number} high
   */
  remove(low, high) {
    if (low >= high) return;
    /** @type {Range[]} */
    const kept = [];
    for (const [a, b] of this.#ranges) {
      if (a < Math.min(b, low)) kept.push([a, Math.min(b, low)]);
      if (Math.max(a, high) < b) kept.push([Math.max(a, high), b]);
    }
    this.#ranges = kept;
  }

  copy() { return new RangeSet(this.#ranges); }

  /**
   * The same items after a patch; those that it deletes are gone, those that it inserts are not in it.
   * @param {import('../model/patch.js').Patch} patch without changes of sections
   * @param {number[]} before items of each section before the patch
   * @returns {RangeSet}
   */
  after(patch, before) {
    const { leaving, coming, moved } = flatChanges(patch, before);
    const result = new RangeSet();
    for (const [low, high] of this.#ranges) {
      const first = low - below(leaving, low);
      const end = high - below(leaving, high);
      if (first < end) result.add(placeOf(coming, first), placeOf(coming, end - 1) + 1);
    }
    for (const place of coming) result.remove(place, place + 1);
    for (const [from, to] of moved) if (this.has(from)) result.add(to, to + 1);
    return result;
  }

  /**
   * Place of the first range that ends behind an index.
   * @param {number} index
   */
  #search(index) {
    let low = 0;
    let high = this.#ranges.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ranges[middle][1] > index) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/**
 * Where an item is after a patch; for one that it deletes, where the next is that stays.
 * @param {number} index
 * @param {import('../model/patch.js').Patch} patch without changes of sections
 * @param {number[]} before items of each section before the patch
 */
export function indexAfter(index, patch, before) {
  const { leaving, coming, moved } = flatChanges(patch, before);
  return moved.get(index) ?? placeOf(coming, index - below(leaving, index));
}

/**
 * The changes of a patch by flat indices: those that are left and those that are taken, ascending, and of what is moved from where to where.
 * @param {import('../model/patch.js').Patch} patch
 * @param {number[]} counts before it
 */
function flatChanges(patch, counts) {
  const moves = patch.moves ?? [];
  const flatIn = (/** @type {number[]} */ starts) => (/** @type {import('../model/geometry.js').IndexPath} */ [s, i]) => starts[s] + i;
  const before = flatIn(startsOf(counts));
  const after = flatIn(startsOf(countsAfter(patch, counts)));
  const ascending = (/** @type {number} */ a, /** @type {number} */ b) => a - b;
  return {
    leaving: [...(patch.deletes ?? []), ...moves.map((m) => m.from)].map(before).sort(ascending),
    coming: [...(patch.inserts ?? []).map((i) => i.at), ...moves.map((m) => m.to)].map(after).sort(ascending),
    moved: new Map(moves.map((m) => [before(m.from), after(m.to)])),
  };
}

/**
 * Items of each section after a patch that leaves the sections as they are.
 * @param {import('../model/patch.js').Patch} patch
 * @param {number[]} before
 */
export function countsAfter(patch, before) {
  const after = [...before];
  for (const [s] of patch.deletes ?? []) after[s]--;
  for (const m of patch.moves ?? []) {
    after[m.from[0]]--;
    after[m.to[0]]++;
  }
  for (const { at } of patch.inserts ?? []) after[at[0]]++;
  return after;
}

/**
 * Flat index of each section's first item.
 * @param {number[]} counts
 */
export function startsOf(counts) {
  let start = 0;
  return counts.map((count) => (start += count) - count);
}

/**
 * How many of an ascending list are below a value.
 * @param {number[]} list
 * @param {number} value
 */
export function below(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The place of the untouched item of a rank, where others come to the places of an ascending list.
 * @param {number[]} coming
 * @param {number} rank
 */
export function placeOf(coming, rank) {
  let low = 0;
  let high = coming.length;
  // How many come before it: the first whose place is behind rank plus those before it.
  while (low < high) {
    const middle = (low + high) >> 1;
    if (coming[middle] - middle <= rank) low = middle + 1;
    else high = middle;
  }
  return rank + low;
}
