// @ts-check
// How far each item's picture is, for the strip that shows the whole collection. Free of the DOM.

export const STATES = /** @type {const} */ (['idle', 'queued', 'loading', 'preview', 'ready', 'failed', 'cancelled']);
export const CANCELLED = STATES.indexOf('cancelled');
const KINDS = STATES.length;

/** A load that was called off is shown as such for so long, in ms. */
const CANCELLED_MS = 1500;

/** States by flat index, and how many of each lie in each column of a strip. Any number of items: drawing reads columns only. */
export class ItemStates {
  count = 0;
  columns = 1;
  #version = -1;
  /** @type {Uint8Array} */
  #states = new Uint8Array(0);
  /** @type {Uint32Array} */
  #counts = new Uint32Array(KINDS);
  /**
   * What the viewer wanted last, by flat index.
   * @type {Map<number, number>}
   */
  #wants = new Map();
  /**
   * When each was called off.
   * @type {Map<number, number>}
   */
  #cancelled = new Map();

  /**
   * @param {number} flat
   * @returns {number}
   */
  at(flat) { return this.#states[flat] ?? 0; }

  /**
   * Lays the strip out in so many columns.
   * @param {number} columns
   */
  resize(columns) {
    if (columns === this.columns) return;
    this.columns = Math.max(1, columns);
    this.#recount();
  }

  /**
   * Another version of the collection moves what is known to other places: what is ready is asked for again as it is seen.
   * @param {number} version
   * @param {number} count
   */
  begin(version, count) {
    if (version === this.#version && count === this.count) return;
    this.#version = version;
    this.count = count;
    this.#states = new Uint8Array(count);
    this.#wants.clear();
    this.#cancelled.clear();
    this.#layOut();
  }

  /**
   * Takes in what a viewer wants now. What it wanted before and has not got was called off.
   * @param {[number, number][]} wants
   * @param {number} now
   */
  take(wants, now) {
    const old = this.#wants;
    this.#wants = new Map(wants);
    for (const [flat, state] of this.#wants) this.#set(flat, state);
    for (const [flat, state] of old) {
      if (this.#wants.has(flat) || state === 0 || state >= 3) continue;
      this.#set(flat, CANCELLED);
      this.#cancelled.set(flat, now);
    }
    for (const [flat, since] of this.#cancelled) {
      const state = this.at(flat);
      if (state === CANCELLED && now - since < CANCELLED_MS) continue;
      if (state === CANCELLED) this.#set(flat, 0);
      this.#cancelled.delete(flat);
    }
  }

  /**
   * The state that a column shows: the most telling of its items'. Answers 0 for a column where nothing happens.
   * @param {number} column
   */
  dominant(column) {
    const base = column * KINDS;
    // What is under way goes before what is done.
    for (const state of [5, 2, 1, CANCELLED, 3, 4]) if (this.#counts[base + state]) return state;
    return 0;
  }

  /**
   * How much of a column is ready, 0–1.
   * @param {number} column
   */
  readyShare(column) {
    const base = column * KINDS;
    let all = 0;
    for (let state = 0; state < KINDS; state++) all += this.#counts[base + state];
    return all ? this.#counts[base + 4] / all : 0;
  }

  /**
   * The column of an item.
   * @param {number} flat
   */
  column(flat) { return this.count ? Math.min(this.columns - 1, Math.floor((flat * this.columns) / this.count)) : 0; }

  /**
   * @param {number} flat
   * @param {number} state
   */
  #set(flat, state) {
    const old = this.#states[flat];
    if (old === undefined || old === state) return;
    const base = this.column(flat) * KINDS;
    this.#counts[base + old]--;
    this.#counts[base + state]++;
    this.#states[flat] = state;
  }

  /** Columns of idle items, however many there are. */
  #layOut() {
    const { count, columns } = this;
    this.#counts = new Uint32Array(columns * KINDS);
    for (let column = 0; column < columns && count; column++) this.#counts[column * KINDS] = this.#end(column) - this.#end(column - 1);
  }

  #recount() {
    this.#layOut();
    let flat = 0;
    for (let column = 0; column < this.columns && this.count; column++) {
      const base = column * KINDS;
      for (const end = this.#end(column); flat < end; flat++) {
        this.#counts[base]--;
        this.#counts[base + this.#states[flat]]++;
      }
    }
  }

  /**
   * The first item behind a column, as `column` rounds.
   * @param {number} column
   */
  #end(column) { return Math.min(this.count, Math.ceil(((column + 1) * this.count) / this.columns)); }
}
