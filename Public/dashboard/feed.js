// @ts-check
// The dashboard's event stream: the life-cycle reports of a viewer.

import { ROOT } from '../grid/server/api.js';

/** Delay before the server is asked again after a refusal, in ms. */
const RETRY_MS = 1000;

export class Feed {
  #viewer;
  #take;
  /** @type {EventSource | undefined} */
  #source;
  #timer = 0;

  /**
   * @param {string} viewer
   * @param {(report: import('./report.js').Report) => void} take
   */
  constructor(viewer, take) {
    this.#viewer = viewer;
    this.#take = take;
    this.#open();
  }

  get viewer() { return this.#viewer; }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
  }

  #open() {
    const source = new EventSource(`${ROOT}/viewers/${this.#viewer}/events?lifecycle=1`);
    this.#source = source;
    source.addEventListener('lifecycle', (event) => this.#take(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    source.onerror = () => {
      // The browser itself tries again, unless the server refused: it does not know the viewer.
      if (source.readyState !== EventSource.CLOSED) return;
      this.#timer = window.setTimeout(() => this.#source === source && this.#open(), RETRY_MS);
    };
  }
}
