// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchLimit, MAX_IN_FLIGHT, PictureQueue } from '../../Public/grid/cells/picture-queue.js';
import { Random } from './random.js';

function queue() {
  /** @type {string[]} */
  const log = [];
  return { log, queue: new PictureQueue((id) => log.push('+' + id), (id) => log.push('-' + id)) };
}
const wish = (/** @type {string} */ id, distance = 0, state = 'ready') => ({ id, distance, state });

test('four at once, visible before near, nearest first', () => {
  const { log, queue: q } = queue();
  q.want([wish('far', 900), wish('near', 10), wish('a'), wish('b'), wish('c')]);
  assert.deepEqual(log, ['+a', '+b', '+c', '+near']);
  q.ended('a');
  assert.equal(log.at(-1), '+far');
});

test('what is wanted no more is stopped and makes room', () => {
  const { log, queue: q } = queue();
  q.want(['a', 'b', 'c', 'd', 'e'].map((id) => wish(id)));
  q.want([wish('e'), wish('b')]);
  assert.deepEqual(log.slice(4), ['-a', '-c', '-d', '+e']);
  assert.equal(q.inFlight, 2);
});

test('at most two wait at the server, for pictures that it is loading', () => {
  const { log, queue: q } = queue();
  q.want([
    wish('queued', 0, 'queued'), wish('x', 0, 'loading'), wish('y', 0, 'loading'), wish('z', 0, 'loading'), wish('r'),
    wish('far', 500, 'loading'),
  ]);
  assert.deepEqual(log, ['+r', '+x', '+y']);
});

test('where nothing else is to do, one is asked for that waits its turn', () => {
  const { log, queue: q } = queue();
  q.want([wish('x', 0, 'queued'), wish('y', 0, 'idle')]);
  assert.deepEqual(log, ['+x']);
});

test('progress of the server with a picture counts at once', () => {
  const { log, queue: q } = queue();
  q.want([wish('a', 0, 'loading'), wish('b', 0, 'loading'), wish('c', 0, 'queued'), wish('d', 0, 'queued')]);
  q.stateChanged('c', 'loading');
  assert.deepEqual(log, ['+a', '+b']);
  q.stateChanged('d', 'ready');
  q.stateChanged('a', 'ready');
  q.stateChanged('unknown', 'ready');
  assert.deepEqual(log, ['+a', '+b', '+d', '+c']);
});

test('while the view moves no picture is requested that is not made', () => {
  const { log, queue: q } = queue();
  const wishes = [wish('x', 0, 'loading'), wish('r'), wish('near', 100)];
  q.want(wishes, false);
  assert.deepEqual(log, ['+r', '+near']);
  q.want(wishes);
  assert.deepEqual(log, ['+r', '+near', '+x']);
});

test('never more than the limit, nothing started twice, whatever is wanted', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1e9);
  const random = new Random(seed);
  const running = new Set();
  const q = new PictureQueue((id) => {
    assert.ok(!running.has(id), `seed ${seed}`);
    running.add(id);
  }, (id) => assert.ok(running.delete(id), `seed ${seed}`));
  for (let round = 0; round < 2000; round++) {
    if (random.below(2)) {
      const ids = random.shuffle(Array.from({ length: 30 }, (_, i) => String(i))).slice(0, random.below(30));
      q.want(ids.filter((id) => running.has(id) || random.below(4)).map((id) => wish(id, random.below(3) * 100, random.shuffle(['ready', 'loading', 'queued', 'idle'])[0])));
    } else if (running.size) {
      const id = random.shuffle([...running])[0];
      running.delete(id);
      q.ended(id);
    }
    assert.ok(running.size <= MAX_IN_FLIGHT, `seed ${seed} round ${round}`);
    assert.equal(running.size, q.inFlight, `seed ${seed} round ${round}`);
  }
});

test('of pictures that come together there are many, and beside them a single one', () => {
  const { log, queue: q } = queue();
  q.limit = 32;
  const alone = (/** @type {string} */ id) => ({ ...wish(id), isAlone: true });
  q.want([...['a', 'b', 'c', 'd', 'e', 'f'].map(alone), ...Array.from({ length: 40 }, (_, n) => wish(`t${n}`, 100))]);
  assert.equal(q.inFlight, 32);
  const alones = () => log.filter((entry) => /^\+[a-f]$/.test(entry));
  assert.deepEqual(alones(), ['+a']);
  q.ended('a');
  assert.deepEqual(alones(), ['+a', '+b']);
  // Nothing comes together any more.
  q.limit = MAX_IN_FLIGHT;
  q.want(['b', 'c', 'd', 'e', 'f'].map(alone));
  assert.deepEqual(alones(), ['+a', '+b', '+c', '+d', '+e']);
});

/**
 * What a queue has in flight of a hundred pictures when the page came by a protocol.
 * @param {string | undefined} protocol
 */
function inFlight(protocol) {
  const { performance } = globalThis;
  const entries = protocol === undefined ? [] : [{ nextHopProtocol: protocol }];
  Object.defineProperty(globalThis, 'performance', { value: { getEntriesByType: () => entries }, configurable: true });
  try {
    const queue = new PictureQueue(() => {}, () => {});
    queue.want(Array.from({ length: 100 }, (_, n) => ({ id: `i${n}`, distance: n, state: 'ready' })));
    assert.equal(queue.inFlight, fetchLimit());
    return queue.inFlight;
  } finally {
    Object.defineProperty(globalThis, 'performance', { value: performance, configurable: true });
  }
}

test('a page that came by HTTP/2 or HTTP/3 asks for more pictures at once', () => {
  for (const protocol of ['h2', 'h3', 'h3-29']) assert.equal(inFlight(protocol), 16, protocol);
  for (const protocol of ['http/1.1', 'http/1.0', '', undefined]) assert.equal(inFlight(protocol), MAX_IN_FLIGHT, protocol);
});
