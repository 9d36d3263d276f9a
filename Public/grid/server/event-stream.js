// @ts-check
// One event stream for any number of viewers. Runs in a page or in a worker that pages share. Free of the DOM.

/** @typedef {import('./wire.js').ViewerEvent} ViewerEvent */

/** @type {ViewerEvent['name'][]} */
const NAMES = ['cells', 'patch', 'preview', 'refresh', 'store', 'reset', 'values', 'texels'];

const RETRY_MS = 500;

/**
 * @typedef {object} EventStreamDelegate
 * @property {(event: ViewerEvent, id: number) => void} streamReceived
 * @property {() => void} streamOpened for the first time, or again
 * @property {() => void} streamLost it was cut; the browser tries again
 * @property {() => void} streamRefused the server does not know the viewer, or the browser stopped trying
 */

/** Each viewer receives only its own events, each once, while other viewers come and go. */
export class EventStream {
  #root;
  #connect;
  /** @type {Map<string, {delegate: EventStreamDelegate, last: number}>} */
  #viewers = new Map();
  /** @type {EventSource | undefined} */
  #source;
  #isOpenScheduled = false;
  /** Whether the URL of the source names viewers that have left. */
  #isStale = false;

  /**
   * @param {string} root of the interface
   * @param {(url: string) => EventSource} [connect]
   */
  constructor(root, connect = (url) => new EventSource(url)) {
    this.#root = root;
    this.#connect = connect;
  }

  get viewerCount() { return this.#viewers.size; }

  /**
   * Receives the events of a viewer too.
   * @param {string} viewer
   * @param {number} after the event after which to begin
   * @param {EventStreamDelegate} delegate
   */
  add(viewer, after, delegate) {
    this.#viewers.set(viewer, { delegate, last: after });
    this.#scheduleOpen();
  }

  /**
   * Ends the events of a viewer. The stream stays open; when it is cut, the next one is opened without the viewer.
   * @param {string} viewer
   */
  remove(viewer) {
    if (this.#viewers.delete(viewer)) this.#isStale = true;
    if (this.#viewers.size === 0) this.#close();
  }

  /** Viewers that are added together share one request. */
  #scheduleOpen() {
    if (this.#isOpenScheduled) return;
    this.#isOpenScheduled = true;
    queueMicrotask(() => {
      this.#isOpenScheduled = false;
      this.#open();
    });
  }

  #open() {
    this.#close();
    this.#isStale = false;
    if (this.#viewers.size === 0) return;
    const query = new URLSearchParams();
    let after = Infinity;
    for (const [viewer, { last }] of this.#viewers) {
      query.append('viewer', viewer);
      after = Math.min(after, last);
    }
    query.append('after', String(after));
    const source = this.#connect(`${this.#root}/events?${query}`);
    this.#source = source;
    source.onopen = () => this.#notifyAll((delegate) => delegate.streamOpened());
    source.onerror = () => this.#failed(source);
    for (const name of NAMES) {
      source.addEventListener(name, (event) => this.#receive(name, /** @type {MessageEvent} */ (event)));
    }
  }

  /** @param {EventSource} source */
  #failed(source) {
    if (source.readyState !== 2 || this.#isStale) {
      this.#notifyAll((delegate) => delegate.streamLost());
      // The browser's own next try would name viewers that have left, and be refused because of them.
      if (this.#isStale) setTimeout(() => this.#scheduleOpen(), RETRY_MS);
      return;
    }
    const refused = [...this.#viewers.values()];
    this.#viewers.clear();
    this.#close();
    for (const { delegate } of refused) delegate.streamRefused();
  }

  /**
   * @param {ViewerEvent['name']} name
   * @param {MessageEvent} event
   */
  #receive(name, event) {
    const data = parsed(event.data);
    if (!data) return this.#notifyAll((delegate) => delegate.streamReceived({ name: 'reset', data: {} }, 0));
    const viewer = this.#viewers.get(data.viewer);
    const id = Number(event.lastEventId) || 0;
    // A stream that was opened again for another viewer may begin before this one's last event.
    if (!viewer || (id && id <= viewer.last)) return;
    if (id) viewer.last = id;
    viewer.delegate.streamReceived({ name, data }, id);
  }

  /** @param {(delegate: EventStreamDelegate) => void} notify */
  #notifyAll(notify) {
    for (const { delegate } of [...this.#viewers.values()]) notify(delegate);
  }

  #close() {
    const source = this.#source;
    this.#source = undefined;
    if (!source) return;
    source.onopen = source.onerror = null;
    source.close();
  }
}

/**
 * @param {string} text of an event
 * @returns {any} `undefined`: nobody can say what it was, and what it said has to be read
 */
function parsed(text) {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return undefined;
  }
}
