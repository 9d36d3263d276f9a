// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Figures } from '../../Public/dashboard/figures.js';
import { CANCELLED, ItemStates } from '../../Public/dashboard/item-states.js';
import { Loads } from '../../Public/dashboard/loads.js';
import { ROWS, StepLog } from '../../Public/dashboard/step-log.js';
import { ViewerTrace } from '../../Public/dashboard/viewer-trace.js';
import { Random } from './random.js';

test('columns count their items, whatever happens, at any width', () => {
  const seed = 7;
  const chance = new Random(seed);
  const next = () => chance.next();
  for (let round = 0; round < 60; round++) {
    const items = new ItemStates();
    const count = 1 + Math.floor(next() * 500);
    items.resize(1 + Math.floor(next() * 60));
    items.begin(1, count);
    for (let turn = 0; turn < 20; turn++) {
      if (next() < 0.2) items.resize(1 + Math.floor(next() * 60));
      const first = Math.floor(next() * count);
      /** @type {[number, number][]} */
      const wants = [];
      for (let flat = first; flat < Math.min(count, first + 40); flat++) wants.push([flat, Math.floor(next() * 6)]);
      items.take(wants, turn * 400);
      for (let column = 0; column < items.columns; column++) {
        // The slow way: look at every item of the column.
        const states = new Set();
        for (let flat = 0; flat < count; flat++) if (items.column(flat) === column) states.add(items.at(flat));
        const expected = [5, 2, 1, CANCELLED, 3, 4].find((state) => states.has(state)) ?? 0;
        assert.equal(items.dominant(column), expected, `seed ${seed}, round ${round}, turn ${turn}, column ${column}`);
      }
    }
  }
});

test('what was wanted and is not there is called off; what is ready stays', () => {
  const items = new ItemStates();
  items.begin(1, 10);
  items.take([[0, 4], [1, 2], [2, 1]], 0);
  items.take([[5, 1]], 100);
  assert.deepEqual([0, 1, 2, 5].map((flat) => items.at(flat)), [4, CANCELLED, CANCELLED, 1]);
  items.take([[1, 2]], 200);
  assert.equal(items.at(1), 2);
  items.take([[1, 2]], 5000);
  assert.equal(items.at(2), 0, 'a cancel is shown for a while');
  items.begin(2, 10);
  assert.equal(items.at(0), 0);
});

/** @param {string} line e.g. '100 loadBegan a 1' */
const step = (line) => {
  const [time, name, id, load] = line.split(' ');
  return { time: Number(time), step: name, id, load: load === undefined ? undefined : Number(load) };
};

test('a load is in time, late, wasted, cancelled or failed', () => {
  const loads = new Loads();
  for (const line of [
    '0 loadBegan early 1', '1 loadBegan late 2', '2 loadBegan never 3', '3 loadBegan off 4', '4 loadBegan bad 5',
    '10 loadEnded early 1', '11 willDisplay late', '20 willDisplay early', '30 loadEnded late 2', '31 loadEnded never 3',
    '32 loadCancelled off 4', '33 loadFailed bad 5',
  ]) loads.take(step(line));
  loads.settle((id) => id !== 'never');
  assert.deepEqual(Object.fromEntries(loads.bars.map((bar) => [bar.id, bar.fate])),
    { early: 'hit', late: 'late', never: 'wasted', off: 'cancelled', bad: 'failed' });
  assert.deepEqual(loads.totals, { hit: 1, late: 1, wasted: 1, cancelled: 1, failed: 1 });
});

test('what was in view before anybody watched is late, not wasted', () => {
  const loads = new Loads();
  loads.take(step('0 loadBegan a 1'), true);
  loads.take(step('9 loadEnded a 1'), true);
  loads.settle(() => false);
  assert.equal(loads.bars[0].fate, 'late');
});

test('what began in one batch runs on one lane', () => {
  const loads = new Loads();
  const begin = (/** @type {number} */ load, /** @type {number} */ batch) =>
    loads.take({ step: 'loadBegan', time: load, id: `i${load}`, load, batch });
  begin(1, 1);
  begin(2, 1);
  begin(3, 3);
  begin(4, 3);
  loads.take({ step: 'loadEnded', time: 5, id: 'i2', load: 2 });
  begin(5, 5);
  assert.deepEqual(loads.bars.map((bar) => bar.lane), [0, 0, 1, 1, 2]);
});

test('each load that runs has a lane of its own, the lowest that is free', () => {
  const loads = new Loads();
  for (const line of ['0 loadBegan a 1', '0 loadBegan b 2', '5 loadEnded a 1', '6 loadBegan c 3', '7 loadBegan d 4']) loads.take(step(line));
  assert.deepEqual(loads.bars.map((bar) => bar.lane), [0, 1, 0, 2]);
});

test('old bars are forgotten, running ones are not', () => {
  const loads = new Loads();
  for (let load = 1; load <= 200; load++) {
    loads.take(step(`${load} loadBegan i${load} ${load}`));
    if (load !== 150) loads.take(step(`${load + 1} loadEnded i${load} ${load}`));
  }
  loads.forget(200_000);
  assert.equal(loads.bars[0].load, 150);
});

/** @param {number} time @param {[number, number][]} wants @param {any} [more] */
const report = (time, wants, more = {}) => ({
  time, visible: [0, 3], wants, seq: 0, version: 1, viewers: 1,
  loads: { started: 0, loaded: 0, cancelledQueued: 0, cancelledRunning: 0, promoted: 0, busySeconds: 0, wastedSeconds: 0 }, ...more,
});

test('the time to fill the view runs from its first blank to its last', () => {
  const figures = new Figures();
  figures.take(report(0, [[0, 4]]));
  figures.take(report(100, [[0, 2], [9, 1]]));
  figures.take(report(200, [[0, 4], [1, 1]]));
  figures.take(report(350, [[0, 4], [1, 4], [9, 1]]));
  assert.deepEqual(figures.fills, [250]);
  assert.equal(figures.fill(0.5), 250);
});

test('sums become rates, and blanks a share of the time between two points', () => {
  const figures = new Figures();
  figures.take(report(0, []));
  figures.take(report(250, [[0, 1], [1, 1]], { seq: 3 }));
  figures.take(report(500, [], { seq: 10 }));
  assert.equal(figures.series.events.last, 20);
  assert.equal(figures.series.blank.last, 25);
});

/** @param {string} kind @param {number} time @param {...string} ids */
const told = (kind, time, ...ids) => ids.map((id) => ({ step: kind, id, time }));
/** @param {StepLog} log @param {string[]} [hidden] @param {string} [text] */
const lines = (log, hidden = [], text = '') =>
  log.rows(new Set(hidden), text, (name) => name).map((row) => `${row.step} ${row.form === 'picture' ? '' : `${row.form}: `}${row.items.join(' ')}`);

test('steps of one kind that came together are one row, newest first', () => {
  const log = new StepLog();
  log.add([...told('prefetch', 1, 'a', 'b'), ...told('loadBegan', 1, 'a'), ...told('prefetch', 2, 'c')]);
  log.add([...told('willDisplay', 3, 'a'), { step: 'loadBegan', id: 'a', time: 4, preview: true }, { step: 'loadBegan', id: 'a', time: 4, content: true }, ...told('loadBegan', 5, 'b')]);
  assert.deepEqual(lines(log), ['loadBegan b', 'loadBegan content: a', 'loadBegan preview: a', 'willDisplay a', 'loadBegan a', 'prefetch a b c']);
  assert.deepEqual(lines(log, ['load']), ['willDisplay a', 'prefetch a b c']);
  assert.deepEqual(lines(log, [], 'b'), ['loadBegan b', 'loadBegan content: a', 'loadBegan preview: a', 'loadBegan a', 'prefetch b']);
});

test('what came into view is not buried under any number of loads', () => {
  const log = new StepLog();
  for (let turn = 0; turn < 40; turn++) log.add(told('willDisplay', turn, `seen ${turn}`));
  for (let turn = 0; turn < 5000; turn++) log.add([...told('loadBegan', turn, `x${turn}`), ...told('loadEnded', turn, `x${turn}`)]);
  const kept = lines(log);
  assert.equal(kept.filter((line) => line.startsWith('willDisplay')).length, 40);
  assert.equal(kept[0], 'loadEnded x4999');
  assert.ok(kept.length >= ROWS && kept.length < 10 * ROWS, `${kept.length} rows`);
});

test('reports of a viewer become a trace that tells each event once', () => {
  const trace = new ViewerTrace();
  const at = (/** @type {number} */ seq, /** @type {number} */ time, /** @type {number} */ y, more = {}) => ({
    seq, itemCount: 1000, row: { columns: 5, height: 168 }, motion: { time, y, height: 800.4, v: 0, phase: 'settled', ...more } });
  assert.equal(trace.text, '');
  trace.take({ seq: 0, itemCount: 1000 });
  trace.take(at(1, 5000, 0));
  trace.take(at(1, 5000, 0));
  trace.take(at(2, 5050.5, 120, { v: 2400.2, phase: 'decelerating', decay: 2.041, end: 1296.4 }));
  trace.take(at(3, 5100, 120, { phase: 'settled' }));
  assert.deepEqual(trace.text.trim().split('\n').map((line) => JSON.parse(line)), [
    { trace: 1, kind: 'recorded', items: 1000, columns: 5, rowHeight: 168, viewportHeight: 800 },
    { t: 0, y: 0, phase: 'settled' },
    { t: 50.5, y: 120, v: 2400, phase: 'decelerating', decay: 2.04, end: 1296 },
    { t: 100, y: 120, phase: 'settled' },
  ]);
  assert.equal(trace.frameCount, 3);
});
