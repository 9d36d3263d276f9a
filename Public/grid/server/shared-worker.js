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
    if (data.url !== undefined) return send(port, data);
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

/**
 * Makes a request for a page, and tells it the response, or that there was none.
 * @param {MessagePort} port
 * @param {{url: string, request: number, body: string, headers: Record<string, string>}} message
 */
async function send(port, { url, request, body, headers }) {
  try {
    const response = await fetch(url, { method: 'POST', body, headers });
    const text = await response.text();
    port.postMessage({ request, status: response.status, headers: Object.fromEntries(response.headers), text });
  } catch (error) {
    port.postMessage({ request, failure: String(error) });
  }
}
