// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Motion } from '../../Public/grid/model/motion.js';

test('an even movement has its speed, in px/s', () => {
  const m = new Motion();
  for (let t = 0; t <= 96; t += 16) m.sample(t, t * 2);
  assert.ok(Math.abs(m.velocity(96) - 2000) < 1e-6);
  assert.equal(m.decay(96), undefined);
});

test('a fling shows its decay and its end', () => {
  const m = new Motion();
  const lambda = 2;
  const v0 = 3000;
  const at = (/** @type {number} */ t) => (v0 / lambda) * (1 - Math.exp((-lambda * t) / 1000));
  for (let t = 0; t <= 112; t += 16) m.sample(t, at(t));
  assert.ok(Math.abs(/** @type {number} */ (m.decay(112)) - lambda) < 0.01);
  const end = /** @type {number} */ (m.end(112, at(112), 1e9));
  assert.ok(Math.abs(end - v0 / lambda) < 150, `end ${end}`);
  assert.equal(m.end(112, at(112), 400), 400);
});

test('a view that has stopped has no velocity', () => {
  const m = new Motion();
  m.sample(0, 0);
  m.sample(16, 100);
  assert.equal(m.velocity(500), 0);
});

test('a thumb that is held still has no velocity at once; late frames alone are no sign of that', () => {
  const motion = new Motion();
  motion.input('scrubbing');
  for (let time = 0; time <= 160; time += 16) motion.sample(time, time * 400);
  assert.equal(Math.round(motion.velocity(200)), 400_000);
  motion.still(190);
  assert.equal(Math.round(motion.velocity(200)), 400_000);
  motion.still(206);
  assert.equal(motion.velocity(206), 0);
  assert.equal(motion.phase, 'scrubbing');
  motion.sample(210, 90_000);
  assert.notEqual(motion.velocity(210), 0);
});

test('frames that come late and at odd times spoil neither speed nor decay', () => {
  const lambda = 2;
  const at = (/** @type {number} */ t) => Math.round(1500 * (1 - Math.exp((-lambda * t) / 1000)));
  const late = new Motion();
  for (const t of [0, 90, 220]) late.sample(t, at(t));
  assert.ok(Math.abs(late.velocity(225) - 2400) < 200, `three frames in 220 ms: ${late.velocity(225)}`);
  const odd = new Motion();
  for (const t of [0, 31, 40, 88, 96, 141, 160, 211, 230, 262]) odd.sample(t, at(t));
  const decay = /** @type {number} */ (odd.decay(262));
  assert.ok(Math.abs(decay - lambda) < 0.2, `decay ${decay}`);
});

test('a fling whose beginning is not reported begins where it was fastest', () => {
  const m = new Motion();
  const lambda = 3;
  let offset = 0;
  for (let t = 0, v = 0.2; t <= 240; t += 16) {
    v = t < 96 ? v + 0.5 : v * Math.exp((-lambda * 16) / 1000);
    offset += v * 16;
    m.sample(t, offset);
    const decay = m.decay(t);
    if (t >= 160) assert.ok(decay && Math.abs(decay - lambda) < 0.3, `at ${t}: ${decay}`);
    else if (t < 96) assert.equal(decay, undefined, `at ${t}`);
  }
});

test('a slope that the samples do not bear out is no decay', () => {
  const m = new Motion();
  [0, 40, 55, 120, 130, 190].forEach((offset, i) => m.sample(i * 16, offset));
  assert.equal(m.decay(80), undefined);
});

test('samples from before the finger was lifted do not belong to the fling', () => {
  const m = new Motion();
  m.input('touchStart');
  for (let t = 0; t <= 96; t += 16) m.sample(t, t * 3);
  m.input('touchEnd');
  assert.equal(m.decay(96), undefined);
  const glide = (/** @type {number} */ t) => 288 + (3000 / 2) * (1 - Math.exp((-2 * (t - 96)) / 1000));
  for (let t = 112; t <= 208; t += 16) m.sample(t, glide(t));
  assert.ok(Math.abs(/** @type {number} */ (m.decay(208)) - 2) < 0.01);
});

test('a finger that takes hold of a glide drags', () => {
  const m = new Motion();
  m.input('touchStart');
  m.sample(0, 0);
  m.input('touchEnd');
  m.sample(16, 40);
  assert.equal(m.phase, 'decelerating');
  m.input('touchStart');
  m.sample(32, 50);
  assert.equal(m.phase, 'dragging');
});

test('phases follow user input', () => {
  const m = new Motion();
  assert.equal(m.phase, 'settled');
  m.input('wheel');
  assert.equal(m.phase, 'wheel');
  m.settle();
  m.input('touchStart');
  m.sample(0, 10);
  assert.equal(m.phase, 'dragging');
  m.input('touchEnd');
  assert.equal(m.phase, 'decelerating');
  m.settle();
  m.jump(5, 9000);
  assert.equal(m.phase, 'jump');
  assert.equal(m.velocity(5), 0);
});

test('content that moves under the view is no velocity', () => {
  const m = new Motion();
  m.sample(0, 100);
  m.shift(5000);
  m.sample(16, 5100);
  assert.equal(m.velocity(16), 0);
});

test('a wheel that turns by steps has an end that is known before the view moves, and no decay', () => {
  const m = new Motion();
  m.turn(0, 100, 5000, 1e6);
  assert.deepEqual([m.phase, m.target, m.end(0, 5000, 1e6)], ['wheel', 5100, 5100]);
  for (let t = 16; t <= 112; t += 16) m.sample(t, 5100 - 100 * Math.exp(-t / 40));
  assert.equal(m.decay(112), undefined);
  m.turn(120, 100, 5094, 1e6);
  assert.equal(m.target, 5200, 'steps add to where the view is going, not to where it is');
  m.shift(300);
  assert.equal(m.target, 5500);
  m.turn(130, -100, 5400, 1e6);
  assert.equal(m.target, 5400);
  m.settle();
  assert.equal(m.target, undefined);
});

test('a step at an end of the content goes no farther', () => {
  const m = new Motion();
  m.turn(0, -100, 40, 1e6);
  assert.equal(m.target, 0);
  m.turn(10, 100, 990, 1000);
  assert.equal(m.target, 100);
  m.settle();
  m.turn(20, 100, 990, 1000);
  assert.equal(m.target, 1000);
});

test('the view has not stopped between a step and its first frame', () => {
  const m = new Motion();
  m.turn(1000, 100, 5000, 1e6);
  assert.equal(m.lastTime, 1000);
  m.turn(1050, 100, 5010, 1e6);
  assert.equal(m.lastTime, 1000, 'an offset of a frame ago is no sample of now');
});

for (const [what, move] of /** @type {[string, (m: Motion) => void][]} */ ([
  ['a trackpad', (m) => m.input('wheel')], ['a key', (m) => m.input('keys')], ['a finger', (m) => m.input('touchStart')],
  ['a jump', (m) => m.jump(20, 9000)],
])) {
  test(`${what} ends the way to where a wheel's step ends`, () => {
    const m = new Motion();
    m.turn(0, 100, 5000, 1e6);
    move(m);
    assert.equal(m.target, undefined);
  });
}

test('a step while a finger holds the view is no ease', () => {
  const m = new Motion();
  m.input('touchStart');
  m.sample(0, 100);
  m.turn(10, 100, 100, 1e6);
  assert.deepEqual([m.phase, m.target], ['dragging', undefined]);
});
