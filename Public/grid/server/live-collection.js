// @ts-check
// A viewer at the server: made, told what is in view, and made again when the server has forgotten it.

import { call, collectionPath, Problem, ROOT } from './api.js';
import { EventLine } from './event-line.js';
import { RangePump } from '../model/range.js';

/** Waiting times before trying again, in ms. */
const BACKOFF = [250, 500, 1000, 2000, 3000];

/**
 * @typedef {{full: boolean, clock: number, tries: number, generation: number}} Context what the page wants to know again when the answer comes
 * @typedef {{layout: object, width: number, height: number, pixelRatio: number}} Form how the collection is shown; CSS px
 * @typedef {object} LiveDelegate
 * @property {(answer: any) => void} liveOpened a viewer stands
 * @property {(answer: any, context: Context) => void} liveAnswer
 * @property {(name: string, data: any) => void} liveEvent
 * @property {(isLost: boolean) => void} liveConnection
 * @property {(problem: Problem) => void} liveFailed nothing can be shown
 */

export class LiveCollection {
  #collection;
  #delegate;
  #pump = new RangePump();
  /** @type {Context} */
  #context = { full: true, clock: 0, tries: 0, generation: 0 };
  /** @type {string | undefined} */
  #viewer;
  /** @type {EventLine | undefined} */
  #line;
  #form = { layout: {}, width: 0, height: 0, pixelRatio: 1 };
  #attempt = 0;
  #isLost = false;
  #isClosed = false;
  #changes = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  // A line that is cut is not noticed while nothing is sent on it.
  #offline = () => this.#lost();
  #online = () => this.#later(() => (this.#viewer ? this.#probe() : this.open(this.#form)), 0.05);

  /**
   * @param {string} collection
   * @param {LiveDelegate} delegate
   */
  constructor(collection, delegate) {
    this.#collection = collection;
    this.#delegate = delegate;
    addEventListener('offline', this.#offline);
    addEventListener('online', this.#online);
  }

  get viewer() { return this.#viewer; }
  get isLost() { return this.#isLost; }
  /** Something waits to be sent, or an answer is awaited. */
  get isBusy() { return this.#pump.isUnderWay || this.#pump.hasWaiting || this.#changes > 0; }

  /**
   * Makes the viewer.
   * @param {Form} form
   */
  async open(form) {
    this.#form = form;
    try {
      const answer = await call('POST', collectionPath(this.#collection, 'viewers'), form);
      if (this.#isClosed) {
        navigator.sendBeacon(`${ROOT}/viewers/${answer.viewer}/leave`);
        return;
      }
      this.#viewer = answer.viewer;
      this.#attempt = 0;
      this.#pump.reset();
      this.#listen(answer.viewer, answer.lastEventID);
      this.#delegate.liveOpened(answer);
    } catch (error) {
      this.#failed(error);
    }
  }

  /**
   * Layout or size become others.
   * @param {Form} form
   */
  async change(form) {
    this.#form = form;
    if (!this.#viewer) return;
    this.#changes++;
    try {
      await call('PATCH', `/viewers/${this.#viewer}`, form);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#changes--;
    }
  }

  /**
   * Offers what is in view.
   * @param {import('../model/range.js').RangeEvent} event
   * @param {Context} context
   * @param {boolean} [force]
   */
  offer(event, context, force = false) {
    this.#pump.offer(event, force);
    this.#context = context;
  }

  /**
   * Called every frame while something is to be said: sends the newest event when its time has come.
   * @param {number} now
   */
  tick(now) {
    if (!this.#viewer || this.#changes > 0 || this.#isClosed) return;
    const event = this.#pump.take(now);
    if (event) this.#send(event, this.#context, this.#viewer);
  }

  close() {
    this.#isClosed = true;
    removeEventListener('offline', this.#offline);
    removeEventListener('online', this.#online);
    clearTimeout(this.#timer);
    this.#line?.close();
    this.leave();
    this.#viewer = undefined;
  }

  /** Tells the server that nobody looks any more; a page that goes away has no other moment. */
  leave() {
    if (this.#viewer) navigator.sendBeacon(`${ROOT}/viewers/${this.#viewer}/leave`);
  }

  /**
   * @param {any} event
   * @param {Context} context
   * @param {string} viewer
   */
  async #send(event, context, viewer) {
    try {
      const answer = await call('POST', `/viewers/${viewer}/range`, event);
      if (viewer !== this.#viewer || this.#isClosed) return;
      this.#pump.done(event.seq);
      this.#delegate.liveAnswer(answer, context);
    } catch (error) {
      if (viewer !== this.#viewer || this.#isClosed) return;
      this.#pump.done(event.seq);
      this.#failed(error);
    }
  }

  /**
   * @param {string} viewer
   * @param {number} [after]
   */
  #listen(viewer, after = 0) {
    this.#line?.close();
    this.#line = new EventLine(viewer, after, {
      lineEvent: (name, data) => this.#delegate.liveEvent(name, data),
      lineOpen: () => this.#found(),
      lineLost: () => this.#lost(),
      lineRefused: () => this.#reopen(),
    });
  }

  /** @param {unknown} error */
  #failed(error) {
    if (this.#isClosed) return;
    const problem = error instanceof Problem ? error : new Problem(0, String(error));
    if (problem.status === 404 && this.#viewer) return this.#reopen();
    if (problem.isLost || problem.status === 429) {
      if (problem.isLost) this.#lost();
      this.#later(() => (this.#viewer ? this.#probe() : this.open(this.#form)), problem.retryAfter);
      return;
    }
    this.#delegate.liveFailed(problem);
  }

  /** Asks whether the viewer is still known, once the server answers again. */
  async #probe() {
    try {
      await call('PATCH', `/viewers/${this.#viewer}`, this.#form);
      // The old line may be cut without knowing it.
      if (this.#viewer) this.#listen(this.#viewer, this.#line?.last);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** The server has no such viewer any more: a new one, shown the same place. */
  #reopen() {
    if (this.#isClosed) return;
    this.#line?.close();
    this.#line = undefined;
    this.#viewer = undefined;
    this.#lost();
    this.#later(() => this.open(this.#form));
  }

  /**
   * @param {() => void} work
   * @param {number} [seconds]
   */
  #later(work, seconds) {
    clearTimeout(this.#timer);
    const wait = seconds ? seconds * 1000 : BACKOFF[Math.min(this.#attempt++, BACKOFF.length - 1)];
    this.#timer = setTimeout(work, wait);
  }

  #lost() {
    if (this.#isLost || this.#isClosed) return;
    this.#isLost = true;
    this.#delegate.liveConnection(true);
  }

  #found() {
    this.#attempt = 0;
    if (!this.#isLost) return;
    this.#isLost = false;
    this.#delegate.liveConnection(false);
  }
}
