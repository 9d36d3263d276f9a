// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEvent } from '../../Public/grid/model/viewer-event.js';
import { storeOf } from './cells.js';

/** @typedef {import('../../Public/grid/model/patch.js').Patch} Patch */

test('states and previews change the cells that are held, and no others', () => {
  const store = storeOf(0, 5);
  const cells = applyEvent(store, { name: 'cells', data: { cells: [{ id: 'i2', state: 'ready' }, { id: 'i9', state: 'ready' }] } });
  assert.deepEqual(cells.kind === 'changed' && cells.cells.map((c) => c.id), ['i2']);
  assert.equal(store.cells.get('i2')?.state, 'ready');
  const previews = applyEvent(store, { name: 'preview', data: { items: [['i3', '/9j/']] } });
  assert.deepEqual(previews.kind === 'changed' && previews.cells.map((c) => c.id), ['i3']);
});

test('a patch that keeps the order brings the next version and its items', () => {
  const store = storeOf(0, 5);
  const data = { from: 1, to: 2, reconfigures: [{ id: 'i1', title: 'new' }] };
  const effect = applyEvent(store, { name: 'patch', data });
  assert.deepEqual(effect.kind === 'changed' && effect.cells.map((c) => c.id), ['i1']);
  assert.deepEqual([store.version, store.cells.get('i1')?.item?.title], [2, 'new']);
});

test('any other patch is left to a whole answer, and changes nothing here', () => {
  /** @type {Patch[]} */
  const left = [
    { from: 2, to: 3, reconfigures: [{ id: 'i1', title: 'new' }] },
    { from: 1, to: 2, deletes: [[0, 1]] },
    { from: 1, to: 2, moves: [{ item: 'i1', from: [0, 1], to: [0, 2] }] },
    { from: 1, to: 2, reloads: ['i1'] },
    { from: 1, to: 2, insertSections: [{ at: 0, section: { id: 's' } }] },
    // Of a newer server: it may do anything.
    /** @type {any} */ ({ from: 1, to: 2, reconfigures: [{ id: 'i1', title: 'new' }], swaps: [[0, 1]] }),
  ];
  for (const data of left) {
    const store = storeOf(0, 5);
    const message = JSON.stringify(data);
    assert.deepEqual(applyEvent(store, { name: 'patch', data }), { kind: 'newer', version: data.to }, message);
    assert.deepEqual([store.version, store.cells.get('i1')?.item?.title], [1, undefined], message);
  }
});

test('a reset asks for everything; a refresh and an unknown event change nothing', () => {
  const store = storeOf(0, 5);
  assert.deepEqual(applyEvent(store, { name: 'reset', data: {} }), { kind: 'reset' });
  assert.deepEqual(applyEvent(store, { name: 'refresh', data: { refresh: 'r', phase: 'began' } }), { kind: 'none' });
  assert.deepEqual(applyEvent(store, /** @type {any} */ ({ name: 'later', data: {} })), { kind: 'none' });
  assert.equal(store.version, 1);
});
