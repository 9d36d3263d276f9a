// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupTitle, valueWords } from '../../Public/grid/query/group-title.js';
import { LatestOnly } from '../../Public/grid/query/latest-only.js';
import { OrderPlaces } from '../../Public/grid/query/order-places.js';
import { isSectioned } from '../../Public/grid/query/query.js';
import { en, ko } from './languages.js';

test('groups are titled in the viewer\'s language', () => {
  /** @type {[string, string, import('../../Public/grid/query/query.js').Grouping, string, string][]} */
  const cases = [
    ['taken/month=2024-05', '2024-05', { field: 'taken', by: 'month' }, 'May 2024', '2024년 5월'],
    ['taken/year=0031', '0031', { field: 'taken', by: 'year' }, '31', '31년'],
    ['taken/day=2107-12-31', '2107-12-31', { field: 'taken', by: 'day' }, 'Saturday, December 31, 2107', '2107년 12월 31일 토요일'],
    ['taken=', '', { field: 'taken', by: 'month' }, 'No date', '날짜 없음'],
    ['rating=like', 'like', { field: 'rating' }, 'Like', '좋아요'],
    ['rating=', '', { field: 'rating' }, 'No rating', '평가 없음'],
    ['camera=Canon EOS R5', 'Canon EOS R5', { field: 'camera' }, 'Canon EOS R5', 'Canon EOS R5'],
    ['shape=portrait', 'portrait', { field: 'shape' }, 'Portrait', '세로'],
    ['kind=raw', 'raw', { field: 'kind' }, 'RAW', 'RAW'],
    ['stars=4', '4', { field: 'stars' }, '4 stars', '별 4개'],
    ['museum=', '', { field: 'museum' }, 'No museum', 'museum 없음'],
  ];
  for (const [id, title, group, english, korean] of cases) {
    assert.equal(groupTitle({ id, title }, group, en), english);
    assert.equal(groupTitle({ id, title }, group, ko), korean);
  }
  assert.equal(groupTitle({ id: 'Summer', title: 'Summer' }, { field: 'taken', by: 'month' }, en), undefined);
});

test('values of pictures are written as cameras write them', () => {
  const words = (/** @type {string} */ field, /** @type {string | number} */ value) => valueWords(field, value, en);
  assert.deepEqual([words('exposure', 0.004), words('exposure', 2), words('aperture', 2.8), words('focalLength', 50), words('format', 'jpg')],
    ['1/250 s', '2 s', 'ƒ/2.8', '50 mm', 'JPG']);
  assert.deepEqual([words('width', 4000), words('constructor', 'toString'), words('rating', 'toString')], ['4,000 px', 'toString', 'toString']);
});

test('of what is asked for while one is under way, only the newest is done', async () => {
  /** @type {string[]} */
  const done = [];
  /** @type {(() => void)[]} */
  const ends = [];
  const newest = new LatestOnly((/** @type {string} */ text) => new Promise((resolve) => {
    done.push(text);
    ends.push(() => resolve(undefined));
  }));
  const all = ['s', 'se', 'sea', 'sea b'].map((text) => newest.do(text));
  assert.deepEqual(done, ['s']);
  ends[0]();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(done, ['s', 'sea b']);
  ends[1]();
  await Promise.all(all);
  const last = newest.do('x');
  ends[2]();
  await last;
  assert.deepEqual(done, ['s', 'sea b', 'x']);
});

test('work that fails does not stop the next', async () => {
  let count = 0;
  const newest = new LatestOnly(async () => {
    if (++count === 1) throw new Error('refused');
  });
  await assert.rejects(newest.do(1), /refused/);
  await newest.do(2);
  assert.equal(count, 2);
});

test('a search begins at the top and returns to the place before it; a filter keeps the view', () => {
  const places = new OrderPlaces();
  const place = { item: 'a', index: 7, viewY: 3 };
  assert.ok(places.leave(undefined, { search: 's' }, place));
  assert.equal(places.of({ search: 's' }), undefined);
  assert.ok(places.leave({ search: 's' }, { search: 'se' }, { item: 'b', index: 1, viewY: 0 }));
  assert.ok(places.leave({ search: 'se' }, { search: 's' }, undefined));
  assert.equal(places.of({ search: 's' }), undefined, 'another search begins at its top');
  assert.ok(places.leave({ search: 's' }, undefined, undefined));
  assert.deepEqual(places.of(undefined), place);
  assert.ok(!places.leave(undefined, { where: { field: 'rating', in: ['like'] } }, place), 'the item under the eye is kept');
});

test('groups have headers, a sort has none, a filter keeps those of the collection', () => {
  assert.ok(isSectioned({ group: { field: 'taken' }, sort: [{ field: 'taken' }] }, 1));
  assert.ok(!isSectioned({ sort: [{ field: 'taken' }] }, 9));
  assert.ok(isSectioned({ search: 'x' }, 9) && !isSectioned({ search: 'x' }, 1));
});
