// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateWords } from '../../Public/grid/query/group-title.js';
import { neighbours, TimeMovement } from '../../Public/grid/picture/time-movement.js';
import { storeOf } from './cells.js';
import { isOfCamera, shiftBetween } from '../../Public/grid/picture/same-time.js';

const right = { camera: 'A', taken: '2026-05-17T12:00:00.25+09:00' };

test('a clock is set by another one, in local time and to the millisecond', () => {
  assert.equal(shiftBetween(right, { camera: 'B', taken: '2026-05-17T10:59:59.75' }), 3600.5);
  assert.equal(shiftBetween(right, { camera: 'B', taken: '2026-05-17T12:00:01.25Z' }), -1);
  // Forty years behind, as a clock that was never set.
  assert.equal(shiftBetween(right, { camera: 'B', taken: '1986-05-17T12:00:00.25' }), 40 * 365.25 * 86_400);
});

test('a clock that was set before is set by what is left', () => {
  assert.equal(shiftBetween(right, { camera: 'B', taken: '2026-05-17T12:00:10.25', timeShift: 3600 }), 3590);
});

test('one camera, or none, has no other clock', () => {
  for (const other of [{ camera: 'A', taken: right.taken }, { camera: 'B' }, { taken: right.taken }, {}, { camera: 'B', taken: '2026-05' }]) {
    assert.equal(shiftBetween(right, other), undefined);
    assert.equal(shiftBetween(other, right), undefined);
  }
});

test('two cameras of one model are two where both serial numbers are known', () => {
  const [first, second] = ['1', '2'].map((cameraSerial) => ({ ...right, cameraSerial }));
  assert.equal(shiftBetween(first, second), 0);
  for (const [one, other] of [[first, first], [first, right], [right, first]]) assert.equal(shiftBetween(one, other), undefined);
  assert.deepEqual(isOfCamera(second), { all: [{ field: 'camera', in: ['A'] }, { field: 'cameraSerial', in: ['2'] }] });
  assert.deepEqual(isOfCamera(right), { field: 'camera', in: ['A'] });
});

test('the title of an hour has its day and its time', () => {
  const units = { day: (y, m, d) => `${y}/${m + 1}/${d}`, hour: (h) => `${h} h` };
  assert.equal(dateWords('2026-05-17T09:00', units), '2026/5/17, 9 h');
  assert.equal(dateWords('2026-05-17', units), '2026/5/17');
});

test('a picture that is dropped in an order by time has neighbours, counted without it', () => {
  const store = storeOf(10, 20);
  const beside = (/** @type {[number, number]} */ to) => neighbours(store, [0, 14], to).map(({ index }) => index);
  assert.deepEqual(beside([0, 12]), [11, 12]);
  assert.deepEqual(beside([0, 16]), [16, 17]);
  assert.deepEqual(beside([0, 14]), [], 'it was left where it was');
  assert.deepEqual(beside([0, 10]), [10], 'what is not loaded is not known');
  assert.deepEqual(beside([3, 0]), []);
  const told = [];
  const movement = new TimeMovement(store, /** @type {any} */ (store.byIndex.get(14)), (cells) => told.push(cells.map(({ index }) => index)));
  movement.propose([0, 12]);
  assert.deepEqual(movement.aim, [0, 12]);
  movement.takes();
  assert.deepEqual(told, [[11, 12]]);
});
