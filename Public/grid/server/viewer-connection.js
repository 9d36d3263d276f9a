// @ts-check
// A viewer at the server: created, sent visible-range events, and created again when the server no longer knows it.

import { call, collectionPath, Problem, ROOT } from './api.js';
import { RangePump } from '../model/range.js';
import { ViewerEvents } from './viewer-events.js';

/** Delays before the next tries, in ms. */
const BACKOFF = [250, 500, 1000, 2000, 3000];

/**
 * @typedef {{full: boolean, clock: number, tries: number, generation: number}} Context what the page needs again with the answer
 * @typedef {{layout: object, width: number, height: number, pixelRatio: number, policy?: string}} Form how the collection is shown; CSS px
 * @typedef {object} ViewerConnectionDelegate
 * @property {(answer: import('./wire.js').ViewerAnswer) => void} connectionOpened there is a viewer, the first or another
 * @property {(answer: import('./wire.js').RangeAnswer, context: Context) => void} connectionAnswered
 * @property {(event: import('./wire.js').ViewerEvent) => void} connectionReceived
 * @property {(isLost: boolean) => void} connectionChanged
 * @property {(problem: Problem) => void} connectionFailed nothing can be shown
 */

export class ViewerConnection {
  #collection;
  #delegate;
  #pump = new RangePump();
  /** @type {Context} */
  #context = { full: true, clock: 0, tries: 0, generation: 0 };
  /** @type {string | undefined} */
  #viewer;
  /** @type {ViewerEvents | undefined} */
  #events;
  /** @type {Form} */
  #form = { layout: {}, width: 0, height: 0, pixelRatio: 1 };
  #attempt = 0;
  #isLost = false;
  #isClosed = false;
  /** Whether the page was left: it may be in the back/forward cache. */
  #isAway = false;
  #changes = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  // A cut connection goes unnoticed while nothing is sent on it.
  #offline = () => this.#lost();
  // A page in the back/forward cache hears nothing: it comes back with another viewer.
  #hide = () => {
    this.#isAway = true;
    this.#depart();
  };
  #show = (/** @type {PageTransitionEvent} */ event) => {
    this.#isAway = false;
    if (event.persisted && this.#form.width) this.open(this.#form);
  };
  #online = () => this.#later(() => (this.#viewer ? this.#probe() : this.open(this.#form)), 0.05);

  /**
   * @param {string} collection
   * @param {ViewerConnectionDelegate} delegate
   */
  constructor(collection, delegate) {
    this.#collection = collection;
    this.#delegate = delegate;
    addEventListener('offline', this.#offline);
    addEventListener('online', this.#online);
    addEventListener('pagehide', this.#hide);
    addEventListener('pageshow', this.#show);
  }

  get viewer() { return this.#viewer; }
  get isLost() { return this.#isLost; }
  /** Whether an event waits to be sent, or an answer is awaited. */
  get isBusy() { return this.#pump.isUnderWay || this.#pump.hasWaiting || this.#changes > 0; }

  /**
   * Creates the viewer.
   * @param {Form} form
   */
  async open(form) {
    this.#form = form;
    try {
      const answer = await call('POST', collectionPath(this.#collection, 'viewers'), form);
      if (this.#isClosed || this.#isAway) {
        navigator.sendBeacon(`${ROOT}/viewers/${answer.viewer}/leave`);
        return;
      }
      this.#viewer = answer.viewer;
      this.#attempt = 0;
      this.#pump.reset();
      this.#listen(answer.viewer, answer.lastEventID);
      this.#delegate.connectionOpened(answer);
    } catch (error) {
      this.#failed(error);
    }
  }

  /**
   * Changes layout or size.
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
   * Offers a visible-range event: the newest is sent.
   * @param {import('../model/range.js').RangeEvent} event
   * @param {Context} context
   * @param {boolean} [force]
   */
  offer(event, context, force = false) {
    this.#pump.offer(event, force);
    this.#context = context;
  }

  /**
   * Called in every frame while the connection is busy: sends the newest event when its time has come.
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
    removeEventListener('pagehide', this.#hide);
    removeEventListener('pageshow', this.#show);
    this.#depart();
  }

  /** Removes the viewer from the server. A beacon: a page that is closed can send nothing else. */
  #depart() {
    clearTimeout(this.#timer);
    this.#events?.close();
    this.#events = undefined;
    if (this.#viewer) navigator.sendBeacon(`${ROOT}/viewers/${this.#viewer}/leave`);
    this.#viewer = undefined;
  }

  /**
   * @param {import('../model/range.js').RangeEvent & {seq: number}} event
   * @param {Context} context
   * @param {string} viewer
   */
  async #send(event, context, viewer) {
    try {
      const answer = await call('POST', `/viewers/${viewer}/range`, event);
      if (viewer !== this.#viewer || this.#isClosed) return;
      this.#pump.done(event.seq);
      this.#delegate.connectionAnswered(answer, context);
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
    this.#events?.close();
    this.#events = new ViewerEvents(viewer, after, {
      streamReceived: (event) => this.#delegate.connectionReceived(event),
      streamOpened: () => this.#restored(),
      streamLost: () => this.#lost(),
      streamRefused: () => this.#reopen(),
    });
  }

  /** @param {unknown} error */
  #failed(error) {
    if (this.#isClosed || this.#isAway) return;
    const problem = error instanceof Problem ? error : new Problem(0, String(error), { code: 'connection-lost' });
    if (problem.status === 404 && this.#viewer) return this.#reopen();
    if (problem.isLost || problem.status === 429) {
      if (problem.isLost) this.#lost();
      this.#later(() => (this.#viewer ? this.#probe() : this.open(this.#form)), problem.retryAfter);
      return;
    }
    this.#delegate.connectionFailed(problem);
  }

  /** Asks whether the server still knows the viewer. */
  async #probe() {
    try {
      await call('PATCH', `/viewers/${this.#viewer}`, this.#form);
      // The old stream may be cut without an error.
      if (this.#viewer) this.#listen(this.#viewer, this.#events?.last);
    } catch (error) {
      this.#failed(error);
    }
  }

  /** The server no longer knows the viewer: creates another, which shows the same place. */
  #reopen() {
    if (this.#isClosed) return;
    this.#events?.close();
    this.#events = undefined;
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
    this.#delegate.connectionChanged(true);
  }

  #restored() {
    this.#attempt = 0;
    if (!this.#isLost) return;
    this.#isLost = false;
    this.#delegate.connectionChanged(false);
  }
}
