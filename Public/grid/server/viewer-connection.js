// @ts-check
// A viewer at the server: created, sent visible-range events, and created again when the server no longer knows it.

import { collectionPath, Problem } from './api.js';
import { isViewerAnswer } from './fitness.js';
import { PageLife } from './page-life.js';
import { queryProblem } from './problem.js';
import { RangeSender } from './range-sender.js';
import { Retry } from './retry.js';
import { ViewerEvents } from './viewer-events.js';

/**
 * @typedef {{full: boolean, clock: number, tries: number, generation: number, known: number, places: number}} Context what the page needs
 *   again with the answer; `known`: the newest version known; `places`: the version since which items are where it had them
 * @typedef {{layout: object, width: number, height: number, pixelRatio: number, policy?: string,
 *   query?: import('../query/query.js').Query | null}} Form how the collection is shown, CSS px; `query`: absent means as before
 * @typedef {object} ViewerConnectionDelegate
 * @property {() => Form} connectionForm how the collection is to be shown
 * @property {(answer: import('./wire.js').ViewerAnswer, form: Form) => void} connectionOpened there is a viewer, the first or another
 * @property {(answer: import('./wire.js').RangeAnswer, context: Context) => void} connectionAnswered
 * @property {(event: import('./wire.js').ViewerEvent) => void} connectionReceived
 * @property {(isLost: boolean) => void} connectionChanged
 * @property {(isAway: boolean) => void} [connectionStore] whether changes wait or are refused, because the server cannot reach its database
 * @property {(problem: Problem) => void} connectionFailed nothing can be shown
 * @property {(answer: import('./wire.js').ViewerAnswer, form: Form) => void} [connectionShaped] the viewer has another layout, size or query
 * @property {(problem: Problem) => void} [connectionWaits] the server is still reading what a query asks for
 * @property {(problem: Problem) => void} [connectionRefused] the query of the form cannot be answered: from now on, the form has the one before
 */

export class ViewerConnection {
  #server;
  #collection;
  #delegate;
  #ranges;
  /** @type {string | undefined} */
  #viewer;
  /** @type {ViewerEvents | undefined} */
  #events;
  #isOpened = false;
  #retry = new Retry();
  #isLost = false;
  #isClosed = false;
  /** Number of changes that are under way or wait for their turn. */
  #changes = 0;
  /** Settles when the change under way has ended, well or badly. */
  #turn = Promise.resolve();
  #page = new PageLife({
    // A cut connection goes unnoticed while nothing is sent on it.
    pageOffline: () => this.#lost(),
    pageOnline: () => this.#retry.later(() => this.#try(), 0.05),
    // A page in the back/forward cache hears nothing: it comes back with another viewer.
    pageHidden: () => this.#depart(),
    pageShown: (isRestored) => isRestored && this.#isOpened && this.open(),
  });

  /**
   * @param {import('./server.js').Server} server
   * @param {string} collection
   * @param {ViewerConnectionDelegate} delegate
   */
  constructor(server, collection, delegate) {
    this.#server = server;
    this.#ranges = new RangeSender(server, {
      rangeCounts: (viewer) => viewer === this.#viewer && !this.#isClosed,
      rangeAnswered: (answer, context) => delegate.connectionAnswered(answer, context),
      rangeFailed: (error) => this.#failed(error),
    });
    this.#collection = collection;
    this.#delegate = delegate;
  }

  get viewer() { return this.#viewer; }
  get isLost() { return this.#isLost; }
  /** Whether an event waits to be sent, or an answer is awaited. */
  get isBusy() { return this.#ranges.isBusy || this.#changes > 0; }

  /**
   * Creates the viewer.
   * @param {{event: import('../model/range.js').RangeEvent, context: Context}} [first] what is in view, where that is known: its
   *   answer comes along, a round trip earlier
   */
  async open(first) {
    this.#isOpened = true;
    try {
      await this.#server.ready();
      const form = this.#delegate.connectionForm();
      const body = first ? { ...form, range: { seq: 0, ...first.event } } : form;
      const answer = this.#server.fit(await this.#server.call('POST', collectionPath(this.#collection, 'viewers'), body), isViewerAnswer);
      if (this.#isClosed || this.#page.isAway) {
        this.#server.leave(answer.viewer);
        return;
      }
      this.#viewer = answer.viewer;
      this.#retry.succeeded();
      this.#ranges.reset(answer.range && first);
      this.#listen(answer.viewer, answer.lastEventID);
      this.#delegate.connectionStore?.(answer.storeAway === true);
      this.#delegate.connectionOpened(answer, form);
      if (first && answer.range) this.#delegate.connectionAnswered(answer.range, first.context);
    } catch (error) {
      this.#failed(error);
    }
  }

  /**
   * Changes layout, size or query. One change after another: on two connections the older could come last.
   * @returns {Promise<void>} settles when the server has it, or has not and this was reported, or a newer one has taken its place
   */
  change() {
    const viewer = this.#viewer;
    if (!viewer) return Promise.resolve();
    this.#changes++;
    this.#turn = this.#turn.then(async () => {
      try {
        // Of those that wait, the newest has all.
        if (this.#changes === 1 && viewer === this.#viewer) await this.#shape(viewer);
      } catch (error) {
        this.#failed(error);
      } finally {
        this.#changes--;
      }
    });
    return this.#turn;
  }

  /** @param {string} viewer */
  async #shape(viewer) {
    const form = this.#delegate.connectionForm();
    const answer = await this.#server.call('PATCH', `/viewers/${viewer}`, form);
    if (viewer !== this.#viewer || this.#isClosed) return;
    this.#delegate.connectionStore?.(answer?.storeAway === true);
    this.#delegate.connectionShaped?.(answer ?? {}, form);
  }

  /**
   * Offers a visible-range event: the newest is sent.
   * @param {import('../model/range.js').RangeEvent} event
   * @param {Context} context
   * @param {boolean} [force]
   */
  offer(event, context, force = false) { this.#ranges.offer(event, context, force); }

  /**
   * Called in every frame while the connection is busy: sends the newest event when its time has come.
   * @param {number} now
   */
  tick(now) {
    if (this.#viewer && this.#changes === 0 && !this.#isClosed) this.#ranges.tick(now, this.#viewer);
  }

  close() {
    this.#isClosed = true;
    this.#page.close();
    this.#depart();
  }

  /** Removes the viewer from the server. A beacon: a page that is closed can send nothing else. */
  #depart() {
    this.#retry.cancel();
    this.#events?.close();
    this.#events = undefined;
    if (this.#viewer) this.#server.leave(this.#viewer);
    this.#viewer = undefined;
  }

  /**
   * @param {string} viewer
   * @param {number} [after]
   */
  #listen(viewer, after = 0) {
    this.#events?.close();
    this.#events = new ViewerEvents(this.#server, viewer, after, {
      streamReceived: (event) => this.#received(event),
      streamOpened: () => this.#restored(),
      streamLost: () => this.#lost(),
      streamRefused: () => {
        this.#server.refused();
        this.#reopen();
      },
    });
  }

  /** @param {import('./wire.js').ViewerEvent} event */
  #received(event) {
    if (event.name === 'store') return this.#delegate.connectionStore?.(event.data.away);
    if (event.name === 'reset') this.#delegate.connectionStore?.(event.data.storeAway === true);
    try {
      this.#delegate.connectionReceived(event);
    } catch (error) {
      // Of another version, perhaps: what it said is read as a whole.
      console.error('<collection-grid>:', error);
      this.#delegate.connectionReceived({ name: 'reset', data: {} });
    }
  }

  /** @param {unknown} error */
  #failed(error) {
    if (this.#isClosed || this.#page.isAway) return;
    const problem = error instanceof Problem ? error : new Problem(0, String(error), { code: 'connection-lost' });
    // A server without the route has no code.
    if (problem.status === 404 && this.#viewer && problem.reason) return this.#reopen();
    if (this.#delegate.connectionForm().query && this.#queryFailed(problem)) return;
    if (problem.isLost || problem.status === 429) {
      if (problem.isLost) this.#lost();
      this.#retry.later(() => this.#try(), problem.retryAfter);
      return;
    }
    // The server has answered, whatever it says.
    this.#restored();
    this.#delegate.connectionFailed(problem);
  }

  /**
   * @param {Problem} problem
   * @returns {boolean} whether it concerns the query alone
   */
  #queryFailed(problem) {
    const meaning = queryProblem(problem);
    if (meaning === 'wait') {
      this.#delegate.connectionWaits?.(problem);
      this.#retry.later(() => this.#try(), problem.retryAfter ?? 1);
    } else if (meaning === 'refused') {
      this.#delegate.connectionRefused?.(problem);
      if (!this.#viewer) this.open();
    }
    return meaning !== undefined;
  }

  #try() { return this.#viewer ? this.#probe() : this.open(); }

  /** Asks whether the server still knows the viewer. */
  async #probe() {
    try {
      await this.#shape(this.#viewer ?? '');
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
    this.#retry.later(() => this.open());
  }

  #lost() {
    if (this.#isLost || this.#isClosed) return;
    this.#isLost = true;
    this.#delegate.connectionChanged(true);
  }

  #restored() {
    this.#retry.succeeded();
    if (!this.#isLost) return;
    this.#isLost = false;
    this.#delegate.connectionChanged(false);
  }
}
