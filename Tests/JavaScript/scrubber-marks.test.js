// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from './languages.js';
import { labelsOf, spreadLabels } from '../../Public/grid/scroll/scrubber-labels.js';
import { markAt } from '../../Public/grid/scroll/scrubber-marks.js';

const marks = Array.from({ length: 100 }, (_, i) => (
  { id: `s${i}`, title: `Section ${i}`, first: i * 50, itemCount: 50, top: i * 1000 }));
const content = { itemCount: 5000, contentSize: /** @type {[number, number]} */ ([800, 100_000]) };

/** @param {string[]} titles */
const marksOf = (titles) => titles.map((title, i) => ({ id: title, title, first: i * 50, itemCount: 50, top: i * 1000 }));
/** @param {string[]} titles */
const texts = (titles) => labelsOf(marksOf(titles), en.units).map((list) => list.map(({ text }) => text));

test('labels do not overlap, and the first is there', () => {
  const places = spreadLabels(labelsOf(marks, en.units), 99_000, 700, 22);
  assert.equal(places[0].mark.id, 's0');
  assert.ok(places.length >= 25);
  for (let i = 1; i < places.length; i++) assert.ok(places[i].y - places[i - 1].y >= 21);
  assert.ok((places.at(-1)?.y ?? 0) <= 678);
});

test('folders by date are named by their years, and by their months where the years leave room', () => {
  const titles = ['2014/2014-01-09 Seaside', '2014/2014-01-20 Snow', '2014/2014-03-02 Market', '2015/2015_07_11', '2016/201612 Oslo'];
  assert.deepEqual(texts(titles), [['2014', '2015', '2016'], ['Mar']]);
  const places = spreadLabels(labelsOf(marksOf(titles), en.units), 4000, 200, 24);
  assert.deepEqual(places.map(({ text }) => text), ['2014', 'Mar', '2015', '2016']);
  const low = spreadLabels(labelsOf(marksOf(titles), en.units), 4000, 120, 24);
  assert.deepEqual(low.map(({ text }) => text), ['2014', '2015', '2016']);
});

test('folders without dates lose what all of them have in common', () => {
  assert.deepEqual(texts(['Pictures/Birds', 'Pictures/Birds/Owls', 'Pictures/Cats']), [['Birds', 'Cats'], ['Owls']]);
  assert.deepEqual(texts(['Pictures', 'Pictures/Birds', 'Pictures/Cats']), [['Pictures'], ['Birds', 'Cats']]);
  assert.deepEqual(texts(['First', 'Second', 'Third']), [['First', 'Second', 'Third'], []]);
  assert.deepEqual(texts(['IMG 20140', 'IMG 120145', 'Part 2014']), [['IMG 20140', 'IMG 120145', 'Part 2014'], []]);
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

test('the sections of a line are passed one after another', () => {
  const line = ['a', 'b', 'c', 'd'].map((title, i) => ({ id: title, title, first: i * 2, itemCount: 2, top: i < 3 ? 0 : 300 }));
  const at = (/** @type {number} */ y) => markAt(line, y, { itemCount: 8, contentSize: [800, 600] });
  assert.deepEqual([0, 99, 101, 199, 299, 300, 599].map((y) => at(y).title), ['a', 'a', 'b', 'b', 'c', 'd', 'd']);
  assert.deepEqual([0, 150, 300, 599].map((y) => at(y).index), [0, 3, 6, 7]);
});
