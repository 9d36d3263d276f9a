// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANCHOR_TRIES, offsetFor, steadyView } from '../../Public/grid/model/steady-view.js';
import { answer, cell, storeOf } from './cells.js';

/** @typedef {import('../../Public/grid/model/geometry.js').Frame} Frame */

/** @type {Frame} */
const RECT = [0, 1250, 100, 500];

test('an insertion above leaves the first whole row where it was', () => {
  const store = storeOf(8, 25);
  const next = answer(8, 25, { version: 2, patches: [{ from: 1, to: 2, inserts: [{ at: [0, 0], item: { id: 'new' } }] }] });
  // Every item is one row further down.
  next.cells = next.cells.map((_, k) => cell(8 + k, { id: `i${7 + k}` }));
  const { landing, seek } = steadyView(store, RECT, undefined, next, 0);
  assert.equal(seek, undefined);
  assert.deepEqual(landing, { id: 'i13', viewY: 50 });
  store.replace(next, 0);
  assert.equal(offsetFor(store, landing), 1350);
});

test('an answer without the anchor is asked for again, around where the patches put it, a limited number of times', () => {
  const store = storeOf(8, 25);
  const inserts = Array.from({ length: 200 }, (_, i) => ({ at: /** @type {[number, number]} */ ([0, i]), item: { id: `new${i}` } }));
  const next = answer(8, 25, { version: 2, itemCount: 1200, patches: [{ from: 1, to: 2, inserts }] });
  next.cells = [];
  for (let tries = 0; tries < ANCHOR_TRIES; tries++) {
    assert.deepEqual(steadyView(store, RECT, undefined, next, tries),
      { seek: { index: 213, viewY: 50, id: 'i13', tries: tries + 1, isHeld: true } });
  }
  const last = steadyView(store, RECT, undefined, next, ANCHOR_TRIES);
  assert.equal(last.seek, undefined);
  store.replace(next, 0);
  assert.equal(offsetFor(store, last.landing), undefined, 'the view stays at its offset');
});

test('a collection that became empty is not asked again', () => {
  const next = answer(0, -1, { version: 2, itemCount: 0 });
  assert.equal(steadyView(storeOf(8, 25), RECT, undefined, next, 0).seek, undefined);
});

test('the index asked for stays inside the collection', () => {
  const next = answer(0, -1, { version: 2, itemCount: 3 });
  assert.equal(steadyView(storeOf(8, 25), RECT, undefined, next, 0).seek?.index, 2);
});

test('a seek lands on its item, found by identifier before index', () => {
  const store = storeOf(0, 20);
  const seek = { index: 4, viewY: 30, id: 'i6', tries: 0 };
  const { landing } = steadyView(store, RECT, seek, answer(0, 20), 0);
  assert.equal(offsetFor(store, landing), 570);
  assert.equal(offsetFor(store, { index: 4, viewY: 30 }), 370);
  assert.equal(offsetFor(store, { id: 'gone', index: 4, viewY: 30 }), 370);
});

test('at the very top nothing is held: new items are to be seen', () => {
  assert.deepEqual(steadyView(storeOf(0, 20), [0, 0, 100, 500], undefined, answer(0, 20, { version: 2 }), 0), {});
});
