// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markAt, spreadMarks } from '../../Public/grid/scroll/scrubber-marks.js';

const marks = Array.from({ length: 100 }, (_, i) => (
  { id: `s${i}`, title: `Section ${i}`, first: i * 50, itemCount: 50, top: i * 1000 }));
const content = { itemCount: 5000, contentSize: /** @type {[number, number]} */ ([800, 100_000]) };

test('titles do not overlap, and the first is there', () => {
  const places = spreadMarks(marks, 99_000, 700, 22);
  assert.equal(places[0].mark.id, 's0');
  assert.ok(places.length >= 25);
  for (let i = 1; i < places.length; i++) assert.ok(places[i].y - places[i - 1].y >= 21);
  assert.ok(places.at(-1).y <= 678);
});

test('what is at a height is known between marks too', () => {
  assert.deepEqual(markAt(marks, 0, content), { title: 'Section 0', index: 0 });
  assert.deepEqual(markAt(marks, 4500, content), { title: 'Section 4', index: 225 });
  assert.deepEqual(markAt(marks, 99_999, content), { title: 'Section 99', index: 4999 });
});

test('one section, or none, is divided evenly', () => {
  assert.deepEqual(markAt([{ ...marks[0], title: '' }], 50_000, content), { title: '', index: 2500 });
  assert.deepEqual(markAt([], 50_000, content), { title: '', index: 2500 });
});
