// @ts-check
// Refreshing: by pulling down at the top, by a button, by R. The spinner runs until the refresh has ended.

import { collectionPath, reasonOf } from '../server/api.js';

/** Distance pulled that starts a refresh, in px. */
const TRIGGER = 72;
/** Distance pulled for each px that the finger moves. */
const RESISTANCE = 0.5;
/** Delay without an event after which a refresh no longer counts as running. In ms. */
const SILENCE_MS = 60_000;

/**
 * @typedef {import('../server/wire.js').RefreshEvent} RefreshEvent
 * @typedef {object} RefreshDelegate
 * @property {() => boolean} refreshCanPull whether the view is at the very top and nothing is dragged
 * @property {(isRunning: boolean) => void} refreshChanged
 */

export class RefreshControl {
  #pull;
  #server;
  #collection;
  #speech;
  #strings;
  #delegate;
  /** @type {string | undefined} */
  #running;
  /**
   * The request that is under way, unless it was given up.
   * @type {object | undefined}
   */
  #asking;
  #isReported = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /**
   * Refreshes whose end arrived before the response that named them.
   * @type {Set<string>}
   */
  #ended = new Set();

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} pull
   * @param {import('../server/server.js').Server} server
   * @param {string} collection
   * @param {import('../access/speech.js').Speech} speech
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {RefreshDelegate} delegate
   */
  constructor(scroller, pull, server, collection, speech, strings, delegate) {
    this.#pull = pull;
    this.#server = server;
    this.#collection = collection;
    this.#speech = speech;
    this.#strings = strings;
    this.#delegate = delegate;
    let start = NaN;
    let depth = 0;
    scroller.addEventListener('touchstart', (event) => {
      // A second finger ends a pull.
      if (!Number.isNaN(start)) this.#draw(0, false);
      start = event.touches.length === 1 && delegate.refreshCanPull() ? event.touches[0].clientY : NaN;
      depth = 0;
    }, { passive: true });
    scroller.addEventListener('touchmove', (event) => {
      if (Number.isNaN(start)) return;
      depth = (event.touches[0].clientY - start) * RESISTANCE;
      if (!delegate.refreshCanPull() || depth < 0) depth = 0;
      else if (depth > 4 && event.cancelable) event.preventDefault();
      this.#draw(depth, true);
    }, { passive: false });
    const lift = () => {
      if (Number.isNaN(start)) return;
      start = NaN;
      if (depth >= TRIGGER) this.start();
      else this.#draw(0, false);
    };
    scroller.addEventListener('touchend', lift, { passive: true });
    scroller.addEventListener('touchcancel', () => {
      start = NaN;
      this.#draw(0, false);
    }, { passive: true });
  }

  get isRunning() { return (this.#asking ?? this.#running) !== undefined; }

  /** Starts a refresh unless one is running. */
  async start() {
    if (this.isRunning) return;
    const asking = (this.#asking = {});
    this.#ended.clear();
    this.#show();
    try {
      const answer = await this.#server.call('POST', collectionPath(this.#collection, 'refresh'), {});
      // A connection that was lost meanwhile may never report the end.
      if (asking !== this.#asking) return;
      if (!this.#ended.has(answer.refresh)) this.#running = answer.refresh;
    } catch (error) {
      if (asking !== this.#asking) return;
      this.#speech.explain(reasonOf(error), this.#strings.refreshFailed);
    }
    this.#asking = undefined;
    this.#watch();
    this.#show();
  }

  /**
   * An event about a refresh of the collection, also one that another viewer started.
   * @param {RefreshEvent} event
   */
  receive(event) {
    if (event.phase === 'returned') return this.#announce(event);
    if (event.phase === 'ended') {
      this.#ended.add(event.refresh);
      this.#running = undefined;
      this.#announce(event, this.#strings.refreshFailed);
    } else this.#running = event.refresh;
    this.#watch();
    this.#show();
  }

  /**
   * @param {RefreshEvent} event that ends a refresh, or says why a change went back
   * @param {(words: string) => string} [sentence] of which a reason is a part
   */
  #announce({ reason, error }, sentence) {
    if (reason || error) this.#speech.explain(reason && { sentence: error, ...reason }, sentence);
    else this.#speech.say(this.#strings.refreshed);
  }

  /** The connection is lost: the end may never be reported. */
  lost() {
    this.#asking = this.#running = undefined;
    this.#watch();
    this.#show();
  }

  #watch() {
    clearTimeout(this.#timer);
    if (this.#running !== undefined) this.#timer = setTimeout(() => this.lost(), SILENCE_MS);
  }

  #show() {
    this.#draw(0, false);
    // Its progress is no news; its end is, also where the beginning was not heard.
    if (!this.isRunning || !this.#isReported) this.#delegate.refreshChanged(this.isRunning);
    this.#isReported = this.isRunning;
  }

  /**
   * @param {number} depth
   * @param {boolean} isPulling
   */
  #draw(depth, isPulling) {
    const isRunning = this.isRunning;
    this.#pull.classList.toggle('pulling', isPulling);
    this.#pull.classList.toggle('running', isRunning);
    const y = isRunning ? 16 : Math.min(depth, TRIGGER * 1.2) - 44;
    this.#pull.style.translate = `0 ${y}px`;
    this.#pull.style.opacity = String(isRunning ? 1 : Math.min(1, depth / TRIGGER));
    this.#pull.style.rotate = isPulling ? `${depth * 4}deg` : '0deg';
  }
}
