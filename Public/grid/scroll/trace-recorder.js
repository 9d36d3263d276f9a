// @ts-check
// What one viewer does, frame by frame, as JSON lines: docs/scroll-traces.md.

/** An hour at 60 frames a second; what comes later is left out. */
const LIMIT = 216_000;

/** @typedef {{items: number, columns: number, rowHeight: number, viewportHeight: number}} TraceGrid */

export class TraceRecorder {
  /** @type {string[]} */
  #lines = [];
  #start = NaN;
  #last = { offset: NaN, phase: '' };

  get frameCount() { return this.#lines.length; }

  /**
   * One frame of the view. One that shows what the last one showed is left out.
   * @param {number} now in ms
   * @param {{offset: number, motion: import('../model/motion.js').Motion, mapper: {maxOffset: number}}} view
   * @param {boolean} isHidden
   */
  frame(now, view, isHidden) {
    const { motion, offset } = view;
    const phase = isHidden ? 'hidden' : motion.phase;
    if (!this.#isNews(offset, phase)) return;
    const v = Math.round(motion.velocity(now));
    const decay = v ? motion.decay(now) : undefined;
    const end = decay ? motion.end(now, offset, view.mapper.maxOffset) ?? offset : motion.target;
    this.add(now, { y: offset, phase, v, decay, end });
  }

  /**
   * Adds a line, unless it repeats the last one.
   * @param {number} now in ms
   * @param {{y: number, phase: string, v?: number, decay?: number, end?: number}} line as in the file
   */
  add(now, { y, phase, v, decay, end }) {
    if (!this.#isNews(y, phase)) return;
    this.#last = { offset: y, phase };
    if (Number.isNaN(this.#start)) this.#start = now;
    this.#lines.push(JSON.stringify({
      t: tenth(now - this.#start), y: tenth(y), v: Math.round(v ?? 0) || undefined, phase,
      decay: decay && Math.round(decay * 100) / 100, end: end === undefined ? undefined : Math.round(end),
    }));
  }

  /**
   * @param {number} offset
   * @param {string} phase
   */
  #isNews(offset, phase) {
    return (offset !== this.#last.offset || phase !== this.#last.phase) && this.#lines.length < LIMIT;
  }

  /**
   * The whole file.
   * @param {TraceGrid} grid what it was recorded in
   */
  text(grid) {
    return [JSON.stringify({ trace: 1, kind: 'recorded', ...grid }), ...this.#lines, ''].join('\n');
  }
}

/**
 * The grid around a view: exact in columns, about right elsewhere.
 * @param {import('../model/cell-store.js').CellStore} store
 * @param {number} viewportHeight
 * @param {number} spacing between rows
 * @returns {TraceGrid}
 */
export function traceGrid(store, viewportHeight, spacing) {
  const heights = [...store.cells.values()].map((cell) => cell.frame[3]);
  const height = heights.reduce((sum, h) => sum + h, 0) / Math.max(1, heights.length);
  const rowHeight = Math.max(1, tenth(height + spacing));
  const rows = Math.max(1, store.contentSize[1] / rowHeight);
  return {
    items: store.itemCount, columns: Math.max(1, Math.round(store.itemCount / rows)), rowHeight,
    viewportHeight: Math.max(1, Math.round(viewportHeight)),
  };
}

const tenth = (/** @type {number} */ value) => Math.round(value * 10) / 10;
