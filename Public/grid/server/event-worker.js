// @ts-check
// The worker that all pages of a browser share: one event stream for all of them, since a host has six connections.

import { EventStream } from './event-stream.js';

/** @type {EventStream | undefined} */
let stream;

addEventListener('connect', (event) => {
  const [port] = /** @type {MessageEvent} */ (event).ports;
  /** @type {Set<string>} */
  const viewers = new Set();
  const remove = (/** @type {string} */ viewer) => {
    if (viewers.delete(viewer)) stream?.remove(viewer);
  };
  port.onmessage = ({ data }) => {
    if (data.remove !== undefined) return remove(data.remove);
    if (data.lock !== undefined) {
      // The page holds the lock while it lives: it is granted here when the page has ended, with or without a message.
      navigator.locks.request(data.lock, () => [...viewers].forEach(remove));
      return;
    }
    stream ??= new EventStream(data.root);
    const viewer = data.add;
    viewers.add(viewer);
    stream.add(viewer, data.after, {
      streamReceived: (received, id) => port.postMessage({ viewer, event: received, id }),
      streamOpened: () => port.postMessage({ viewer, is: 'open' }),
      streamLost: () => port.postMessage({ viewer, is: 'lost' }),
      streamRefused: () => {
        viewers.delete(viewer);
        port.postMessage({ viewer, is: 'refused' });
      },
    });
  };
});
