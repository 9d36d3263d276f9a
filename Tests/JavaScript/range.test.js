// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RangePump, rangeEvent } from '../../Public/grid/model/range.js';
import { Motion } from '../../Public/grid/model/motion.js';

const event = (/** @type {number} */ y, phase = 'wheel', v = 100, version = 1) =>
  ({ rect: [0, y, 10, 10], velocity: [0, v], phase, version });
/** The version since which items are where the events have them. */
const PLACES = 1;

test('one under way, the newest wins', () => {
  const pump = new RangePump();
  pump.offer(event(1), PLACES);
  const first = /** @type {any} */ (pump.take(0));
  assert.equal(first.seq, 1);
  pump.offer(event(2), PLACES);
  pump.offer(event(3), PLACES);
  assert.equal(pump.take(1000), undefined);
  assert.ok(pump.done(1));
  const second = /** @type {any} */ (pump.take(1000));
  assert.deepEqual([second.seq, second.rect[1]], [2, 3]);
  assert.equal(pump.hasWaiting, false);
});

test('while the view moves, events are 50 ms apart', () => {
  const pump = new RangePump();
  pump.offer(event(1), PLACES);
  pump.take(0);
  pump.done(1);
  pump.offer(event(2), PLACES);
  assert.equal(pump.take(49), undefined);
  assert.ok(pump.take(50));
});

for (const [what, next, places] of /** @type {[string, any, number][]} */ ([
  ['a change of phase', event(2, 'settled', 0), PLACES], ['a flip of direction', event(2, 'wheel', -100), PLACES],
  ['a version with other places', event(1, 'wheel', 100, 2), 2],
])) {
  test(`${what} leaves at once`, () => {
    const pump = new RangePump();
    pump.offer(event(1), PLACES);
    pump.take(0);
    pump.done(1);
    pump.offer(next, places);
    assert.ok(pump.take(1));
  });
}

test('the same view is not reported twice, unless it must be', () => {
  const pump = new RangePump();
  pump.offer(event(1), PLACES);
  pump.take(0);
  pump.done(1);
  pump.offer(event(1), PLACES);
  assert.equal(pump.hasWaiting, false);
  pump.offer(event(1), PLACES, true);
  assert.ok(pump.take(1));
});

test('a version that changes no place is not reported', () => {
  const pump = new RangePump();
  pump.offer(event(1), PLACES);
  pump.take(0);
  pump.done(1);
  for (const version of [2, 3, 4]) pump.offer(event(1, 'wheel', 100, version), PLACES);
  assert.equal(pump.hasWaiting, false);
});

test('a thumb that stops is reported, though the view is the same', () => {
  const pump = new RangePump();
  pump.offer(event(1, 'scrubbing', 5000), PLACES);
  pump.take(0);
  pump.done(1);
  pump.offer(event(1, 'scrubbing', 4000), PLACES);
  assert.equal(pump.hasWaiting, false);
  pump.offer(event(1, 'scrubbing', 0), PLACES);
  assert.ok(pump.take(60));
});

test('an answer to another event than the one under way is not awaited', () => {
  const pump = new RangePump();
  pump.offer(event(1), PLACES);
  pump.take(0);
  assert.equal(pump.done(9), false);
  assert.equal(pump.isUnderWay, true);
});

test('the place where the view has stopped is reported at once', () => {
  const pump = new RangePump();
  pump.offer(event(1), PLACES);
  pump.take(0);
  pump.done(1);
  pump.offer(event(2), PLACES);
  assert.equal(pump.take(16), undefined);
  pump.offer(event(2), PLACES);
  assert.equal(/** @type {any} */ (pump.take(32)).rect[1], 2);
});

test('where a wheel\'s steps end is reported without a decay, and again when another step moves it', () => {
  const motion = new Motion();
  const view = { visibleRect: [0, 5000, 800, 600], offset: 5000, motion, mapper: { maxOffset: 1e6 } };
  motion.turn(0, 100, 5000, 1e6);
  const first = rangeEvent(view, 1, 0, false);
  assert.deepEqual([first.phase, first.end, first.decay, first.velocity], ['wheel', 5100, undefined, [0, 0]]);
  const pump = new RangePump();
  pump.offer(first, PLACES);
  pump.take(0);
  pump.done(1);
  pump.offer(rangeEvent(view, 1, 10, false), PLACES);
  assert.equal(pump.hasWaiting, false);
  motion.turn(20, 100, 5000, 1e6);
  pump.offer(rangeEvent(view, 1, 20, false), PLACES);
  assert.equal(pump.take(50)?.end, 5200);
});
