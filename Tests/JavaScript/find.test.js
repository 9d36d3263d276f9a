// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  arrangementOf, directionWords, groupChoices, groupedBy, groupValue, isByMonth, readArrangement, reversed, sortChoices, sortedBy, sortTurned, withMonths,
} from '../../Public/find/arrangement.js';
import { conditionWords, rangeWords, spanOf } from '../../Public/find/condition-words.js';
import { isNarrowed, NOTHING, queryOf, relaxations, toggled, withCondition, withoutCondition } from '../../Public/find/conditions.js';
import { facetFields, facetView, marksOf } from '../../Public/find/facets.js';
import { readWish, writeWish } from '../../Public/find/find-address.js';
import { freeName, wishOf } from '../../Public/find/saved-queries.js';
import { en, ko } from './languages.js';
import { Random } from './random.js';

/** @typedef {import('../../Public/find/conditions.js').Wish} Wish */

/** @type {import('../../Public/find/arrangement.js').Field[]} */
const FIELDS = [
  { field: 'title', type: 'text', known: 9 }, { field: 'name', type: 'keyword', known: 9 }, { field: 'folder', type: 'keyword', known: 9 },
  { field: 'bytes', type: 'number', known: 9 }, { field: 'rating', type: 'keyword', known: 0 }, { field: 'taken', type: 'date', known: 7 },
  { field: 'camera', type: 'keyword', known: 3 }, { field: 'lens', type: 'keyword', known: 0 }, { field: 'museum', type: 'keyword', known: 2 },
];

test('a wish becomes the smallest query document', () => {
  assert.equal(queryOf(NOTHING), undefined);
  assert.equal(queryOf({ search: '  ', conditions: [] }), undefined);
  assert.deepEqual(queryOf({ search: ' sea bird ', conditions: [] }), { search: 'sea bird' });
  assert.deepEqual(queryOf({
    search: '', conditions: [{ field: 'rating', values: ['like'], isMissing: true }, { field: 'width', from: 1000 }, { field: 'camera', isMissing: true }],
    sort: { field: 'taken', descending: true }, group: { field: 'taken', by: 'month' },
  }), {
    where: { all: [
      { any: [{ field: 'rating', in: ['like'] }, { field: 'rating', exists: false }] }, { field: 'width', from: 1000 }, { field: 'camera', exists: false },
    ] },
    sort: [{ field: 'taken', descending: true }], group: { field: 'taken', by: 'month' },
  });
});

test('values are toggled one by one, and a condition that asks for nothing is gone', () => {
  let wish = toggled(toggled(NOTHING, 'rating', 'like'), 'rating', 'dislike');
  assert.deepEqual(queryOf(wish), { where: { field: 'rating', in: ['like', 'dislike'] } });
  wish = toggled(toggled(wish, 'camera', 'X100'), 'rating', undefined);
  assert.deepEqual(wish.conditions.map(({ field }) => field), ['rating', 'camera']);
  wish = toggled(toggled(toggled(wish, 'rating', 'like'), 'rating', 'dislike'), 'rating', undefined);
  assert.deepEqual(wish.conditions.map(({ field }) => field), ['camera']);
  assert.ok(isNarrowed(wish) && !isNarrowed(withoutCondition(wish, 'camera')));
});

test('a range takes the place of values', () => {
  const wish = withCondition(toggled(NOTHING, 'iso', 100), { field: 'iso', from: 400, until: 801 });
  assert.deepEqual(queryOf(wish), { where: { field: 'iso', from: 400, until: 801 } });
});

test('where nothing is found, each part is left out once', () => {
  const wish = toggled({ ...NOTHING, search: 'cat' }, 'rating', 'like');
  assert.deepEqual(relaxations(wish).map((way) => queryOf(way.wish)), [{ where: { field: 'rating', in: ['like'] } }, { search: 'cat' }]);
});

test('the address reads like what is asked, keeps what else it says, and comes back', () => {
  const wish = withCondition(toggled(toggled({ search: 'sea bird', conditions: [], sort: { field: 'taken', descending: true }, group: { field: 'taken', by: 'month' } },
    'rating', 'like'), 'rating', undefined), { field: 'taken', from: '2024', until: '2024-07-01' });
  const address = writeWish('?collection=my+photos&search=old&record=', wish);
  assert.equal(address, '?collection=my+photos&record=&search=sea+bird&where=rating:like,&range=taken:2024..2024-07-01&sort=-taken&group=taken:month');
  assert.deepEqual(queryOf(/** @type {Wish} */ (readWish(address))), queryOf(wish));
});

test('any value comes back from the address as it was, for 2,000 random wishes', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1e9);
  const random = new Random(seed);
  const pick = (/** @type {any[]} */ list) => list[random.below(list.length)];
  const values = ['like', 'a,b', "it's", "'quoted'", '12', '-3.5', 'true', '\\', 'a\\,b', '..', 'x:y', '사진', '100%', 'a&b=c', '#1', '+', ' two words', 12, -3.5, true, false];
  for (let round = 0; round < 2000; round++) {
    /** @type {Wish} */
    const wish = { search: pick(['', 'sea', 'a&b', '"two words"', '바다']), conditions: [] };
    for (const field of random.shuffle(['rating', 'camera', 'a museum', 'iso']).slice(0, random.below(4))) {
      if (random.below(3) === 0) wish.conditions.push({ field, ...pick([{ from: 0, until: 4000 }, { from: '2024-01-01', until: '2024-07-01' }, { from: 2.5 }, { until: '2024-05' }]) });
      else wish.conditions.push({ field, values: random.shuffle(values).slice(0, 1 + random.below(4)), ...(random.below(2) && { isMissing: true }) });
    }
    if (random.below(2)) wish.sort = { field: pick(['taken', 'name']), ...(random.below(2) && { descending: true }) };
    if (random.below(2)) wish.group = pick([{ field: 'camera' }, { field: 'taken', by: 'year' }]);
    const read = readWish(writeWish('', wish)) ?? NOTHING;
    assert.deepEqual(read, wish, `seed ${seed} round ${round}`);
  }
});

test('an address that means nothing asks for nothing', () => {
  assert.equal(readWish('?collection=photos'), undefined);
  for (const search of ['?where=', '?where=:', '?range=taken', '?range=taken:..', '?sort=', '?sort=-', '?group=:month', '?search=']) {
    assert.equal(queryOf(readWish(search) ?? NOTHING), undefined, search);
  }
  assert.deepEqual(readWish('?where=rating:like&where=rating:dislike')?.conditions, [{ field: 'rating', values: ['like'] }]);
});

test('only what is known of some item is offered to sort and group by', () => {
  assert.deepEqual(sortChoices(FIELDS, NOTHING, en).map(({ words }) => words), ['Own order', 'Date taken', 'Name', 'File size', 'Camera', 'museum']);
  const groups = (/** @type {Wish} */ wish, /** @type {boolean} */ hasSections) => groupChoices(FIELDS, wish, hasSections, en).map(({ words }) => words);
  assert.deepEqual(groups(NOTHING, true), ['Folders', 'Year', 'Month', 'Day', 'Hour', 'Pauses over 15 min', 'Pauses over 1 h', 'Pauses over 4 h', 'Camera', 'museum']);
  assert.deepEqual(groups(sortedBy(NOTHING, 'name', FIELDS), true).slice(0, 2), ['None', 'Folders']);
  assert.deepEqual(groups(NOTHING, false).slice(0, 2), ['None', 'Year']);
  assert.ok(groups({ ...NOTHING, group: { field: 'lens' } }, false).includes('Lens'), 'what is set is always there');
});

test('a sort begins in the direction that people expect, and groups of dates from the newest', () => {
  const words = (/** @type {Wish} */ wish) => directionWords(wish, FIELDS, en);
  assert.deepEqual(['taken', 'bytes', 'name', 'museum'].map((field) => words(sortedBy(NOTHING, field, FIELDS))),
    ['Newest first', 'Largest first', 'A to Z', 'A to Z']);
  assert.equal(words(reversed(sortedBy(NOTHING, 'taken', FIELDS))), 'Oldest first');
  assert.deepEqual(queryOf(groupedBy(NOTHING, 'taken:year')), { sort: [{ field: 'taken', descending: true }], group: { field: 'taken', by: 'year' } });
  assert.deepEqual(queryOf(groupedBy(sortedBy(NOTHING, 'name', FIELDS), 'camera')), { sort: [{ field: 'name' }], group: { field: 'camera' } });
  assert.equal(groupValue(groupedBy(NOTHING, 'taken:day')), 'taken:day');
  assert.deepEqual(groupedBy(NOTHING, 'taken:gap-15').group, { field: 'taken', by: 'gap', minutes: 15 });
  assert.equal(groupValue(groupedBy(NOTHING, 'taken:gap-15')), 'taken:gap-15');
  const gap = /** @type {Wish} */ ({ ...NOTHING, group: { field: 'taken', by: 'gap', minutes: 20 } });
  assert.ok(groupChoices(FIELDS, gap, false, en).some(({ value, words }) => value === 'taken:gap-20' && words === 'Pauses over 20 min'), 'what is set is always there');
  assert.deepEqual(readWish(writeWish('', gap))?.group, gap.group);
  assert.deepEqual(readWish('?group=taken:gap-0')?.group, { field: 'taken' });
});

test('by date in months is one step, and back; it is kept for the next visit', () => {
  const search = { search: 'x', conditions: [] };
  const months = withMonths(search);
  assert.ok(isByMonth(months));
  assert.deepEqual(withMonths(months), search);
  assert.deepEqual({ ...NOTHING, ...readArrangement(arrangementOf(months)) }, { ...months, search: '' });
  assert.deepEqual([arrangementOf(search), readArrangement(null), readArrangement('{"sort":7}'), readArrangement('nonsense')], ['', {}, {}, {}]);
});

test('conditions are worded in both languages', () => {
  const likes = { field: 'rating', values: ['like', 'dislike'], isMissing: true };
  assert.equal(conditionWords(likes, en), 'Rating: Like, Dislike, or No rating');
  assert.equal(conditionWords(likes, ko), '평가: 좋아요, 싫어요 또는 평가 없음');
  assert.equal(conditionWords({ field: 'taken', isMissing: true }, en), 'No date');
  assert.equal(conditionWords({ field: 'taken', from: '2024-05-01', until: '2024-06-01' }, en), 'Date taken: May 2024');
  assert.equal(conditionWords({ field: 'width', from: 1000, until: 4001 }, en), 'Width: 1,000 px – 4,000 px');
  assert.equal(conditionWords({ field: 'width', from: 1000 }, ko), '너비: 1,000px부터');
});

test('a range of dates is named by its year, month or day, and else by its first and last day', () => {
  assert.equal(spanOf('2024-01-01T00:00:00', '2025-01-01T00:00:00'), '2024');
  assert.equal(spanOf('2024', '2025'), '2024');
  assert.equal(spanOf('2023-12', '2024-01'), '2023-12');
  assert.equal(spanOf('2024-02-28', '2024-02-29'), '2024-02-28');
  assert.equal(spanOf('2024-02-01', '2024-02-29'), undefined);
  assert.equal(spanOf('2024-02-01T12:00:00', '2024-02-02'), undefined);
  assert.equal(rangeWords('taken', '2024-02-01', '2024-03-16', en), 'Feb 1, 2024 – Mar 15, 2024');
  assert.equal(rangeWords('iso', 400, 401, en), '400');
});

test('the panel offers what is known, ratings where there may be some, and what is set', () => {
  const names = (/** @type {Wish} */ wish) => facetFields(FIELDS, wish, ['rating']).map(({ field }) => field);
  assert.deepEqual(names(NOTHING), ['rating', 'taken', 'timeOfDay', 'camera', 'folder', 'bytes', 'museum']);
  assert.ok(names(toggled(NOTHING, 'lens', 'RF 50')).includes('lens'));
  assert.equal(facetFields(FIELDS, NOTHING, [])[0].field, 'taken');
});

test('ratings are offered where the collection has them, stars wherever items may be marked', () => {
  const offered = (/** @type {object} */ more) => marksOf(/** @type {any} */ ({ id: 'a', ...more }));
  assert.deepEqual(offered({ capabilities: { marks: true } }), ['stars', 'flag', 'colourLabel', 'labels']);
  assert.ok(offered({ capabilities: { marks: true, offersRatings: true } }).includes('rating'));
  assert.deepEqual(offered({ capabilities: {} }), []);
});

test('a time of day is a condition of its own on the date: in the address, in words, and of a query that is saved', () => {
  const evening = withCondition(NOTHING, { field: 'timeOfDay', from: '22:00', until: '02:30' });
  const wish = withCondition(evening, { field: 'taken', from: '2024-05', until: '2024-06' });
  assert.equal(writeWish('', wish), '?range=timeOfDay:22:00..02:30&range=taken:2024-05..2024-06');
  assert.deepEqual(readWish(writeWish('', wish)), wish);
  assert.deepEqual(queryOf(evening), { where: { field: 'taken', timeOfDay: ['22:00', '02:30'] } });
  assert.deepEqual(wishOf(queryOf(evening) ?? {}), evening);
  assert.deepEqual(queryOf(withCondition(NOTHING, { field: 'timeOfDay', from: '18:00' })), { where: { field: 'taken', timeOfDay: ['18:00', '00:00'] } }, 'until midnight');
  assert.equal(conditionWords(evening.conditions[0], en), 'Time of day: 22:00 – 02:30');
  assert.equal(conditionWords(evening.conditions[0], ko), '시간대: 22:00 – 02:30');
});

test('what is similar to a picture comes nearest first, unless it is sorted or grouped', () => {
  // Digits alone are text all the same.
  for (const near of ['00ff1e3c81a07bd2', '0000000000000012', '0000000000000000']) {
    /** @type {Wish} */
    const wish = { search: '', conditions: [{ field: 'likeness', values: [near] }] };
    const filter = { field: 'likeness', near };
    assert.deepEqual(queryOf(wish), { where: filter, sort: [filter] });
    assert.deepEqual(readWish(writeWish('', wish)), wish);
    // As a server writes it back.
    assert.deepEqual(wishOf({ where: { ...filter, within: 10 }, sort: [filter] }), wish);
    assert.deepEqual(queryOf(wishOf({ where: { ...filter, within: 3 } })), { where: { ...filter, within: 3 } });
    for (const other of [{ sort: { field: 'taken' } }, { group: { field: 'camera' } }]) {
      assert.deepEqual(queryOf({ ...wish, ...other }), { where: filter, ...(other.sort && { sort: [other.sort] }), ...(other.group && { group: other.group }) });
    }
    assert.deepEqual([en, ko].map((strings) => conditionWords(wish.conditions[0], strings)), ['Similar to a picture', '한 사진과 비슷함']);
    assert.equal(sortChoices(FIELDS, wish, en)[0].words, 'Most similar first');
    assert.equal(sortChoices(FIELDS, NOTHING, en)[0].words, en.find.ownOrder);
  }
  assert.deepEqual(queryOf({ search: '', conditions: [{ field: 'likeness', isMissing: true }] }), { where: { field: 'likeness', exists: false } });
});

test('a facet lists values with counts, what is wanted though it has none, and items without a value', () => {
  const wish = toggled(NOTHING, 'camera', 'X100');
  const view = facetView({ field: 'camera', type: 'keyword', values: [{ value: 'R5', count: 7 }], missing: 2, more: true }, wish, en);
  assert.deepEqual(view.options.map(({ words, count, isChecked }) => [words, count, isChecked]), [['R5', 7, false], ['X100', 0, true], ['No camera', 2, false]]);
  assert.ok(view.hasMore && view.title === 'Camera');
});

test('stars are listed from five to one and flags as they are, whatever their counts', () => {
  const stars = (/** @type {[number, number][]} */ ...values) => facetView(
    { field: 'stars', type: 'number', values: values.map(([value, count]) => ({ value, count })), missing: 3 }, NOTHING, en);
  for (const view of [stars([4, 9], [2, 5], [1, 1]), stars([1, 9], [4, 1]), stars()]) {
    assert.deepEqual(view.options.map(({ value }) => value), [5, 4, 3, 2, 1, undefined]);
  }
  const { options } = facetView({ field: 'flag', type: 'keyword', values: [{ value: 'reject', count: 5 }, { value: 'pick', count: 1 }] }, NOTHING, en);
  assert.deepEqual(options.map(({ value, count }) => [value, count]), [['pick', 1], ['reject', 5]]);
});

test('values keep their places when their counts change, and stay when no item has them any more', () => {
  const view = (/** @type {string[]} */ values, /** @type {string[]} */ listed) => facetView(
    { field: 'camera', type: 'keyword', values: values.map((value, i) => ({ value, count: 9 - i })) }, NOTHING, en, listed).options;
  assert.deepEqual(view(['R6', 'R5', 'X100'], ['R5', 'R6']).map(({ value }) => value), ['R5', 'R6', 'X100']);
  assert.deepEqual(view(['R6'], ['R5', 'R6']).map(({ value, count }) => [value, count]), [['R5', 0], ['R6', 9]]);
  // Of many, those that are left come first.
  const many = Array.from({ length: 9 }, (_, i) => `${i}`);
  assert.deepEqual(view(['7', '2'], many).map(({ value }) => value).slice(0, 4), ['7', '2', '0', '1']);
});

test('so many stars and more are one condition, which a click on one of them makes a list', () => {
  const wish = withCondition(NOTHING, { field: 'stars', from: 3 });
  assert.equal(conditionWords(wish.conditions[0], en), 'Stars: 3 stars and more');
  assert.deepEqual(queryOf(wish)?.where, { field: 'stars', from: 3 });
  const { options, spans } = facetView({ field: 'stars', type: 'number', values: [{ value: 4, count: 2 }] }, wish, en);
  assert.deepEqual([options.filter(({ isChecked }) => isChecked).map(({ value }) => value), spans], [[5, 4, 3], []]);
  assert.deepEqual(toggled(wish, 'stars', 5).conditions, [{ field: 'stars', values: [3, 4], isMissing: false }]);
});

test('ranges are bars as long as their share of the largest; the one that is set is marked', () => {
  const wish = withCondition(NOTHING, { field: 'taken', from: '2024-01-01', until: '2025-01-01' });
  const { spans, options } = facetView({ field: 'taken', type: 'date', missing: 1, buckets: [
    { from: '2023-01-01', until: '2024-01-01', count: 5 }, { from: '2024-01-01', until: '2025-01-01', count: 10 },
    { from: '2025-01-01', until: '2026-01-01', count: 0 },
  ] }, wish, en);
  assert.deepEqual(spans.map(({ words, share, isChecked }) => [words, share, isChecked]), [['2023', 0.5, false], ['2024', 1, true]]);
  assert.deepEqual(options.map(({ words }) => words), ['No date']);
});

test('a few numbers are listed as values, many are ranges', () => {
  const counts = (/** @type {number} */ n) => Array.from({ length: n }, (_, i) => ({ value: i + 1, count: 1 }));
  const buckets = [{ from: 0, until: 20, count: 13 }];
  const few = facetView({ field: 'stars', type: 'number', values: counts(5), buckets }, NOTHING, en);
  assert.deepEqual([few.options.length, few.spans.length], [5, 0]);
  const many = facetView({ field: 'iso', type: 'number', values: counts(13), buckets }, NOTHING, en);
  assert.deepEqual([many.options.length, many.spans.map(({ words }) => words)], [0, ['0 – 19']]);
});

test('a saved query is set as it was, in whatever form a script has written it', () => {
  /** @type {Wish[]} */
  const wishes = [
    { search: 'sea', conditions: [], sort: { field: 'taken', descending: true }, group: { field: 'taken', by: 'month' } },
    { search: '', conditions: [{ field: 'rating', values: ['like'], isMissing: true }, { field: 'taken', from: '2024', until: '2025' }, { field: 'lens', isMissing: true }] },
    { search: '', conditions: [{ field: 'camera', values: ['X100V'] }], other: { not: { field: 'title', contains: 'sea' } } },
  ];
  for (const wish of wishes) {
    assert.deepEqual(queryOf(wishOf(queryOf(wish) ?? {})), queryOf(wish));
    assert.deepEqual(readWish(writeWish('', wish)) && queryOf(/** @type {Wish} */ (readWish(writeWish('', wish)))), queryOf(wish));
  }
  const twice = { all: [{ field: 'camera', in: ['a'] }, { field: 'camera', in: ['b'] }, { any: [{ field: 'x', in: [1] }, { field: 'y', exists: false }] }] };
  assert.deepEqual(queryOf(wishOf({ where: twice })), { where: { all: [twice.all[0], { all: twice.all.slice(1) }] } });
  assert.deepEqual(relaxations(wishOf({ search: 's', where: { field: 'x', exists: true } })).map(({ wish }) => queryOf(wish)), [
    { where: { field: 'x', exists: true } }, { search: 's' }]);
  assert.equal(readWish('?filter=[1]')?.other, undefined);
});

test('the name of a saved query is its title, unless another has it, and at most what the server takes', () => {
  const others = [{ name: 'sea', title: 'Sea', query: {} }, { name: 'sea 2', title: 'x', query: {} }];
  assert.equal(freeName('trip', others), 'trip');
  assert.equal(freeName('sea', others), 'sea 3');
  assert.ok(new TextEncoder().encode(freeName('바'.repeat(100), others)).length <= 200);
});

test('the header of a column sorts by it, the other way round, and no longer', () => {
  /** @type {Wish} */
  let wish = { ...NOTHING, search: 'sea', sort: { field: 'name' }, group: { field: 'camera' } };
  const seen = [];
  for (const field of ['taken', 'taken', 'taken', 'name', 'name', 'bytes', 'name']) {
    wish = sortTurned(wish, field, FIELDS);
    seen.push(wish.sort ? `${wish.sort.field}${wish.sort.descending ? ' down' : ''}` : '');
    assert.deepEqual([wish.search, wish.group], ['sea', { field: 'camera' }]);
  }
  assert.deepEqual(seen, ['taken down', 'taken', '', 'name', 'name down', 'bytes down', 'name']);
});
