// @ts-check
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { listen, unlisten, workerFetch } from '../../Public/grid/server/worker-port.js';
import { Problem } from '../../Public/grid/server/problem.js';
import { Server } from '../../Public/grid/server/server.js';
import { serve } from './server.js';

/** The worker, as the page sees it: what it was sent, and how it responds. */
class Worker {
  /** @type {any[]} */
  static sent = [];
  /** @type {(message: object) => void} */
  static say;
  /** @type {Worker} */
  static newest;
  onerror = () => {};
  port = { postMessage: (/** @type {object} */ message) => { Worker.sent.push(message); }, onmessage: undefined, close() {} };
  constructor() {
    Worker.newest = this;
    Worker.say = (data) => /** @type {any} */ (this.port.onmessage)({ data });
  }
}

const page = /** @type {any} */ (globalThis);
page.SharedWorker = Worker;
let pageHidden = () => {};
page.addEventListener = (/** @type {string} */ name, /** @type {() => void} */ listener) => { if (name === 'pagehide') pageHidden = listener; };
page.navigator = {};
// Files in a folder have this origin, and so has the server that is named here.
page.location = { origin: 'null' };
const server = new Server('file:///');
const ask = () => server.call('POST', '/x', { n: 1 }, { fetch: workerFetch(server) });
const requests = () => Worker.sent.filter(({ url }) => url);
/** @param {object} response */
const respond = (response) => Worker.say({ request: requests().at(-1).request, ...response });

test('a worker that was never heard is asked for nothing', async () => {
  assert.equal(listen(server, 'v', 0, () => {}), true);
  serve(() => ({ body: { by: 'page' } }));
  assert.deepEqual(await ask(), { by: 'page' });
  assert.equal(requests().length, 0);
});

test('one that was heard makes the request, and its response is read like any other', async () => {
  Worker.say({ viewer: 'v', is: 'open' });
  const answer = ask();
  assert.deepEqual(requests().at(-1), {
    url: 'file:///api/v1/x', request: 1, body: '{"n":1}', headers: { 'Content-Type': 'application/json' },
  });
  respond({ status: 200, headers: {}, text: '{"by":"worker"}' });
  assert.deepEqual(await answer, { by: 'worker' });
  const refused = ask();
  respond({ status: 429, headers: { 'retry-after': '7' }, text: '{"code":"too-many"}' });
  await assert.rejects(refused, (problem) => problem instanceof Problem && problem.status === 429 && problem.retryAfter === 7 &&
    problem.reason?.code === 'too-many');
});

test('what the worker cannot fetch is a lost connection, and the next request is the page\'s own', async () => {
  const failing = ask();
  respond({ failure: 'TypeError: Failed to fetch' });
  await assert.rejects(failing, (problem) => problem instanceof Problem && problem.isLost);
  serve(() => ({ body: { by: 'page' } }));
  assert.deepEqual(await ask(), { by: 'page' });
});

test('a worker that falls silent is no longer waited for; a late response changes nothing', async () => {
  Worker.say({ viewer: 'v', is: 'open' });
  mock.timers.enable({ apis: ['setTimeout'] });
  const waiting = ask();
  mock.timers.tick(15_000);
  await assert.rejects(waiting, (problem) => problem instanceof Problem && problem.isLost);
  mock.timers.reset();
  respond({ status: 200, headers: {}, text: '{}' });
});

test('events go to the viewer they are for, until it ends', () => {
  /** @type {object[]} */
  const heard = [];
  const receive = (/** @type {object} */ message) => heard.push(message);
  listen(server, 'w', 3, receive);
  Worker.say({ viewer: 'w', is: 'open' });
  unlisten('w', () => {});
  Worker.say({ viewer: 'w', is: 'lost' });
  unlisten('w', receive);
  Worker.say({ viewer: 'w', is: 'open' });
  assert.equal(heard.length, 2);
  assert.deepEqual(Worker.sent.filter(({ remove }) => remove), [{ remove: 'w' }]);
});

test('a worker whose script does not come is told to all that listen, and not tried again', () => {
  // The page was left, and has come back.
  pageHidden();
  /** @type {object[]} */
  const heard = [];
  assert.equal(listen(server, 'a', 0, (message) => heard.push(message)), true);
  Worker.newest.onerror();
  assert.deepEqual(heard, [{ is: 'absent' }]);
  assert.equal(listen(server, 'b', 0, () => {}), false);
  assert.equal(workerFetch(server), undefined);
});
