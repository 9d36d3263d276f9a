// @ts-check
// The texels that the page has: those of the side that is shown, and of the one before until they have come. Follows the order. Free of the DOM.

import { changesSections, orderChanges } from './order-changes.js';
import { extend, joined } from './sheet-plan.js';
import { TexelRuns } from './texel-runs.js';

/** @typedef {import('../model/patch.js').Patch} Patch */
/** @typedef {import('./sheet.js').Sheet} Sheet */
/** @typedef {import('./sheet-plan.js').Span} Span */

/** Maximum changes remembered, for sheets of an earlier version that are still on their way. */
const REMEMBERED = 64;
/** Maximum memory of the sheets that are kept beyond the view, in bytes. */
const KEPT = 64 << 20;

export class Texels {
  version = 0;
  /**
   * Items of each section; `undefined` while they are not known, with several sections.
   * @type {number[] | undefined}
   */
  counts;
  /**
   * Texels of the side that is shown.
   * @type {TexelRuns<Sheet>}
   */
  runs = new TexelRuns();
  /**
   * Those that are shown until these have come: of the side that was shown, and mean colours.
   * @type {TexelRuns<Sheet>}
   */
  before = new TexelRuns();
  /** @type {import('./sheet.js').TexelSide} */
  side = 8;
  /**
   * Ranges that may have changed since they came.
   * @type {Span[]}
   */
  stale = [];
  /**
   * From where to where items moved with the last patch that was followed by itself.
   * @type {Map<number, number>}
   */
  moved = new Map();
  /** @type {Set<Sheet>} those whose pictures are to be freed */
  #open = new Set();
  /** The version since which nobody changed contents or marks: earlier sheets may show others. */
  #certain = 0;
  /** @type {{from: number, changes: import('./texel-runs.js').OrderChanges | undefined}[]} */
  #changes = [];

  /**
   * Another side is shown.
   * @param {import('./sheet.js').TexelSide} side
   */
  show(side) {
    if (side === this.side) return;
    this.side = side;
    this.before = this.runs.length ? this.runs : this.before;
    this.runs = new TexelRuns();
  }

  /** @param {number} version of which nothing is known yet */
  reset(version) {
    this.version = version;
    this.counts = undefined;
    [this.runs, this.before] = [new TexelRuns(), new TexelRuns()];
    this.#changes = [];
    this.stale = [];
    // Versions of another order may be lower.
    this.#certain = 0;
  }

  /**
   * The order changed: what is here keeps its items.
   * @param {Patch[]} patches oldest first
   * @param {number} version that they lead to
   * @returns {boolean} whether they could be followed; else nothing is here any more
   */
  follow(patches, version) {
    this.moved = new Map();
    for (const patch of patches) {
      if (patch.to <= this.version) continue;
      if (patch.from !== this.version || !this.#follow(patch)) return this.#lose(version);
    }
    return this.version === version || this.#lose(version);
  }

  /**
   * Contents or marks of some items have changed.
   * @param {boolean} areKnown whether it is known which ones, and these are renewed by themselves; else all that is here is to be asked for
   *   again, and shown until that has come
   */
  doubt(areKnown = false) {
    this.#certain = this.version;
    if (!areKnown) for (const sheet of this.runs.sheets) sheet.isDoubted = true;
  }

  /**
   * The parts of a range that may show what is no longer so.
   * @param {number} low
   * @param {number} high
   */
  doubted(low, high) {
    /** @type {Span[]} */
    const spans = [];
    for (const { index, count, sheet } of this.runs.in(low, high)) if (sheet.isDoubted) extend(spans, index, index + count, 0);
    return spans;
  }

  /**
   * Takes in a sheet, which is closed when it is of no use any more.
   * @param {Sheet} sheet
   * @param {number} index
   * @param {number} version
   * @returns {boolean} whether it is of use
   */
  take(sheet, index, version) {
    this.#open.add(sheet);
    if (sheet.side !== this.side && sheet.side !== 1) return false;
    sheet.isDoubted = version < this.#certain;
    let runs = new TexelRuns([{ index, count: sheet.count, sheet, slot: 0 }]);
    if (version !== this.version) {
      const at = this.#changes.findIndex(({ from }) => from === version);
      if (at < 0) return false;
      for (const { changes } of this.#changes.slice(at)) if (changes) runs = runs.after(changes);
    }
    const target = sheet.side === this.side ? this.runs : this.before;
    for (const run of runs.in(0, Infinity)) target.put(run);
    return true;
  }

  /** @param {Span[]} spans that are to be asked for again */
  suspect(spans) { this.stale = joined([...this.stale, ...spans]); }

  /**
   * The ranges of which nothing was known when they came, or only a colour.
   * @param {Span} span
   */
  unknown([low, high]) {
    /** @type {Span[]} */
    const spans = [];
    for (const { index, count, sheet, slot } of this.runs.in(low, high)) {
      for (const found of slotsIn(sheet.unknown, slot, slot + count)) extend(spans, index + found - slot);
    }
    return spans;
  }

  /**
   * Lets go of what is far away, where it is much.
   * @param {Span} around
   * @param {Span} [ahead] where the view moves
   */
  trim(around, ahead = around) {
    for (const runs of [this.runs, this.before]) {
      const bytes = [...runs.sheets].reduce((sum, sheet) => sum + sheet.bytes, 0);
      if (bytes > KEPT) runs.keep(...(runs === this.runs ? around : ahead));
    }
    if (!this.runs.gaps(...ahead).length) this.before = new TexelRuns();
    this.#close();
  }

  /** Frees all. */
  clear() {
    [this.runs, this.before] = [new TexelRuns(), new TexelRuns()];
    this.#close();
  }

  /** Frees the pictures of sheets that nothing is drawn from. */
  #close() {
    const used = new Set([...this.runs.sheets, ...this.before.sheets]);
    for (const sheet of this.#open) {
      if (used.has(sheet)) continue;
      sheet.close();
      this.#open.delete(sheet);
    }
  }

  /** @param {Patch} patch */
  #follow(patch) {
    const isOfSections = changesSections(patch);
    const isOfOrder = isOfSections || patch.inserts?.length || patch.deletes?.length || patch.moves?.length;
    const changes = isOfOrder && this.counts ? orderChanges(patch, this.counts) : undefined;
    // What was counted as one section may be several, or is several from now on.
    if (isOfOrder && (!changes || (isOfSections && this.counts?.length === 1))) return false;
    if (changes) {
      this.runs = this.runs.after(changes);
      this.before = this.before.after(changes);
      this.counts = changes.counts;
    }
    this.moved = changes && !this.moved.size ? changes.moved : new Map();
    this.version = patch.to;
    this.#changes.push({ from: patch.from, changes });
    if (this.#changes.length > REMEMBERED) this.#changes.shift();
    return true;
  }

  /** @param {number} version */
  #lose(version) {
    this.reset(version);
    return false;
  }
}

/**
 * The part of an ascending list between two values.
 * @param {number[]} list
 * @param {number} low
 * @param {number} high
 */
export function slotsIn(list, low, high) {
  let first = 0;
  let end = list.length;
  while (first < end) {
    const middle = (first + end) >> 1;
    if (list[middle] < low) first = middle + 1;
    else end = middle;
  }
  let last = first;
  while (last < list.length && list[last] < high) last++;
  return list.slice(first, last);
}
