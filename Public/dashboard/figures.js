// @ts-check
// The figures of the cards: sums that only grow become rates, blank cells become shares and filling times. Free of the DOM.

import { PREVIEW } from './item-states.js';

/** Maximum number of points of a sparkline. */
export const POINTS = 60;
/** Time that one point of a sparkline covers, in ms. */
const POINT_MS = 500;
/** Maximum number of filling times that are kept. */
const FILLS = 100;

/** The latest values of one figure, oldest first. */
export class Series {
  values = /** @type {number[]} */ ([]);

  /** @param {number} value */
  push(value) {
    this.values.push(value);
    if (this.values.length > POINTS) this.values.shift();
  }

  get last() { return this.values[this.values.length - 1] ?? 0; }
}

/** @typedef {import('./report.js').Report} Report */
/** @typedef {'events'|'started'|'finished'|'cancelled'|'promoted'|'wasted'|'blank'|'fill'|'hits'|'bytes'|'patches'|'viewers'|'commit'|'adopted'|'overtaken'|'unseen'|'leases'} FigureName */

export class Figures {
  /** @type {Record<FigureName, Series>} */
  series = {
    events: new Series(), started: new Series(), finished: new Series(), cancelled: new Series(), promoted: new Series(),
    wasted: new Series(), blank: new Series(), fill: new Series(), hits: new Series(), bytes: new Series(),
    patches: new Series(), viewers: new Series(), commit: new Series(), adopted: new Series(), overtaken: new Series(), unseen: new Series(),
    leases: new Series(),
  };
  /**
   * How long the view took to fill, the last times, in ms.
   * @type {number[]}
   */
  fills = [];
  /**
   * The report of the last point.
   * @type {Report | undefined}
   */
  #last;
  #lastPoint = -Infinity;
  #blankSum = 0;
  #blankCount = 0;
  #blankSince = NaN;
  #fillWorst = 0;

  /**
   * @param {Report} report
   * @returns {boolean} whether the series have a new point
   */
  take(report) {
    const [first, last] = report.visible;
    const inView = Math.max(0, last - first + 1);
    let blank = 0;
    for (const [flat, state] of report.wants) if (flat >= first && flat <= last && state < PREVIEW) blank++;
    this.#blank(inView ? blank / inView : 0, report.time);
    if (report.time - this.#lastPoint < POINT_MS) return false;
    this.#point(report);
    this.#lastPoint = report.time;
    return true;
  }

  /**
   * A percentile of the filling times; `undefined` while there are none.
   * @param {number} share
   */
  fill(share) {
    const sorted = [...this.fills].sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  }

  /**
   * @param {number} share of the visible cells that are blank, 0–1
   * @param {number} time
   */
  #blank(share, time) {
    this.#blankSum += share;
    this.#blankCount++;
    if (share > 0 && Number.isNaN(this.#blankSince)) this.#blankSince = time;
    else if (share === 0 && !Number.isNaN(this.#blankSince)) {
      const took = time - this.#blankSince;
      this.#blankSince = NaN;
      this.fills.push(took);
      if (this.fills.length > FILLS) this.fills.shift();
      this.#fillWorst = Math.max(this.#fillWorst, took);
    }
  }

  /** @param {Report} report */
  #point(report) {
    const last = this.#last ?? report;
    this.#last = report;
    const seconds = Math.max(0.001, (report.time - last.time) / 1000);
    const { loads, caches } = report;
    /** @param {(report: Report) => number} value a sum */
    const rate = (value) => Math.max(0, value(report) - value(last)) / seconds;
    const { series } = this;
    series.events.push(rate((r) => r.seq));
    series.started.push(rate((r) => r.loads.started));
    series.finished.push(rate((r) => r.loads.loaded));
    series.cancelled.push(rate((r) => r.loads.cancelledQueued + r.loads.cancelledRunning));
    series.promoted.push(rate((r) => r.loads.promoted));
    series.wasted.push(loads.busySeconds > 0 ? (100 * loads.wastedSeconds) / loads.busySeconds : 0);
    series.blank.push(this.#blankCount ? (100 * this.#blankSum) / this.#blankCount : 0);
    series.fill.push(this.#fillWorst);
    if (caches) {
      const found = caches.memoryHits + caches.diskHits;
      series.hits.push(found + caches.originals ? (100 * found) / (found + caches.originals) : 0);
      series.bytes.push(caches.memoryBytes + caches.diskBytes);
    }
    if (report.store) this.#storePoint(report.store, last.store ?? report.store, rate);
    series.patches.push(report.version);
    series.viewers.push(report.viewers);
    this.#blankSum = this.#blankCount = this.#fillWorst = 0;
  }

  /**
   * @param {import('./report.js').StoreFigures} store
   * @param {import('./report.js').StoreFigures} last
   * @param {(value: (report: Report) => number) => number} rate
   */
  #storePoint(store, last, rate) {
    const { series } = this;
    const tries = store.appends + store.overtaken - last.appends - last.overtaken;
    // While nothing is changed, the last time that a change took stays.
    series.commit.push(tries > 0 ? (1000 * (store.commitSeconds - last.commitSeconds)) / tries : series.commit.last);
    series.adopted.push(rate((r) => r.store?.adopted ?? 0));
    series.overtaken.push(rate((r) => r.store?.overtaken ?? 0));
    series.unseen.push(1000 * store.unseenSeconds);
    series.leases.push(store.leasesHeld);
  }
}
