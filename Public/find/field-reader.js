// @ts-check
// What can be asked of a collection: its fields, read when the grid is shown, and again while the server reads files.

import { call, collectionPath } from '../grid/server/api.js';

/** @typedef {import('./arrangement.js').Field} Field */

/** Delay before the fields are read again while the server is still reading, in ms. */
const AGAIN_MS = 2000;
/** The same while it waits for a disk. */
const WAITING_MS = 30_000;

export class FieldReader {
  /** @type {Field[]} */
  fields = [];
  /** Whether the server can be asked. */
  isThere = false;
  /**
   * Progress of the server with the files' own data.
   * @type {{done: number, total: number} | undefined}
   */
  isReading;
  /** Files that could not be read for a reason that may pass. */
  waiting = 0;
  /** @type {number | undefined} items of the collection */
  total;
  #collection = '';
  #isUnderWay = false;
  #isKnown = false;
  #changed;
  #timer = 0;
  /** When the server was asked last. */
  #asked = -Infinity;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @param {string} collection */
  begin(collection) {
    this.#stop();
    if (collection !== this.#collection) {
      this.fields = [];
      this.isReading = this.total = undefined;
      this.waiting = 0;
    }
    this.#collection = collection;
    this.#isKnown = false;
  }

  /** Reads the fields, unless they are known: after what the viewer waits for. */
  read() {
    if (this.#isKnown || this.#isUnderWay) return;
    this.#isKnown = true;
    const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ work) => setTimeout(work, 50));
    idle(() => this.#ask(), { timeout: 500 });
  }

  /** Reads the fields again: people may have rated the first item since. */
  refresh() {
    if (this.isThere && !this.#isUnderWay) this.#ask();
  }

  /** The same, but not at each of many changes: the total of the collection may be another. */
  refreshLater() {
    if (!this.isThere || this.#isUnderWay || this.#timer) return;
    this.#again(Math.max(0, this.#asked + AGAIN_MS - performance.now()));
  }

  async #ask() {
    const collection = this.#collection;
    this.#isUnderWay = true;
    this.#asked = performance.now();
    /** @type {any} */
    const answer = await call('GET', collectionPath(collection, 'fields')).catch((error) => error);
    this.#isUnderWay = false;
    if (collection !== this.#collection) return this.#again(0);
    // A server that is away for a moment is asked again; one that knows no fields is not.
    if (answer.isLost) return this.#again(AGAIN_MS);
    const isThere = answer.fields !== undefined;
    this.isThere = isThere;
    if (isThere) {
      this.fields = answer.fields;
      this.total = answer.total;
      this.isReading = answer.reading && answer.reading.done < answer.reading.total ? answer.reading : undefined;
      this.waiting = answer.waiting ?? 0;
      // A total of 0: what is to be read is still being looked up.
      if (!answer.complete) this.#again(this.waiting && !answer.reading ? WAITING_MS : AGAIN_MS);
    }
    this.#changed();
  }

  /** @param {number} delay in ms */
  #again(delay) {
    this.#stop();
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      if (document.hidden) this.#again(AGAIN_MS);
      else this.#ask();
    }, delay);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }
}
