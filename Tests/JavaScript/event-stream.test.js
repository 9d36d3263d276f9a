// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventStream } from '../../Public/grid/server/event-stream.js';

/** Event sources that the test drives. */
function sources() {
  /** @type {any[]} */
  const made = [];
  const connect = (/** @type {string} */ url) => {
    const source = {
      url, readyState: 1, isClosed: false, /** @type {any} */ onopen: null, /** @type {any} */ onerror: null,
      /** @type {Record<string, (event: any) => void>} */ listeners: {},
      addEventListener(/** @type {string} */ name, /** @type {any} */ listener) { this.listeners[name] = listener; },
      close() { this.isClosed = true; },
      say(/** @type {number} */ id, /** @type {string} */ viewer, name = 'cells') {
        this.listeners[name]({ data: JSON.stringify({ viewer }), lastEventId: String(id) });
      },
    };
    made.push(source);
    return /** @type {any} */ (source);
  };
  return { made, connect };
}

/** @param {string[]} log @param {string} name */
const delegate = (log, name) => ({
  streamReceived: (/** @type {{name: string}} */ event, /** @type {number} */ id) => log.push(`${name} ${event.name} ${id}`),
  streamOpened: () => log.push(`${name} open`),
  streamLost: () => log.push(`${name} lost`),
  streamRefused: () => log.push(`${name} refused`),
});
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('viewers that are added together share one stream', async () => {
  const { made, connect } = sources();
  const stream = new EventStream('/api', connect);
  stream.add('a', 5, delegate([], 'a'));
  stream.add('b', 9, delegate([], 'b'));
  await turn();
  assert.deepEqual(made.map((s) => s.url), ['/api/events?viewer=a&viewer=b&after=5']);
});

test('each viewer receives its own events, each once, also when the stream is opened again for another', async () => {
  const { made, connect } = sources();
  /** @type {string[]} */
  const log = [];
  const stream = new EventStream('/api', connect);
  stream.add('a', 0, delegate(log, 'a'));
  await turn();
  made[0].say(3, 'a');
  made[0].say(7, 'a');
  stream.add('b', 4, delegate(log, 'b'));
  await turn();
  assert.ok(made[0].isClosed);
  assert.equal(made[1].url, '/api/events?viewer=a&viewer=b&after=4');
  made[1].say(5, 'b');
  made[1].say(7, 'a');
  made[1].say(8, 'a', 'patch');
  assert.deepEqual(log, ['a cells 3', 'a cells 7', 'b cells 5', 'a patch 8']);
});

test('a refused stream is reported to all, and opened again only for those who are added again', async () => {
  const { made, connect } = sources();
  /** @type {string[]} */
  const log = [];
  const stream = new EventStream('/api', connect);
  stream.add('a', 0, delegate(log, 'a'));
  stream.add('b', 0, delegate(log, 'b'));
  await turn();
  made[0].readyState = 2;
  made[0].onerror();
  assert.deepEqual(log, ['a refused', 'b refused']);
  stream.add('c', 2, delegate(log, 'c'));
  await turn();
  assert.equal(made[1].url, '/api/events?viewer=c&after=2');
});

test('the last viewer to be removed closes the stream', async () => {
  const { made, connect } = sources();
  const stream = new EventStream('/api', connect);
  stream.add('a', 0, delegate([], 'a'));
  stream.add('b', 0, delegate([], 'b'));
  await turn();
  stream.remove('a');
  assert.ok(!made[0].isClosed);
  stream.remove('b');
  assert.ok(made[0].isClosed);
});

test('a cut stream is left to the browser, except one that names viewers who have left', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { made, connect } = sources();
  /** @type {string[]} */
  const log = [];
  const stream = new EventStream('/api', connect);
  stream.add('a', 0, delegate(log, 'a'));
  stream.add('b', 0, delegate([], 'b'));
  await turn();
  made[0].readyState = 0;
  made[0].onerror();
  assert.deepEqual(log, ['a lost']);
  stream.remove('b');
  made[0].onerror();
  context.mock.timers.tick(1000);
  await turn();
  assert.equal(made.at(-1).url, '/api/events?viewer=a&after=0');
});
