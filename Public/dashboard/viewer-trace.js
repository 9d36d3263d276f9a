// @ts-check
// A viewer's range events, taken from its reports, as a trace that `lookahead simulate` replays. Free of the DOM.

import { TraceRecorder } from '../grid/scroll/trace-recorder.js';

export class ViewerTrace {
  #recorder = new TraceRecorder();
  #seq = -1;
  /** @type {import('../grid/scroll/trace-recorder.js').TraceGrid | undefined} */
  #grid;

  get frameCount() { return this.#recorder.frameCount; }

  /** @param {import('./report.js').Report} report */
  take({ seq, itemCount, motion, row }) {
    if (!motion || seq === this.#seq) return;
    this.#seq = seq;
    // The grid as it was at the start.
    if (row) {
      this.#grid ??= { items: itemCount, columns: row.columns, rowHeight: row.height, viewportHeight: Math.max(1, Math.round(motion.height)) };
    }
    this.#recorder.add(motion.time, { y: motion.y, phase: motion.phase, v: motion.v, decay: motion.decay, end: motion.end });
  }

  /** The whole file; empty before the first event. */
  get text() { return this.#grid ? this.#recorder.text(this.#grid) : ''; }
}
