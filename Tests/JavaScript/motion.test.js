// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Motion } from '../../Public/grid/motion.js';

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

test('a view that stands has no velocity', () => {
  const m = new Motion();
  m.sample(0, 0);
  m.sample(16, 100);
  assert.equal(m.velocity(500), 0);
});

test('phases follow the hand', () => {
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
