// @ts-check
// What is selected: ranges of items, loaded or not. Follows changes of the collection.

import { allSections } from '../query/all-sections.js';
import { RangeSet, countsAfter, indexAfter, startsOf } from './range-set.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../query/shown-order.js').Section} Section */
/**
 * @typedef {{version: number, ranges: number[][]}} SelectedRanges flat indices, last included, and the version they belong to
 * @typedef {SelectedRanges & {anchor?: number}} RestorableRanges with the index where Shift begins
 */

/** Maximum ranges that are kept over a reload. */
const RESTORABLE_RANGES = 500;

/**
 * @typedef {object} SelectionDelegate
 * @property {() => void} selectionChanged
 * @property {() => void} selectionLost the collection changed so much that the selection could not follow
 */

export class Selection {
  #order;
  #store;
  #delegate;
  #ranges = new RangeSet();
  /** Flat index of the item where a range begins that Shift extends. */
  #anchor = 0;
  /**
   * That item: where another order ends the selection, Shift begins at it there, too.
   * @type {string | undefined}
   */
  #anchorItem;
  /**
   * What was selected before Shift or a frame extended it.
   * @type {RangeSet}
   */
  #base = new RangeSet();
  /** @type {{version: number, sections: Section[]} | undefined} */
  #table;
  /**
   * The sections that are being read, and the version on screen when that began: a frame asks for them with each movement.
   * @type {{shown: number, found: Promise<import('../query/shown-order.js').Sections>} | undefined}
   */
  #reading;

  /**
   * @param {import('../query/shown-order.js').ShownOrder} order
   * @param {import('../model/cell-store.js').CellStore} store
   * @param {SelectionDelegate} delegate
   */
  constructor(order, store, delegate) {
    this.#order = order;
    this.#store = store;
    this.#delegate = delegate;
  }

  get count() { return this.#ranges.count; }
  get isEmpty() { return this.#ranges.isEmpty; }
  /** Whether Shift has an item to begin at. */
  get hasAnchor() { return !this.isEmpty || this.#store.cells.has(this.#anchorItem ?? ''); }
  /**
   * For a request: ranges of flat indices, and the version that they belong to.
   * @returns {SelectedRanges}
   */
  get wire() { return { version: this.#store.version, ranges: this.#ranges.wire }; }
  /**
   * What `restore` takes: none where nothing is selected, or too much apart.
   * @returns {RestorableRanges | undefined}
   */
  get restorable() {
    const { wire } = this;
    return wire.ranges.length > 0 && wire.ranges.length <= RESTORABLE_RANGES ? { ...wire, anchor: this.#anchor } : undefined;
  }

  /**
   * Selects what was selected before, unless the collection has changed since.
   * @param {RestorableRanges} selected
   */
  restore({ version, ranges, anchor }) {
    if (version !== this.#store.version) return;
    this.#anchor = anchor ?? ranges[0]?.[0] ?? 0;
    this.#ranges = new RangeSet(ranges.map(([first, last]) => [first, last + 1]));
    this.#base = this.#ranges.copy();
    this.#changed();
  }

  /**
   * Selected items from `low` to before `high`.
   * @param {number} low
   * @param {number} high
   */
  countIn(low, high) { return this.#ranges.countIn(low, high); }
  /** @param {number} index */
  has(index) { return this.#ranges.has(index); }

  /**
   * Selects an item and nothing else.
   * @param {number} index
   */
  only(index) {
    this.#begin(index);
    this.#ranges = new RangeSet([[index, index + 1]]);
    this.#base = this.#ranges.copy();
    this.#changed();
  }

  /** @param {number} index */
  toggle(index) {
    this.#begin(index);
    if (this.has(index)) this.#ranges.remove(index, index + 1);
    else this.#ranges.add(index, index + 1);
    this.#base = this.#ranges.copy();
    this.#changed();
  }

  /**
   * Selects from the last toggled item to an index, and nothing beyond.
   * @param {number} index
   * @param {number} [from] where to begin when nothing is selected
   */
  extend(index, from) {
    const begin = from ?? this.#store.cells.get(this.#anchorItem ?? '')?.index;
    if (this.isEmpty && begin !== undefined) this.#begin(begin);
    // Its item may have been deleted, and the last one.
    const anchor = Math.min(this.#anchor, this.#store.itemCount - 1);
    this.#ranges = this.#base.copy();
    this.#ranges.add(Math.min(anchor, index), Math.max(anchor, index) + 1);
    this.#changed();
  }

  /**
   * Selects what a frame holds, beside what was selected before it.
   * @param {[number, number][] | undefined} ranges of flat indices: the first, and the one behind the last; `undefined` when the frame is complete
   */
  frame(ranges) {
    if (ranges) {
      this.#ranges = this.#base.copy();
      for (const [low, high] of ranges) this.#ranges.add(low, high);
      if (ranges.length) this.#begin(ranges.reduce((a, [b]) => Math.min(a, b), Infinity));
    } else this.#base = this.#ranges.copy();
    this.#changed();
  }

  /** What a frame holds out of reach stays selected, wherever the frame goes: its place is known no more. */
  keepFar() {
    const far = this.#ranges.copy();
    for (const index of this.#store.byIndex.keys()) far.remove(index, index + 1);
    for (const [low, high] of far) this.#base.add(low, high);
  }

  /** Selects every item, loaded or not. */
  all() {
    this.#ranges = new RangeSet([[0, this.#store.itemCount]]);
    this.#base = this.#ranges.copy();
    this.#changed();
  }

  clear() {
    this.#anchorItem = undefined;
    if (this.isEmpty && this.#base.isEmpty) return;
    this.#ranges = new RangeSet();
    this.#base = new RangeSet();
    this.#changed();
  }

  /**
   * The store holds a new version.
   * @param {import('../model/patch.js').Patch[]} patches
   * @param {boolean} isReset
   * @param {boolean} [isOtherOrder] whether the viewer asked for another order, in which it expects no selection
   */
  rebase(patches, isReset, isOtherOrder = false) {
    if (this.isEmpty) {
      this.#table = undefined;
      return;
    }
    for (const patch of patches) {
      const counts = this.#table?.version === patch.from ? this.#table.sections.map((s) => s.itemCount) : undefined;
      if (!counts || patch.deleteSections || patch.insertSections || patch.moveSections) isReset = true;
      if (isReset || !counts) break;
      this.#ranges = this.#ranges.after(patch, counts);
      this.#base = this.#base.after(patch, counts);
      this.#anchor = indexAfter(this.#anchor, patch, counts);
      this.#setCounts(countsAfter(patch, counts), patch.to);
    }
    if (isReset || (this.#table && this.#table.version !== this.#store.version)) {
      const hadSome = !this.isEmpty;
      const item = this.#anchorItem;
      this.#table = this.#reading = undefined;
      this.clear();
      if (isOtherOrder) this.#anchorItem = item;
      if (hadSome && !isOtherOrder) this.#delegate.selectionLost();
      return;
    }
    this.#changed();
  }

  /**
   * A version was taken over in which every item is where it was.
   * @param {{from: number, to: number}} patch
   */
  kept({ from, to }) {
    if (this.#table?.version === from) this.#table.version = to;
  }

  /**
   * All sections of the version on screen.
   * @returns {Promise<Section[]>}
   */
  async sections() {
    if (this.#table?.version === this.#store.version) return this.#table.sections;
    const { version: shown } = this.#store;
    if (this.#reading?.shown !== shown) this.#reading = { shown, found: allSections(this.#order) };
    const reading = this.#reading;
    const { version, sections, total } = await reading.found.finally(() => this.#reading === reading && (this.#reading = undefined));
    if (version === this.#store.version && sections.length === total) this.#table = { version, sections };
    return sections;
  }

  /** @param {number} index where Shift begins from now on */
  #begin(index) {
    this.#anchor = index;
    this.#anchorItem = this.#store.byIndex.get(index)?.id;
  }

  /**
   * @param {number[]} counts
   * @param {number} version
   */
  #setCounts(counts, version) {
    const starts = startsOf(counts);
    const sections = /** @type {Section[]} */ (this.#table?.sections).map((section, i) => (
      { ...section, itemCount: counts[i], first: starts[i] }));
    this.#table = { version, sections };
  }

  #changed() {
    // The counts of this version are needed to follow the next.
    if (!this.isEmpty && this.#table?.version !== this.#store.version) this.sections().catch(() => {});
    this.#delegate.selectionChanged();
  }
}
