// @ts-check
// The events of one viewer: from the stream that all pages share, or from one that all grids of this page share, where there are no
// shared workers. A page of another origin than the server's has none.

import { fileAddress, styleTexts } from '../file-address.js';
import { EventStream } from './event-stream.js';

/** @typedef {import('./event-stream.js').EventStreamDelegate} EventStreamDelegate */
/** @typedef {import('./server.js').Server} Server */
/** @typedef {{is?: 'open'|'lost'|'refused', event?: import('./wire.js').ViewerEvent, id?: number}} Message of the shared worker */

/** @type {MessagePort | undefined} */
let port;
/** @type {Map<string, ViewerEvents>} */
const receivers = new Map();
/** @type {WeakMap<Server, EventStream>} */
const streams = new WeakMap();

/**
 * The port of the shared worker; `undefined` where there is none.
 * @param {Server} server
 */
function sharedPort(server) {
  // In the package there is no file for it.
  if (styleTexts) return undefined;
  // A worker's script is of the page's origin, or there is no worker; and it has no token.
  const address = fileAddress('./server/event-worker.js');
  if (server.token || server.isForeign || new URL(address).origin !== location.origin) return undefined;
  if (port || typeof SharedWorker === 'undefined') return port;
  try {
    port = new SharedWorker(address, { type: 'module', name: 'lookahead-events' }).port;
  } catch {
    return undefined;
  }
  const worker = port;
  worker.onmessage = ({ data }) => receivers.get(data.viewer)?.receive(data);
  holdLock(worker);
  addEventListener('pageshow', (event) => event.persisted && holdLock(worker));
  return worker;
}

/**
 * The stream of this page's own to a server.
 * @param {Server} server
 */
function ownStream(server) {
  const known = streams.get(server) ?? new EventStream(server.root, (url) => new EventSource(server.addressOf(url)));
  streams.set(server, known);
  return known;
}

/**
 * Holds a lock until the page is gone. The worker requests it too, and so learns when that is. A page that holds one is not
 * kept in the back/forward cache.
 * @param {MessagePort} worker
 */
function holdLock(worker) {
  const lock = `lookahead-page-${Math.random().toString(36).slice(2)}`;
  navigator.locks?.request(lock, () => {
    worker.postMessage({ lock });
    return new Promise((release) => addEventListener('pagehide', release, { once: true }));
  });
}

export class ViewerEvents {
  /** The last event received: the next stream begins after it. */
  last;
  #viewer;
  #delegate;
  /** @type {EventStream | undefined} */
  #own;

  /**
   * @param {Server} server
   * @param {string} viewer
   * @param {number} after the event after which to begin
   * @param {EventStreamDelegate} delegate
   */
  constructor(server, viewer, after, delegate) {
    this.last = after;
    this.#viewer = viewer;
    this.#delegate = delegate;
    const shared = sharedPort(server);
    if (shared) {
      receivers.set(viewer, this);
      shared.postMessage({ add: viewer, after, root: server.root });
    } else {
      this.#own = ownStream(server);
      this.#own.add(viewer, after, { ...delegate, streamReceived: (event, id) => this.receive({ event, id }) });
    }
  }

  /** @param {Message} message */
  receive({ is, event, id }) {
    if (is === 'open') this.#delegate.streamOpened();
    else if (is === 'lost') this.#delegate.streamLost();
    else if (is === 'refused') this.#delegate.streamRefused();
    else if (event) {
      this.last = id || this.last;
      this.#delegate.streamReceived(event, this.last);
    }
  }

  close() {
    this.#own?.remove(this.#viewer);
    if (receivers.get(this.#viewer) !== this) return;
    receivers.delete(this.#viewer);
    port?.postMessage({ remove: this.#viewer });
  }
}
