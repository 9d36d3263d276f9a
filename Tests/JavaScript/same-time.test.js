// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateWords } from '../../Public/grid/query/group-title.js';
import { shiftBetween } from '../../Public/grid/picture/same-time.js';

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

test('the title of an hour has its day and its time', () => {
  const units = { day: (y, m, d) => `${y}/${m + 1}/${d}`, hour: (h) => `${h} h` };
  assert.equal(dateWords('2026-05-17T09:00', units), '2026/5/17, 9 h');
  assert.equal(dateWords('2026-05-17', units), '2026/5/17');
});
