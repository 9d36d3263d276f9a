// @ts-check
// Sends visible-range events of a viewer: the newest, one under way at a time.

import { RangePump } from '../model/range.js';
import { isRangeAnswer } from './fitness.js';
import { workerFetch } from './worker-port.js';

/** @typedef {import('./viewer-connection.js').Context} Context */

/**
 * @typedef {object} RangeSenderDelegate
 * @property {(viewer: string) => boolean} rangeCounts whether what comes for a viewer still counts
 * @property {(answer: import('./wire.js').RangeAnswer, context: Context) => void} rangeAnswered
 * @property {(error: unknown) => void} rangeFailed
 */

export class RangeSender {
  #server;
  #delegate;
  #pump = new RangePump();
  /** @type {Context} */
  #context = { full: true, clock: 0, tries: 0, generation: 0, known: 0, places: 0 };

  /**
   * @param {import('./server.js').Server} server
   * @param {RangeSenderDelegate} delegate
   */
  constructor(server, delegate) {
    this.#server = server;
    this.#delegate = delegate;
  }

  /** Whether an event waits to be sent, or an answer is awaited. */
  get isBusy() { return this.#pump.isUnderWay || this.#pump.hasWaiting; }

  /**
   * There is another viewer.
   * @param {{event: import('../model/range.js').RangeEvent, context: Context}} [sent] what its creation reported
   */
  reset(sent) { this.#pump.reset(sent && { event: sent.event, places: sent.context.places }); }

  /**
   * @param {import('../model/range.js').RangeEvent} event
   * @param {Context} context
   * @param {boolean} force
   */
  offer(event, context, force) {
    this.#pump.offer(event, context.places, force);
    this.#context = context;
  }

  /**
   * Sends the newest event when its time has come.
   * @param {number} now
   * @param {string} viewer
   */
  tick(now, viewer) {
    const event = this.#pump.take(now);
    if (event) this.#send(event, this.#context, viewer);
  }

  /**
   * @param {import('../model/range.js').RangeEvent & {seq: number}} event
   * @param {Context} context
   * @param {string} viewer
   */
  async #send(event, context, viewer) {
    const delegate = this.#delegate;
    const began = performance.now();
    try {
      const answer = this.#server.fit(
        await this.#server.call('POST', `/viewers/${viewer}/range`, event, { fetch: workerFetch(this.#server) }), isRangeAnswer);
      this.#server.batches?.took(performance.now() - began);
      if (!delegate.rangeCounts(viewer)) return;
      this.#pump.done(event.seq);
      delegate.rangeAnswered(answer, context);
    } catch (error) {
      if (!delegate.rangeCounts(viewer)) return;
      this.#pump.done(event.seq);
      delegate.rangeFailed(error);
    }
  }
}
