// @ts-check
// Marks: the keys that give them, how they read, and what the filter makes of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionOf, hidesRejected, NOTHING, queryOf, withoutRejected } from '../../Public/find/conditions.js';
import { conditionWords } from '../../Public/find/condition-words.js';
import { sharesOf } from '../../Public/grid/marks/label-dialog.js';
import { flagOf, goesOn, labelsOf, markedSentence, marksOfKey, markWords, starsOf } from '../../Public/grid/marks/mark.js';
import { en, ko } from './languages.js';

const key = (key, code = '', more = {}) => (
  { key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, getModifierState: () => false, ...more });

test('digits, P, X and U mark, on any keyboard and with Shift', () => {
  assert.deepEqual(marksOfKey(key('3', 'Digit3')), { stars: 3 });
  assert.deepEqual(marksOfKey(key('#', 'Digit3', { shiftKey: true })), { stars: 3 });
  assert.deepEqual(marksOfKey(key('"', 'Digit3')), { stars: 3 }, 'French');
  assert.deepEqual(marksOfKey(key('0', 'Numpad0')), { stars: 0 });
  assert.equal(marksOfKey(key('ArrowDown', 'Numpad2')), undefined, 'without Num Lock');
  assert.deepEqual(marksOfKey(key('P', 'KeyP')), { flag: 'pick' });
  assert.deepEqual(marksOfKey(key('ㅌ', 'KeyX')), { flag: 'reject' });
  assert.deepEqual(marksOfKey(key('u', 'KeyU')), { flag: null });
  assert.equal(marksOfKey(key('6', 'Digit6')), undefined);
  assert.equal(marksOfKey(key('3', 'Digit3', { ctrlKey: true })), undefined);
  assert.equal(goesOn(key('3', 'Digit3')), false);
  assert.equal(goesOn(key('3', 'Digit3', { getModifierState: (name) => name === 'CapsLock' })), true);
});

test('attributes of any form are read, and nothing else is a mark', () => {
  const item = { attributes: { stars: 4, flag: 'pick', rating: 'like', labels: [{ name: 'Print', colour: 'red' }, 'Old', 7] } };
  assert.deepEqual(markWords(item, en), ['Like', '4 stars', 'Picked', 'Print', 'Old']);
  assert.deepEqual(labelsOf({ attributes: { labels: 'x' } }), []);
  for (const stars of [0, 6, -1, 2.5, 'many', null]) assert.equal(starsOf({ attributes: { stars } }), 0);
  assert.equal(flagOf({ attributes: { flag: 'other' } }), undefined);
  assert.deepEqual(markWords(undefined, ko), []);
});

test('a change is told in a sentence', () => {
  assert.equal(markedSentence('3 items', { stars: 4, flag: null }, en), '3 items: 4 stars, no flag.');
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
