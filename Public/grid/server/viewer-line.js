// @ts-check
// One event stream for any number of viewers. Runs in a page or in a worker that pages share. Free of the DOM.

const NAMES = ['cells', 'patch', 'preview', 'prefetch', 'cancel', 'refresh', 'reset'];

const RETRY_MS = 500;

/**
 * @typedef {object} LineDelegate
 * @property {(name: string, data: any, id: number) => void} lineEvent
 * @property {() => void} lineOpen the line stands (again)
 * @property {() => void} lineLost it is cut; the browser tries again
 * @property {() => void} lineRefused the server does not know the viewer, or the browser gave up
 */

/** Each viewer hears only its own events, each once, whoever else comes and goes. */
export class ViewerLine {
  #root;
  #connect;
  /** @type {Map<string, {delegate: LineDelegate, last: number}>} */
  #viewers = new Map();
  /** @type {EventSource | undefined} */
  #source;
  #isPlanned = false;
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
   * Listens for a viewer too.
   * @param {string} viewer
   * @param {number} after the event after which to begin
   * @param {LineDelegate} delegate
   */
  add(viewer, after, delegate) {
    this.#viewers.set(viewer, { delegate, last: after });
    this.#plan();
  }

  /**
   * Listens for a viewer no more. The line goes on; should it be cut, another is made without the viewer.
   * @param {string} viewer
   */
  remove(viewer) {
    if (this.#viewers.delete(viewer)) this.#isStale = true;
    if (this.#viewers.size === 0) this.#close();
  }

  /** Viewers that come together get one line together. */
  #plan() {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
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
    source.onopen = () => this.#tell((delegate) => delegate.lineOpen());
    source.onerror = () => {
      if (source.readyState !== 2 || this.#isStale) {
        this.#tell((delegate) => delegate.lineLost());
        // The browser's own next try would name viewers that have left, and be refused for them.
        if (this.#isStale) setTimeout(() => this.#plan(), RETRY_MS);
        return;
      }
      const refused = [...this.#viewers.values()];
      this.#viewers.clear();
      this.#close();
      for (const { delegate } of refused) delegate.lineRefused();
    };
    for (const name of NAMES) {
      source.addEventListener(name, (event) => this.#heard(name, /** @type {MessageEvent} */ (event)));
    }
  }

  /**
   * @param {string} name
   * @param {MessageEvent} event
   */
  #heard(name, event) {
    const data = JSON.parse(event.data || '{}');
    const viewer = this.#viewers.get(data.viewer);
    const id = Number(event.lastEventId) || 0;
    // A line that was opened anew for another viewer may begin before what this one has heard.
    if (!viewer || (id && id <= viewer.last)) return;
    if (id) viewer.last = id;
    viewer.delegate.lineEvent(name, data, id);
  }

  /** @param {(delegate: LineDelegate) => void} what */
  #tell(what) {
    for (const { delegate } of [...this.#viewers.values()]) what(delegate);
  }

  #close() {
    const source = this.#source;
    this.#source = undefined;
    if (!source) return;
    source.onopen = source.onerror = null;
    source.close();
  }
}
