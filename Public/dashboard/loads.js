// @ts-check
// Loads as bars on lanes, and what became of each. Free of the DOM. Times in ms on the server's clock.

/**
 * @typedef {'running'|'ready'|'hit'|'late'|'wasted'|'cancelled'|'failed'} Fate running; ready, not yet seen; seen after it was
 *   there; seen before; dropped unseen; called off; failed
 * @typedef {{load: number, id: string, lane: number, began: number, ended: number, fate: Fate, preview: boolean}} Bar
 */

/** The time line reaches back so far, in ms; older bars are forgotten. */
export const SPAN_MS = 12_000;

export class Loads {
  /**
   * In the order in which they began.
   * @type {Bar[]}
   */
  bars = [];
  /** @type {Record<'hit'|'late'|'wasted'|'cancelled'|'failed', number>} */
  totals = { hit: 0, late: 0, wasted: 0, cancelled: 0, failed: 0 };
  /** With more bars than this it is time to forget the old ones. */
  #room = 64;
  /** @type {Map<number, Bar>} */
  #running = new Map();
  /**
   * Ready and not yet seen, by item.
   * @type {Map<string, Bar[]>}
   */
  #unseen = new Map();
  /** @type {Set<string>} */
  #visible = new Set();

  /**
   * @param {{step: string, time: number, id: string, load?: number, preview?: boolean}} step
   * @param {boolean} [isInView] the item is, though nobody was there to see it come
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
   * What is wanted no more and was never seen was loaded in vain.
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

  /** Identifiers of what is ready and was not seen yet. */
  get unseen() { return this.#unseen.keys(); }

  /** @param {any} step */
  #begin({ time, id, load, preview }) {
    const taken = new Set([...this.#running.values()].map((bar) => bar.lane));
    let lane = 0;
    while (taken.has(lane)) lane++;
    /** @type {Bar} */
    const bar = { load, id, lane, began: time, ended: Infinity, fate: 'running', preview: preview === true };
    this.#running.set(load, bar);
    this.bars.push(bar);
  }

  /**
   * @param {number | undefined} load
   * @param {number} time
   * @param {Fate} fate
   */
  #end(load, time, fate) {
    const bar = this.#running.get(/** @type {number} */ (load));
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
