// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupTitle, valueWords } from '../../Public/grid/query/group-title.js';
import { GridQuery } from '../../Public/grid/query/grid-query.js';
import { foldSections } from '../../Public/grid/query/fold-sections.js';
import { LatestOnly } from '../../Public/grid/query/latest-only.js';
import { isSectioned } from '../../Public/grid/query/query.js';
import { OrderPlaces, OrderSwitch } from '../../Public/grid/query/order-switch.js';
import { ShownOrder } from '../../Public/grid/query/shown-order.js';
import { RangeQuery } from '../../Public/grid/model/range-query.js';
import { home } from '../../Public/grid/server/server.js';
import { storeOf } from './cells.js';
import { en, ko } from './languages.js';

/** Without the narrow spaces of some versions. @param {string | undefined} text */
const plain = (text) => text?.replaceAll(/[\u202f\u2009]/g, ' ');

test('groups are titled in the viewer\'s language', () => {
  /** @type {[string, string, import('../../Public/grid/query/query.js').Grouping, string, string][]} */
  const cases = [
    ['taken/month=2024-05', '2024-05', { field: 'taken', by: 'month' }, 'May 2024', '2024년 5월'],
    ['taken/year=0031', '0031', { field: 'taken', by: 'year' }, '31', '31년'],
    ['taken/day=2107-12-31', '2107-12-31', { field: 'taken', by: 'day' }, 'Saturday, December 31, 2107', '2107년 12월 31일 토요일'],
    ['taken=', '', { field: 'taken', by: 'month' }, 'No date', '촬영 날짜 없음'],
    ['taken/gap-15=2024-05-17T12:03:41', '2024-05-17T12:03/2024-05-17T14:40', { field: 'taken', by: 'gap', minutes: 15 },
      'Friday, May 17, 2024, 12:03 – 2:40 PM', '2024년 5월 17일 금요일 12:03 ~ 14:40'],
    ['taken/gap-60=2024-05-17T22:03:00', '2024-05-17T22:03/2024-05-18T01:40', { field: 'taken', by: 'gap' },
      'Friday, May 17, 2024 at 10:03 PM – Saturday, May 18, 2024 at 1:40 AM', '2024년 5월 17일 금요일 22:03 ~ 2024년 5월 18일 토요일 01:40'],
    ['rating=like', 'like', { field: 'rating' }, 'Like', '좋아요'],
    ['rating=', '', { field: 'rating' }, 'No rating', '평가 없음'],
    ['camera=Canon EOS R5', 'Canon EOS R5', { field: 'camera' }, 'Canon EOS R5', 'Canon EOS R5'],
    ['shape=portrait', 'portrait', { field: 'shape' }, 'Portrait', '세로'],
    ['kind=raw', 'raw', { field: 'kind' }, 'RAW', 'RAW'],
    ['stars=4', '4', { field: 'stars' }, '4 stars', '별 4개'],
    ['museum=', '', { field: 'museum' }, 'No museum', 'museum 없음'],
  ];
  for (const [id, title, group, english, korean] of cases) {
    assert.equal(plain(groupTitle({ id, title }, group, en)), english);
    assert.equal(plain(groupTitle({ id, title }, group, ko)), korean);
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

test('a query is wanted, asked, shown; what is refused gives way to what is shown', () => {
  const query = new GridQuery();
  query.begin();
  assert.deepEqual([query.isOther, query.isMet, query.member, query.draw()], [false, true, {}, false]);
  query.wanted = { search: 'sea' };
  assert.deepEqual([query.isOther, query.isMet, query.member], [true, false, {}], 'not yet asked');
  query.ask();
  assert.deepEqual([query.isOther, query.isMet, query.member], [false, false, { query: { search: 'sea' } }]);
  query.shown = query.asked;
  assert.deepEqual([query.isMet, query.draw(), query.draw()], [true, true, false], 'reported once');
  query.wanted = { search: '"' };
  query.ask();
  assert.deepEqual([query.refuse(), query.wanted, query.asked], [{ search: '"' }, { search: 'sea' }, { search: 'sea' }]);
  query.wanted = undefined;
  query.ask();
  assert.deepEqual(query.member, { query: null }, 'the viewer had one');
});

test('a refusal does not touch what is wanted by then', () => {
  const query = new GridQuery();
  query.begin();
  query.wanted = { search: '"' };
  query.ask();
  query.wanted = { search: 'sea' };
  query.refuse();
  assert.deepEqual([query.wanted, query.isOther], [{ search: 'sea' }, true]);
});

test('what is folded is asked, and is no part of what is wanted', () => {
  const query = new GridQuery();
  query.wanted = { group: { field: 'taken' } };
  query.begin({ '{"field":"taken"}': { sections: ['a'] } });
  assert.deepEqual(query.asked, { group: { field: 'taken' }, fold: { sections: ['a'] } });
  foldSections(query.folds, query.wanted, false);
  assert.ok(query.isOther);
  query.ask();
  assert.deepEqual(query.asked, { group: { field: 'taken' } });
});

/** A switch of orders, and what the view does with them. */
function switching() {
  const query = new GridQuery();
  query.begin();
  const order = new ShownOrder('c', en, home, query);
  const ranges = new RangeQuery();
  const orders = new OrderSwitch({
    order, query, ranges, store: storeOf(0, 9), versions: { isFirst: true, afterDraw: () => {} }, surface: { height: 500 }, invalidate: () => {},
  });
  const find = (/** @type {import('../../Public/grid/query/query.js').Query | undefined} */ wanted, /** @type {any} */ place, /** @type {string} */ result) => {
    query.wanted = wanted;
    query.ask();
    orders.leave(place);
    const form = { layout: {}, width: 1, height: 1, pixelRatio: 1, ...query.member };
    orders.shaped({ viewer: 'v', version: 1, itemCount: 40, contentSize: [1, 1], result }, form);
  };
  return { orders, order, ranges, find };
}

test('another order begins at its top, with frames of another generation, and the first returns to the place before', () => {
  const { order, ranges, find } = switching();
  find({ search: 'sea' }, { item: 'i7', index: 7, viewY: 3 }, 'query-1');
  assert.deepEqual([order.id, order.query, ranges.generation], ['query-1', { search: 'sea' }, 1]);
  assert.deepEqual([ranges.seek?.index, ranges.seek?.viewY, ranges.seek?.itemCount], [0, 500, 40]);
  find(undefined, undefined, 'query-2');
  assert.deepEqual([ranges.seek?.id, ranges.seek?.index, ranges.seek?.viewY], ['i7', 7, 3]);
});

test('the same order in another layout moves nothing', () => {
  const { ranges, find } = switching();
  find({ search: 'sea' }, undefined, 'query-1');
  ranges.seek = undefined;
  find({ search: 'sea' }, undefined, 'query-1');
  assert.deepEqual([ranges.seek, ranges.generation], [undefined, 1]);
});
