// @ts-check
// What the life-cycle log remembers: steps of one kind that were reported together are one row, and each group keeps rows
// of its own, so that hundreds of loads do not displace the few cells that became visible. Free of the DOM.

import { formOf } from './report.js';

/**
 * Which filter a step belongs to.
 * @type {Record<string, string>}
 */
export const GROUPS = {
  prefetch: 'prefetch', cancelPrefetch: 'prefetch', willDisplay: 'display', didEndDisplaying: 'display',
  loadBegan: 'load', loadEnded: 'load', loadFailed: 'load', loadWillRetry: 'load', loadCancelled: 'load', loadPromoted: 'load',
  reuse: 'reuse',
};

/** Minimum number of rows that each group keeps. */
export const ROWS = 150;

/** @typedef {{number: number, step: string, form: import('./report.js').Form, time: number, items: string[]}} Row `number` counts up, `time` is its last step's */

export class StepLog {
  /**
   * Oldest first.
   * @type {Row[]}
   */
  #rows = [];
  #count = 0;
  /**
   * The row that further steps of the same report join, by kind.
   * @type {Map<string, Row>}
   */
  #open = new Map();

  /**
   * Takes in steps that were reported together.
   * @param {import('./report.js').Step[]} steps
   */
  add(steps) {
    this.#open.clear();
    for (const reported of steps) {
      const { step, id, time } = reported;
      const form = formOf(reported);
      const kind = `${step} ${form}`;
      const row = this.#open.get(kind);
      if (row) {
        row.items.push(id);
        row.time = time;
        continue;
      }
      const made = { number: this.#count++, step, time, form, items: [id] };
      this.#open.set(kind, made);
      this.#rows.push(made);
    }
    if (this.#rows.length > 8 * ROWS) this.#trim();
  }

  /**
   * The rows that are asked for, newest first.
   * @param {Set<string>} hidden groups
   * @param {string} text lower-case, part of the step or of an item; other items are left out
   * @param {(step: string) => string} name a step's name as it is shown
   * @returns {Row[]}
   */
  rows(hidden, text, name) {
    /** @type {Row[]} */
    const found = [];
    for (let index = this.#rows.length - 1; index >= 0; index--) {
      const row = this.#rows[index];
      if (hidden.has(GROUPS[row.step] ?? 'load')) continue;
      if (!text || row.step.toLowerCase().includes(text) || name(row.step).toLowerCase().includes(text)) found.push(row);
      else {
        const items = row.items.filter((item) => item.toLowerCase().includes(text));
        if (items.length) found.push({ ...row, items });
      }
    }
    return found;
  }

  /** Keeps the newest rows of each group. */
  #trim() {
    /** @type {Record<string, number>} */
    const kept = {};
    const newest = this.#rows.reverse().filter((row) => {
      const group = GROUPS[row.step] ?? 'load';
      kept[group] = (kept[group] ?? 0) + 1;
      return kept[group] <= ROWS;
    });
    this.#rows = newest.reverse();
  }
}
