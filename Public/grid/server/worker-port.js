// @ts-check
// The worker that all pages of the server share, as one page reaches it. There is none for a page of another origin, or with a token.

import { fileAddress, styleTexts } from '../file-address.js';

/** @typedef {import('./server.js').Server} Server */
/** @typedef {{is?: 'open'|'lost'|'refused'|'absent', event?: import('./wire.js').ViewerEvent, id?: number}} EventMessage */
/** @typedef {{request: number, status?: number, headers?: Record<string, string>, text?: string, failure?: string}} ResponseMessage */

/** @typedef {{ok: boolean, status: number, statusText: string, headers: {get(name: string): string | null}, text(): Promise<string>}} Reply what
 *   the page reads of a `Response` */

/** A request without a response for so long has failed: the worker may have ended. In ms. */
const PATIENCE_MS = 15_000;

/** @type {MessagePort | undefined} */
let port;
/** The worker's script did not come: the server was away, or the page forbids workers. The page does without one from then on. */
let isAbsent = false;
/** Whether the worker has been heard: before, and where it does not work, the page makes its requests itself. */
let isHeard = false;
let requests = 0;
/** @type {Map<string, (message: EventMessage) => void>} */
const receivers = new Map();
/** @type {Map<number, {resolve: (message: ResponseMessage) => void, reject: (error: Error) => void, timer: ReturnType<typeof setTimeout>}>} */
const pending = new Map();

/**
 * The worker's port; `undefined` where there is none.
 * @param {Server} server
 */
function portTo(server) {
  // In the package there is no file for a worker, and a worker has no token.
  if (isAbsent || styleTexts || server.token || server.isForeign) return undefined;
  if (port || typeof SharedWorker === 'undefined') return port;
  // A worker's script is of the page's origin, or there is no worker.
  const address = fileAddress('./server/shared-worker.js');
  if (new URL(address).origin !== location.origin) return undefined;
  try {
    const shared = new SharedWorker(address, { type: 'module', name: 'lookahead' });
    shared.onerror = () => doWithout(shared.port);
    port = shared.port;
  } catch {
    return undefined;
  }
  const worker = port;
  worker.onmessage = ({ data }) => {
    isHeard = true;
    if (data.request) settle(data);
    else receivers.get(data.viewer)?.(data);
  };
  holdLock(worker);
  addEventListener('pagehide', part, { once: true });
  return worker;
}

/**
 * Who listens at a worker is told that there is none.
 * @param {MessagePort} missing its port
 */
function doWithout(missing) {
  if (port !== missing) return;
  isAbsent = true;
  port = undefined;
  for (const receive of [...receivers.values()]) receive({ is: 'absent' });
}

/**
 * The page is left. A message of the worker would throw it out of the back/forward cache; when it comes back, it looks for the worker again.
 */
function part() {
  for (const request of pending.keys()) settle({ request, failure: 'the page was left' });
  isHeard = false;
  port?.close();
  port = undefined;
}

/**
 * Holds a lock until the page is left: a page that holds one is not kept in the back/forward cache. The worker requests it too, and so
 * learns when that is.
 * @param {MessagePort} worker
 */
function holdLock(worker) {
  const lock = `lookahead-page-${Math.random().toString(36).slice(2)}`;
  // In a browser that keeps nothing of this site, it is refused.
  navigator.locks?.request(lock, () => {
    worker.postMessage({ lock });
    return new Promise((release) => addEventListener('pagehide', release, { once: true }));
  }).catch(() => {});
}

/**
 * Receives the events of a viewer.
 * @param {Server} server
 * @param {string} viewer
 * @param {number} after the event after which to begin
 * @param {(message: EventMessage) => void} receive
 * @returns {boolean} whether there is a worker
 */
export function listen(server, viewer, after, receive) {
  const worker = portTo(server);
  if (!worker) return false;
  receivers.set(viewer, receive);
  worker.postMessage({ add: viewer, after, root: server.root });
  return true;
}

/**
 * Ends the events of a viewer.
 * @param {string} viewer
 * @param {(message: EventMessage) => void} receive as given to `listen`: another may have begun since
 */
export function unlisten(viewer, receive) {
  if (receivers.get(viewer) !== receive) return;
  receivers.delete(viewer);
  port?.postMessage({ remove: viewer });
}

/**
 * What takes the place of `fetch` for small requests that come often: each costs the page's own thread half a millisecond.
 * @param {Server} server
 * @returns {((url: string, request: {body?: string, headers?: Record<string, string>}) => Promise<Reply>) | undefined} for POST; rejects as
 *   `fetch` does
 */
export function workerFetch(server) {
  const worker = isHeard ? portTo(server) : undefined;
  return worker && (async (url, { body, headers }) => {
    const request = ++requests;
    worker.postMessage({ url, request, body, headers });
    /** @type {ResponseMessage} */
    const { status = 0, text = '', headers: sent } = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle({ request, failure: 'the worker is silent' }), PATIENCE_MS);
      pending.set(request, { resolve, reject, timer });
    });
    return {
      ok: status >= 200 && status < 300, status, statusText: '', headers: { get: (name) => sent?.[name] ?? null }, text: async () => text,
    };
  });
}

/** @param {ResponseMessage} message */
function settle(message) {
  const waiting = pending.get(message.request);
  if (!waiting) return;
  pending.delete(message.request);
  clearTimeout(waiting.timer);
  if (message.failure === undefined) return waiting.resolve(message);
  // The next request is the page's own, unless the worker is heard again.
  isHeard = false;
  waiting.reject(new TypeError(message.failure));
}
