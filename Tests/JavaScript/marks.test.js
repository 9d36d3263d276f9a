// @ts-check
// Marks: the keys that give them, how they read, and what the filter makes of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionOf, hidesRejected, NOTHING, queryOf, withoutRejected } from '../../Public/find/conditions.js';
import { conditionWords } from '../../Public/find/condition-words.js';
import { sharesOf } from '../../Public/grid/marks/label-dialog.js';
import { KeyTable } from '../../Public/grid/access/keys.js';
import { flagOf, labelsOf, markWords, starsOf } from '../../Public/grid/marks/mark.js';
import { markedSentence, markKinds } from '../../Public/grid/marks/mark-kinds.js';
import { marks } from '../../Public/grid/marks/marking.js';
import { en, ko } from './languages.js';

test('keys mark in the grid, in the large picture and while comparing; with Shift or Caps Lock the next item follows', () => {
  /** @type {unknown[]} */
  const given = [];
  const keys = new KeyTable();
  keys.add(marks.keys ?? [], { give: (/** @type {unknown} */ _, /** @type {object} */ mark, /** @type {boolean} */ isFollowed) => given.push({ ...mark, isFollowed }) });
  const event = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, code: '', getModifierState: () => false };
  for (const [where, key, more] of /** @type {const} */ ([
    ['grid', '4', {}], ['large', '0', {}], ['compare', 'p', { shiftKey: true }], ['grid', 'x', { getModifierState: () => true }], ['grid', 'u', {}], ['large', '6', {}]])) {
    assert.equal(keys.press(/** @type {any} */ ({ where }), /** @type {any} */ ({ ...event, key, ...more })), true);
  }
  assert.deepEqual(given, [
    { stars: 4, isFollowed: false }, { stars: 0, isFollowed: false }, { flag: 'pick', isFollowed: true }, { flag: 'reject', isFollowed: true },
    { flag: null, isFollowed: false }, { colourLabel: 'red', isFollowed: false }]);
  const cell = { item: { attributes: { colourLabel: 'blue' } } };
  for (const key of '9867') keys.press(/** @type {any} */ ({ where: 'large', cell }), /** @type {any} */ ({ ...event, key }));
  assert.deepEqual(given.slice(-4).map((one) => /** @type {any} */ (one).colourLabel), [null, 'green', 'red', 'yellow'], 'as in Lightroom, the same again takes it away');
});

test('attributes of any form are read, and nothing else is a mark', () => {
  const item = { attributes: { stars: 4, flag: 'pick', rating: 'like', colourLabel: 'green', labels: [{ name: 'Print', colour: 'red' }, 'Old', 7] } };
  assert.deepEqual(markWords(item, en), ['Like', '4 stars', 'Picked', 'Green', 'Print', 'Old']);
  assert.deepEqual(labelsOf({ attributes: { labels: 'x' } }), []);
  for (const stars of [0, 6, -1, 2.5, 'many', null]) assert.equal(starsOf({ attributes: { stars } }), 0);
  assert.equal(flagOf({ attributes: { flag: 'other' } }), undefined);
  assert.deepEqual(markWords(undefined, ko), []);
});

test('the menu shows colour labels as dots, which need no font', () => {
  const tools = { strings: en, ratings: [], mark: () => {}, askLabels: () => {} };
  const entries = markKinds.flatMap((kind) => kind.entries({ attributes: { colourLabel: 'blue' } }, tools));
  const row = entries.find(({ name }) => name === 'colour-label')?.row ?? [];
  assert.deepEqual(row.map(({ dot, text }) => dot ?? text), ['∅', 'red', 'yellow', 'green', 'blue', 'purple']);
  assert.deepEqual(row.filter(({ isChecked }) => isChecked).map(({ words }) => words), ['Blue']);
});

test('a change is told in a sentence', () => {
  assert.equal(markedSentence('3 items', { stars: 4, flag: null }, en), '3 items: 4 stars, no flag.');
  assert.equal(markedSentence('A', { colourLabel: 'red' }, ko), 'A: 빨강.');
  assert.equal(markedSentence('A', { colourLabel: null }, en), 'A: No colour label.');
  assert.equal(markedSentence('a.jpg', { labels: { add: [{ name: 'Print' }], remove: ['Old'] } }, en), 'a.jpg: label “Print”, label “Old” removed.');
  assert.equal(markedSentence('a.jpg', { stars: 0 }, ko), 'a.jpg: 별점 없음.');
});

test('a label is of all, of some or of none of the items', () => {
  const items = [{ attributes: { labels: [{ name: 'a' }, { name: 'b' }] } }, { attributes: { labels: [{ name: 'a' }] } }];
  const labels = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  assert.deepEqual([...sharesOf(labels, items, true).values()], ['all', 'some', 'none']);
  assert.deepEqual([...sharesOf(labels, items, false).values()], ['some', 'some', 'some'], 'of others nothing is known');
});

test('what is rejected is left out by one condition, and comes back', () => {
  const hidden = withoutRejected(NOTHING);
  assert.equal(hidesRejected(conditionOf(hidden, 'flag')), true);
  assert.deepEqual(queryOf(hidden), { where: { any: [{ field: 'flag', in: ['pick'] }, { field: 'flag', exists: false }] } });
  assert.equal(conditionWords(hidden.conditions[0], en), 'Rejected hidden');
  assert.deepEqual(withoutRejected(hidden).conditions, []);
  assert.equal(hidesRejected({ field: 'flag', values: ['pick'] }), false);
});
