// @ts-check
// What the life-cycle log remembers: steps of one kind that came together are one row, and each group has room of its own,
// so that what came into view is not buried under hundreds of loads. Free of the DOM.

/**
 * Which filter a step belongs to.
 * @type {Record<string, string>}
 */
export const GROUPS = {
  prefetch: 'prefetch', cancelPrefetch: 'prefetch', willDisplay: 'display', didEndDisplaying: 'display',
  loadBegan: 'load', loadEnded: 'load', loadFailed: 'load', loadWillRetry: 'load', loadCancelled: 'load', loadPromoted: 'load',
  reuse: 'reuse',
};

/** Rows that each group keeps at least. */
export const ROWS = 150;

/** @typedef {{number: number, step: string, isPreview: boolean, time: number, items: string[]}} Row `number` counts up, `time` is its last step's */

export class StepLog {
  /**
   * Oldest first.
   * @type {Row[]}
   */
  #rows = [];
  #count = 0;
  /**
   * The row of each kind that steps of the batch under way join.
   * @type {Map<string, Row>}
   */
  #open = new Map();

  /**
   * Takes in what was told at once.
   * @param {{step: string, id: string, time: number, preview?: boolean}[]} steps
   */
  add(steps) {
    this.#open.clear();
    for (const { step, id, time, preview } of steps) {
      const kind = preview ? `${step} preview` : step;
      const row = this.#open.get(kind);
      if (row) {
        row.items.push(id);
        row.time = time;
        continue;
      }
      const made = { number: this.#count++, step, time, isPreview: preview === true, items: [id] };
      this.#open.set(kind, made);
      this.#rows.push(made);
    }
    if (this.#rows.length > 8 * ROWS) this.#trim();
  }

  /**
   * The rows that are asked for, newest first.
   * @param {Set<string>} hidden groups
   * @param {string} text that the step or one of the items holds; items that do not are left out
   * @param {(step: string) => string} name of a step, as it is read
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
