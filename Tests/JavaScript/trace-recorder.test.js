// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFlyingOver, Motion } from '../../Public/grid/model/motion.js';
import { TraceRecorder, traceGrid } from '../../Public/grid/scroll/trace-recorder.js';

const grid = { items: 1000, columns: 5, rowHeight: 168, viewportHeight: 800 };

test('a trace has a head, then a line for each frame in which something changed', () => {
  const motion = new Motion();
  const view = { motion, mapper: { maxOffset: 1e6 }, offset: 100 };
  const recorder = new TraceRecorder();
  recorder.frame(5000, view, false);
  recorder.frame(5016, view, false);
  for (let t = 0; t <= 160; t += 16) {
    view.offset = 100 + t * 2;
    motion.sample(5032 + t, view.offset);
    recorder.frame(5032 + t, view, false);
  }
  motion.settle();
  recorder.frame(5400, view, false);
  const text = recorder.text(grid);
  assert.ok(text.endsWith('\n'));
  const [head, first, ...rest] = text.trim().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(head, { trace: 1, kind: 'recorded', ...grid });
  assert.deepEqual(first, { t: 0, y: 100, phase: 'settled' });
  assert.equal(rest.length, 12);
  assert.deepEqual(rest.at(-1), { t: 400, y: 420, phase: 'settled' });
  assert.equal(rest[8].phase, 'wheel');
  assert.ok(Math.abs(rest[8].v - 2000) < 1);
  for (const [i, line] of rest.slice(1).entries()) assert.ok(line.t > rest[i].t);
});

test('a fling is recorded with its decay and its end', () => {
  const motion = new Motion();
  const recorder = new TraceRecorder();
  const at = (/** @type {number} */ t) => 1500 * (1 - Math.exp(-t / 500));
  for (let t = 0; t <= 112; t += 16) {
    motion.sample(t, at(t));
    recorder.frame(t, { motion, mapper: { maxOffset: 1e6 }, offset: at(t) }, false);
  }
  const last = JSON.parse(recorder.text(grid).trim().split('\n').at(-1) ?? '');
  assert.ok(Math.abs(last.decay - 2) < 0.02);
  assert.ok(Math.abs(last.end - 1500) < 150);
});

test('the grid is derived from its cells', () => {
  const frames = [[0, 0, 150, 160], [158, 0, 150, 160], [0, 168, 150, 160]];
  const cells = new Map(frames.map((frame, i) => [String(i), { frame }]));
  const store = /** @type {any} */ ({ cells, contentSize: [800, 168 * 200], itemCount: 1000 });
  assert.deepEqual(traceGrid(store, 799.6, 8), grid);
});

test('only the scroll bar flies over, and only when it is fast', () => {
  assert.ok(isFlyingOver('scrubbing', -9000, 800));
  assert.ok(!isFlyingOver('scrubbing', 7000, 800));
  assert.ok(!isFlyingOver('dragging', 9000, 800));
});

test('the steps of a wheel are recorded with their end', () => {
  const motion = new Motion();
  const recorder = new TraceRecorder();
  const view = { motion, mapper: { maxOffset: 1e6 }, offset: 500 };
  recorder.frame(0, view, false);
  motion.turn(16, 100, 500, 1e6);
  recorder.frame(16, view, false);
  const last = JSON.parse(recorder.text(grid).trim().split('\n').at(-1) ?? '');
  assert.deepEqual(last, { t: 16, y: 500, phase: 'wheel', end: 600 });
});
