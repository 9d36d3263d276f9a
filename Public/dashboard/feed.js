// @ts-check
// The dashboard's one event stream: the life-cycle reports of a viewer.

import { ROOT } from '../grid/server/api.js';

const RETRY_MS = 1000;

export class Feed {
  #viewer;
  #heard;
  /** @type {EventSource | undefined} */
  #source;
  #timer = 0;

  /**
   * @param {string} viewer
   * @param {(report: any) => void} heard
   * @param {() => void} [lost] the server knows the viewer no more, or is away
   */
  constructor(viewer, heard, lost = () => {}) {
    this.#viewer = viewer;
    this.#heard = heard;
    this.#open(lost);
  }

  get viewer() { return this.#viewer; }

  close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
  }

  /** @param {() => void} lost */
  #open(lost) {
    const source = new EventSource(`${ROOT}/viewers/${this.#viewer}/events?lifecycle=1`);
    this.#source = source;
    source.addEventListener('lifecycle', (event) => this.#heard(JSON.parse(/** @type {MessageEvent} */ (event).data)));
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return;
      lost();
      this.#timer = window.setTimeout(() => this.#source === source && this.#open(lost), RETRY_MS);
    };
  }
}
