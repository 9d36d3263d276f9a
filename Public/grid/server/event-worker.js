// @ts-check
// The worker that all pages of a browser share: one event stream for all of them, since a host has six connections.

import { ViewerLine } from './viewer-line.js';

/** @type {ViewerLine | undefined} */
let line;

/** @type {any} */ (globalThis).onconnect = (/** @type {MessageEvent} */ event) => {
  const port = event.ports[0];
  /** @type {Set<string>} */
  const viewers = new Set();
  const remove = (/** @type {string} */ viewer) => {
    if (viewers.delete(viewer)) line?.remove(viewer);
  };
  port.onmessage = ({ data }) => {
    if (data.remove !== undefined) return remove(data.remove);
    if (data.lock !== undefined) {
      // The page holds it as long as it lives: it is given when the page has died, perhaps without a word.
      navigator.locks.request(data.lock, () => [...viewers].forEach(remove));
      return;
    }
    line ??= new ViewerLine(data.root);
    const viewer = data.add;
    viewers.add(viewer);
    line.add(viewer, data.after, {
      lineEvent: (name, payload, id) => port.postMessage({ viewer, name, payload, id }),
      lineOpen: () => port.postMessage({ viewer, is: 'open' }),
      lineLost: () => port.postMessage({ viewer, is: 'lost' }),
      lineRefused: () => {
        viewers.delete(viewer);
        port.postMessage({ viewer, is: 'refused' });
      },
    });
  };
};
