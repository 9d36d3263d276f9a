// @ts-check
// The events of one viewer: from the stream that all pages share, or from one that all grids of this page share, where there are no
// shared workers. A page of another origin than the server's has none.

import { EventStream } from './event-stream.js';
import { listen, unlisten } from './worker-port.js';

/** @typedef {import('./event-stream.js').EventStreamDelegate} EventStreamDelegate */
/** @typedef {import('./server.js').Server} Server */
/** @typedef {import('./worker-port.js').EventMessage} EventMessage */

/** @type {WeakMap<Server, EventStream>} */
const streams = new WeakMap();

/**
 * The stream of this page's own to a server.
 * @param {Server} server
 */
function ownStream(server) {
  const known = streams.get(server) ?? new EventStream(server.root, (url) => new EventSource(server.addressOf(url)));
  streams.set(server, known);
  return known;
}

export class ViewerEvents {
  /** The last event received: the next stream begins after it. */
  last;
  #server;
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
    this.#server = server;
    this.#viewer = viewer;
    this.#delegate = delegate;
    if (!listen(server, viewer, after, this.#receive)) this.#listenAlone();
  }

  #listenAlone() {
    this.#own = ownStream(this.#server);
    this.#own.add(this.#viewer, this.last, { ...this.#delegate, streamReceived: (event, id) => this.#receive({ event, id }) });
  }

  /** @param {EventMessage} message */
  #receive = ({ is, event, id }) => {
    if (is === 'open') this.#delegate.streamOpened();
    else if (is === 'lost') this.#delegate.streamLost();
    else if (is === 'refused') this.#delegate.streamRefused();
    else if (is === 'absent') this.#listenAlone();
    else if (event) {
      this.last = id || this.last;
      this.#delegate.streamReceived(event, this.last);
    }
  };

  close() {
    this.#own?.remove(this.#viewer);
    unlisten(this.#viewer, this.#receive);
  }
}
