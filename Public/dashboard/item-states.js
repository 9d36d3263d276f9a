// @ts-check
// The state of each item's picture, for the strip that shows the whole collection. Free of the DOM.

export const STATES = /** @type {const} */ (['idle', 'queued', 'loading', 'preview', 'ready', 'failed', 'cancelled']);
/** The numbers of the states: those up to `FAILED` are the server's. */
export const [IDLE, QUEUED, LOADING, PREVIEW, READY, FAILED, CANCELLED] = STATES.keys();
const KINDS = STATES.length;
/** States that a column shows, the most important first: what is under way comes before what is done. */
const PRECEDENCE = [FAILED, LOADING, QUEUED, CANCELLED, PREVIEW, READY];

/** How long a cancelled load is shown as such, in ms. */
const CANCELLED_MS = 1500;

/** States by flat index, and the number of each in each column of a strip. Drawing reads columns only, so there may be any number of items. */
export class ItemStates {
  count = 0;
  columns = 1;
  #version = -1;
  #states = new Uint8Array(0);
  #counts = new Uint32Array(KINDS);
  /**
   * What the viewer wanted last, by flat index.
   * @type {Map<number, number>}
   */
  #wants = new Map();
  /**
   * When each was cancelled.
   * @type {Map<number, number>}
   */
  #cancelled = new Map();

  /**
   * @param {number} flat
   * @returns {number}
   */
  at(flat) { return this.#states[flat] ?? IDLE; }

  /**
   * Sets the number of columns of the strip.
   * @param {number} columns
   */
  resize(columns) {
    if (columns === this.columns) return;
    this.columns = Math.max(1, columns);
    this.#recount();
  }

  /**
   * Begins again when the collection has another version, as items may have other indices: what is ready is reported again
   * once it is visible.
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
   * Takes in what a viewer wants now. What it wanted before and has not received was cancelled.
   * @param {[number, number][]} wants
   * @param {number} now
   */
  take(wants, now) {
    const old = this.#wants;
    this.#wants = new Map(wants);
    for (const [flat, state] of this.#wants) this.#set(flat, state);
    for (const [flat, state] of old) {
      if (this.#wants.has(flat) || state === IDLE || state >= PREVIEW) continue;
      this.#set(flat, CANCELLED);
      this.#cancelled.set(flat, now);
    }
    for (const [flat, since] of this.#cancelled) {
      const state = this.at(flat);
      if (state === CANCELLED && now - since < CANCELLED_MS) continue;
      if (state === CANCELLED) this.#set(flat, IDLE);
      this.#cancelled.delete(flat);
    }
  }

  /**
   * The state that a column shows: the most important of its items'.
   * @param {number} column
   */
  dominant(column) {
    const base = column * KINDS;
    return PRECEDENCE.find((state) => this.#counts[base + state]) ?? IDLE;
  }

  /**
   * How much of a column is ready, 0–1.
   * @param {number} column
   */
  readyShare(column) {
    const base = column * KINDS;
    let all = 0;
    for (let state = 0; state < KINDS; state++) all += this.#counts[base + state];
    return all ? this.#counts[base + READY] / all : 0;
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
   * The first item after a column, as `column` rounds.
   * @param {number} column
   */
  #end(column) { return Math.min(this.count, Math.ceil(((column + 1) * this.count) / this.columns)); }
}
