// @ts-check
// The event stream of a viewer. The browser reconnects a cut line by itself and names the last event it had.

import { ROOT } from './api.js';

const NAMES = ['cells', 'patch', 'preview', 'prefetch', 'cancel', 'refresh', 'reset'];

/**
 * @typedef {object} LineDelegate
 * @property {(name: string, data: any) => void} lineEvent
 * @property {() => void} lineOpen the line stands (again)
 * @property {() => void} lineLost it is cut; the browser tries again
 * @property {() => void} lineRefused the server does not know the viewer, or the browser gave up
 */

export class EventLine {
  /** @type {EventSource} */
  #source;
  /**
   * The last event that came, where another line would go on.
   * @type {number | undefined}
   */
  last;

  /**
   * @param {string} viewer
   * @param {number | undefined} after the event after which to begin
   * @param {LineDelegate} delegate
   */
  constructor(viewer, after, delegate) {
    const query = new URLSearchParams({ viewer, ...(after === undefined ? {} : { after: String(after) }) });
    const source = new EventSource(`${ROOT}/events?${query}`);
    this.#source = source;
    this.last = after;
    source.onopen = () => delegate.lineOpen();
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) delegate.lineRefused();
      else delegate.lineLost();
    };
    for (const name of NAMES) {
      source.addEventListener(name, (event) => {
        const { data: text, lastEventId } = /** @type {MessageEvent} */ (event);
        this.last = Number(lastEventId) || this.last;
        const data = JSON.parse(text || '{}');
        if (data.viewer === undefined || data.viewer === viewer) delegate.lineEvent(name, data);
      });
    }
  }

  close() {
    this.#source.onopen = this.#source.onerror = null;
    this.#source.close();
  }
}
