// @ts-check
// Loads as bars on lanes, and the outcome of each. Free of the DOM. Times in ms on the server's clock.

import { formOf } from './report.js';

export const FATES = /** @type {const} */ (['running', 'ready', 'hit', 'late', 'wasted', 'cancelled', 'failed']);

/**
 * @typedef {typeof FATES[number]} Fate running; loaded and not yet visible; visible after it was loaded; visible before; never
 *   visible; cancelled; failed
 * @typedef {{load: number, id: string, lane: number, began: number, ended: number, fate: Fate, form: import('./report.js').Form}} Bar
 */

/** Time that the time line covers, in ms; older bars are forgotten. */
export const SPAN_MS = 12_000;

export class Loads {
  /**
   * In the order in which they began.
   * @type {Bar[]}
   */
  bars = [];
  /** @type {Record<'hit'|'late'|'wasted'|'cancelled'|'failed', number>} */
  totals = { hit: 0, late: 0, wasted: 0, cancelled: 0, failed: 0 };
  /** Number of bars above which old ones are forgotten. */
  #room = 64;
  /** @type {Map<number, Bar>} */
  #running = new Map();
  /**
   * Loaded and not yet visible, by item.
   * @type {Map<string, Bar[]>}
   */
  #unseen = new Map();
  /** @type {Set<string>} */
  #visible = new Set();

  /**
   * @param {import('./report.js').Step} step
   * @param {boolean} [isInView] the item is visible: it may have become so before the first report
   */
  take(step, isInView = false) {
    const { time, id, load } = step;
    if (isInView && step.step.startsWith('load')) this.#visible.add(id);
    switch (step.step) {
      case 'willDisplay': return this.#seen(id);
      case 'didEndDisplaying': this.#visible.delete(id); return;
      case 'loadBegan': return this.#begin(step);
      case 'loadEnded': return this.#end(load, time, this.#visible.has(id) ? 'late' : 'ready');
      case 'loadFailed': case 'loadWillRetry': return this.#end(load, time, 'failed');
      case 'loadCancelled': return this.#end(load, time, 'cancelled');
    }
  }

  /**
   * What is no longer wanted and never was visible was loaded for nothing.
   * @param {(id: string) => boolean} isWanted
   */
  settle(isWanted) {
    for (const [id, bars] of this.#unseen) {
      if (isWanted(id)) continue;
      for (const bar of bars) this.#fate(bar, 'wasted');
      this.#unseen.delete(id);
    }
  }

  /** @param {number} now */
  forget(now) {
    if (this.bars.length < this.#room) return;
    this.bars = this.bars.filter((bar) => bar.ended >= now - SPAN_MS);
    this.#room = Math.max(64, 2 * this.bars.length);
  }

  /** Identifiers of items that are loaded and not yet visible. */
  get unseen() { return this.#unseen.keys(); }

  /** @param {import('./report.js').Step} step */
  #begin(step) {
    const { time, id, load, batch } = step;
    if (load === undefined) return;
    // What began in one batch has one loader.
    const companion = batch !== undefined && this.#running.get(batch);
    const taken = new Set([...this.#running.values()].map((bar) => bar.lane));
    let lane = 0;
    while (taken.has(lane)) lane++;
    if (companion) lane = companion.lane;
    /** @type {Bar} */
    const bar = { load, id, lane, began: time, ended: Infinity, fate: 'running', form: formOf(step) };
    this.#running.set(load, bar);
    this.bars.push(bar);
  }

  /**
   * @param {number | undefined} load
   * @param {number} time
   * @param {Fate} fate
   */
  #end(load, time, fate) {
    const bar = load !== undefined && this.#running.get(load);
    if (!bar) return;
    this.#running.delete(bar.load);
    bar.ended = Math.max(time, bar.began);
    if (fate === 'ready') {
      bar.fate = fate;
      this.#unseen.set(bar.id, [...(this.#unseen.get(bar.id) ?? []), bar]);
    } else this.#fate(bar, fate);
  }

  /** @param {string} id */
  #seen(id) {
    this.#visible.add(id);
    for (const bar of this.#unseen.get(id) ?? []) this.#fate(bar, 'hit');
    this.#unseen.delete(id);
  }

  /**
   * @param {Bar} bar
   * @param {Fate} fate
   */
  #fate(bar, fate) {
    bar.fate = fate;
    if (fate in this.totals) this.totals[/** @type {'hit'} */ (fate)]++;
  }
}
