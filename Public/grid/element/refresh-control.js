// @ts-check
// Refreshing: by pulling down at the top, by a button, by R. The spinner runs until the refresh has ended, then stops, always.

import { call, collectionPath } from '../server/api.js';

/** Pulled so far, in px, it refreshes. */
const TRIGGER = 72;
const RESISTANCE = 0.5;
/** Without word of a running refresh for so long, its state is asked for no more. In ms. */
const SILENCE_MS = 60_000;

export class RefreshControl {
  #pull;
  #collection;
  #changed;
  /** @type {string | undefined} */
  #running;
  #isAsking = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /**
   * Ends that came before the answer that named the refresh.
   * @type {Set<string>}
   */
  #ended = new Set();

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} pull
   * @param {string} collection
   * @param {() => boolean} canPull whether the view stands at the very top and nothing is dragged
   * @param {(isRunning: boolean, data?: any) => void} changed
   */
  constructor(scroller, pull, collection, canPull, changed) {
    this.#pull = pull;
    this.#collection = collection;
    this.#changed = changed;
    let start = NaN;
    let depth = 0;
    scroller.addEventListener('touchstart', (event) => {
      start = event.touches.length === 1 && canPull() ? event.touches[0].clientY : NaN;
      depth = 0;
    }, { passive: true });
    scroller.addEventListener('touchmove', (event) => {
      if (Number.isNaN(start)) return;
      depth = (event.touches[0].clientY - start) * RESISTANCE;
      if (!canPull() || depth < 0) depth = 0;
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

  get isRunning() { return this.#isAsking || this.#running !== undefined; }

  /** Starts one unless one is running. Rejects when the server refuses. */
  async start() {
    if (this.isRunning) return;
    this.#isAsking = true;
    this.#ended.clear();
    this.#show();
    try {
      const answer = await call('POST', collectionPath(this.#collection, 'refresh'), {});
      if (!this.#ended.has(answer.refresh)) this.#running = answer.refresh;
      this.#watch();
    } finally {
      this.#isAsking = false;
      this.#show();
    }
  }

  /**
   * An event about a refresh of the collection, also one that others started.
   * @param {any} data
   */
  event(data) {
    if (data.phase === 'ended') {
      this.#ended.add(data.refresh);
      this.#running = undefined;
    } else this.#running = data.refresh;
    this.#watch();
    this.#show(data);
  }

  /** The line is cut: no end will be heard. */
  lost() {
    this.#running = undefined;
    this.#isAsking = false;
    this.#watch();
    this.#show();
  }

  #watch() {
    clearTimeout(this.#timer);
    if (this.#running !== undefined) this.#timer = setTimeout(() => this.lost(), SILENCE_MS);
  }

  /** @param {any} [data] */
  #show(data) {
    this.#draw(0, false);
    this.#changed(this.isRunning, data);
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
