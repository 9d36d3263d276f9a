// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchorIn, anchorIndex } from '../../Public/grid/model/anchor.js';
import { anchorAt, heldAt } from '../../Public/grid/model/anchor-at.js';
import { CellStore } from '../../Public/grid/model/cell-store.js';
import { answer, cell, storeOf } from './cells.js';

/** @typedef {import('../../Public/grid/model/patch.js').Patch} Patch */

test('the anchor is the first whole cell, at every offset but the top', () => {
  const store = storeOf(0, 40);
  assert.equal(anchorIn(store, [0, 0, 100, 500], []), undefined);
  for (let offset = 1; offset < 2000; offset += 7) {
    const anchor = anchorIn(store, [0, offset, 100, 500], []);
    const first = Math.ceil(offset / 100);
    assert.deepEqual([anchor?.index, anchor?.viewY], [first, first * 100 - offset], `offset ${offset}`);
  }
});

test('where no cell is whole in view, the one that fills it is the anchor', () => {
  const store = new CellStore();
  store.replace(answer(0, -1, { cells: [cell(0, { frame: [0, 0, 100, 4000] })] }), 0);
  assert.equal(anchorIn(store, [0, 1000, 100, 500], [])?.viewY, -1000);
});

test('of a row, the first cell is the anchor', () => {
  const store = new CellStore();
  const row = [2, 0, 1].map((i) => cell(i, { frame: [i * 100, 300, 100, 100] }));
  store.replace(answer(0, -1, { cells: row }), 0);
  assert.equal(anchorIn(store, [0, 250, 300, 500], [])?.id, 'i0');
});

test('an item that a patch moves or deletes, now or after an earlier patch, is no anchor', () => {
  const store = storeOf(0, 20);
  /** @type {Patch[]} */
  const patches = [
    { from: 1, to: 2, deletes: [[0, 3]] },
    { from: 2, to: 3, moves: [{ item: 'i4', from: [0, 3], to: [0, 9] }] },
    { from: 3, to: 4, deletes: [[0, 3]] },
  ];
  assert.deepEqual([1, 2, 3].map((n) => anchorIn(store, [0, 250, 100, 500], patches.slice(0, n))?.id), ['i4', 'i5', 'i6']);
});

test('the anchor\'s index follows the patches', () => {
  const anchor = { id: 'x', index: 10, indexPath: /** @type {[number, number]} */ ([0, 10]), viewY: 0 };
  /** @type {Patch} */
  const insert = { from: 1, to: 2, inserts: [{ at: [0, 0], item: { id: 'a' } }, { at: [0, 40], item: { id: 'b' } }] };
  /** @type {Patch} */
  const remove = { from: 2, to: 3, deletes: [[0, 2], [0, 3], [0, 30]] };
  assert.equal(anchorIndex(anchor, []), 10);
  assert.equal(anchorIndex(anchor, [insert]), 11);
  assert.equal(anchorIndex(anchor, [insert, remove]), 9);
});

test('the part of a cell under a point stays there, whatever its size becomes', () => {
  for (const [point, viewY, part] of [[130, 130, 0.8], [90, 90, 0.4], [20, 50, 0], [190, 150, 1]]) {
    assert.deepEqual(heldAt([0, 300, 100, 100], [0, 250, 100, 500], [40, point]), { viewY, part });
  }
});

test('the cell under a point is the nearest one', () => {
  const store = storeOf(0, 20);
  assert.equal(anchorAt(store, [0, 250, 100, 500], [50, 160])?.id, 'i4');
  assert.equal(anchorAt(store, [0, 250, 100, 500], [900, 160])?.id, 'i4', 'beside the column too');
});
