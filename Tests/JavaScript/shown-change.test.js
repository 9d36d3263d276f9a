// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedItems } from '../../Public/grid/reorder/shown-change.js';

test('what a change concerns is what it moves first, then what it inserts, replaces and configures', () => {
  const item = (/** @type {string} */ id) => ({ id });
  assert.deepEqual(changedItems({
    from: 1, to: 2, moves: [{ item: 'a', from: [0, 1], to: [0, 2] }, { from: [0, 3], to: [0, 4] }],
    inserts: [{ at: [0, 0], item: item('b') }], reloads: ['c'], reconfigures: [item('d')],
  }), ['a', 'b', 'c', 'd']);
  assert.deepEqual(changedItems({ from: 1, to: 2, deletes: [[0, 0]] }), []);
});

test('of a change of many thousand items the first are marked', () => {
  const moves = Array.from({ length: 5000 }, (_, i) => ({ item: `i${i}`, from: /** @type {[number, number]} */ ([0, i]),
    to: /** @type {[number, number]} */ ([0, i + 1]) }));
  assert.equal(changedItems({ from: 1, to: 2, moves }).length, 200);
});
