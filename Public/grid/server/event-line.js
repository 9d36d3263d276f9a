// @ts-check
// The events of one viewer: by the stream that all pages share, or by one of its own where there are no shared workers.

import { ROOT } from './api.js';
import { ViewerLine } from './viewer-line.js';

/** @typedef {import('./viewer-line.js').LineDelegate} LineDelegate */

/** @type {MessagePort | undefined} */
let port;
/** @type {Map<string, EventLine>} */
const lines = new Map();

/** The way to the shared worker; `undefined` where the browser has none. */
function sharedPort() {
  if (port || typeof SharedWorker === 'undefined') return port;
  try {
    port = new SharedWorker(new URL('./event-worker.js', import.meta.url), { type: 'module', name: 'lookahead-events' }).port;
  } catch {
    return undefined;
  }
  const way = port;
  way.onmessage = ({ data }) => lines.get(data.viewer)?.heard(data);
  // Held until the page is gone, so that the worker, which asks for it too, knows when that is.
  const lock = `lookahead-page-${Math.random().toString(36).slice(2)}`;
  navigator.locks?.request(lock, () => {
    way.postMessage({ lock });
    return new Promise(() => {});
  });
  return way;
}

export class EventLine {
  /** The last event that came, where another line would go on. */
  last;
  #viewer;
  #delegate;
  /** @type {ViewerLine | undefined} */
  #own;

  /**
   * @param {string} viewer
   * @param {number} after the event after which to begin
   * @param {LineDelegate} delegate
   */
  constructor(viewer, after, delegate) {
    this.last = after;
    this.#viewer = viewer;
    this.#delegate = delegate;
    const shared = sharedPort();
    if (shared) {
      lines.set(viewer, this);
      shared.postMessage({ add: viewer, after, root: ROOT });
    } else {
      this.#own = new ViewerLine(ROOT);
      this.#own.add(viewer, after, {
        ...delegate,
        lineEvent: (name, payload, id) => this.heard({ name, payload, id }),
      });
    }
  }

  /** @param {{is?: string, name?: string, payload?: any, id?: number}} message */
  heard({ is, name, payload, id }) {
    if (is === 'open') this.#delegate.lineOpen();
    else if (is === 'lost') this.#delegate.lineLost();
    else if (is === 'refused') this.#delegate.lineRefused();
    else if (name) {
      this.last = id || this.last;
      this.#delegate.lineEvent(name, payload, this.last);
    }
  }

  close() {
    this.#own?.remove(this.#viewer);
    if (lines.get(this.#viewer) !== this) return;
    lines.delete(this.#viewer);
    port?.postMessage({ remove: this.#viewer });
  }
}
