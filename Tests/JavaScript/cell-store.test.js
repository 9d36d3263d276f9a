// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchorIn } from '../../Public/grid/model/anchor.js';
import { CellStore, isUnread } from '../../Public/grid/model/cell-store.js';

const cell = (/** @type {number} */ i, more = {}) =>
  ({ id: 'i' + i, index: i, indexPath: [0, i], frame: [0, i * 100, 100, 100], state: 'loading', item: { id: 'i' + i }, ...more });
const answer = (/** @type {number} */ first, /** @type {number} */ last, /** @type {number[]} */ have = [], version = 1) => ({
  version, window: [first, last], contentSize: [100, 100_000], itemCount: 1000, headers: [],
  cells: Array.from({ length: last - first + 1 }, (_, k) => cell(first + k)).filter((c) => !(have[0] <= c.index && c.index <= have[1])),
});

test('what left the window is forgotten, but for what is pinned', () => {
  const store = new CellStore();
  store.replace(answer(0, 20), 0);
  store.pinned.add('i3');
  store.merge(answer(10, 30, [0, 20]), 0);
  assert.deepEqual(store.window, [10, 30]);
  assert.equal(store.cells.size, 22);
  assert.ok(store.cells.has('i3') && !store.cells.has('i4'));
});

test('an event that overtakes an answer is not undone by it', () => {
  const store = new CellStore();
  store.replace(answer(0, 5), 0);
  const asked = store.clock;
  store.update([{ id: 'i7', state: 'ready', image: '/7' }]);
  store.merge(answer(0, 10, [0, 5]), asked);
  assert.deepEqual([store.cells.get('i7')?.state, store.cells.get('i7')?.image], ['ready', '/7']);
  // An answer asked for later knows better.
  store.replace(answer(0, 10), store.clock);
  assert.equal(store.cells.get('i7')?.state, 'loading');
});

test('the reason of a failure goes when the item is tried again', () => {
  const store = new CellStore();
  store.replace(answer(0, 5), 0);
  store.update([{ id: 'i1', state: 'failed', reason: { code: 'picture-broken' } }]);
  assert.equal(store.cells.get('i1')?.reason?.code, 'picture-broken');
  store.update([{ id: 'i1', state: 'loading' }]);
  assert.equal(store.cells.get('i1')?.reason, undefined);
});

test('the anchor is the first whole cell in view that stays', () => {
  const store = new CellStore();
  store.replace(answer(0, 20), 0);
  assert.equal(anchorIn(store, [0, 0, 100, 500], []), undefined);
  assert.equal(anchorIn(store, [0, 250, 100, 500], [])?.id, 'i3');
  const patch = { from: 1, to: 2, deletes: /** @type {[number, number][]} */ ([[0, 3]]) };
  assert.equal(anchorIn(store, [0, 250, 100, 500], [patch])?.id, 'i4');
  assert.equal(anchorIn(store, [0, 250, 100, 500], [])?.viewY, 50);
});

test('a preview that overtakes its cell is kept for it', () => {
  const store = new CellStore();
  store.preview([['i1', 'UklGR', '#3b5a2f'], ['i7', '/9j/']]);
  store.replace(answer(0, 3), store.clock);
  assert.equal(store.cells.get('i1')?.preview, 'data:image/webp;base64,UklGR');
  assert.equal(store.cells.get('i1')?.placeholder, '#3b5a2f', 'the colour behind it, too');
  assert.equal(store.cells.get('i0')?.preview, undefined);
  assert.deepEqual(store.preview([['i0', '/9j/', '#2b2e34']]).map((c) => c.id), ['i0']);
  assert.equal(store.cells.get('i0')?.preview, 'data:image/jpeg;base64,/9j/');
  assert.equal(store.cells.get('i0')?.placeholder, '#2b2e34');
  store.update([{ id: 'i0', state: 'ready', item: { id: 'i0', revision: 2 } }]);
  assert.equal(store.cells.get('i0')?.preview, undefined, 'of what it was before');
});

test('an item without a title is still to be read, unless it is ready', () => {
  const item = { id: 'i1', title: '', kind: 'tile', attributes: {} };
  for (const state of /** @type {const} */ (['idle', 'queued', 'loading', 'failed'])) assert.ok(isUnread(cell(1, { item, state })), state);
  assert.ok(!isUnread(cell(1, { item, state: 'ready' })), 'its title is empty');
  assert.ok(!isUnread(cell(1, { item: { ...item, title: 'One' } })) && !isUnread(cell(1, { item: undefined })), 'a picture is loading');
});
