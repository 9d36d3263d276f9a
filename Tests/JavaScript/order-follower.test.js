// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OrderFollower } from '../../Public/grid/model/order-follower.js';
import { Motion } from '../../Public/grid/model/motion.js';
import { answer } from './cells.js';

/** @typedef {import('../../Public/grid/model/patch.js').Patch} Patch */

/** @type {import('../../Public/grid/model/range-query.js').View} */
const view = { visibleRect: [0, 0, 100, 500], offset: 0, height: 500, motion: new Motion(), mapper: { maxOffset: 99_500 } };

/** A follower that has version 1, and what it has reported since. */
function following() {
  /** @type {string[]} */
  const said = [];
  const follower = new OrderFollower({
    followerUpdated: (cells, isPreview) => said.push(`${isPreview ? 'preview' : 'update'} ${cells.map(({ id }) => id)}`),
    followerKept: ({ to }, cells) => said.push(`kept ${to} ${cells.map(({ cell, changed }) => `${cell.id} ${changed}`)}`),
    followerValued: (cells) => said.push(`values ${cells.map(({ cell, changed }) => `${cell.id} ${changed}`).join(', ')}`),
    followerStale: () => said.push('stale'),
  });
  show(follower, answer(0, 5), ask(follower));
  return { follower, said };
}

/** @param {OrderFollower} follower */
const ask = (follower) => follower.next(view, 0, false).context;

/**
 * @param {OrderFollower} follower
 * @param {import('../../Public/grid/server/wire.js').RangeAnswer} whole
 * @param {import('../../Public/grid/server/viewer-connection.js').Context} context
 */
function show(follower, whole, context) {
  assert.equal(follower.answered(whole, context), 'replace');
  follower.keep(follower.replace(whole, context));
}

/** @param {number} from @param {string} id @returns {Patch} that gives an item another title */
const titled = (from, id) => ({ from, to: from + 1, reconfigures: [{ id, title: `of ${from + 1}` }] });
/** @param {number} from @returns {Patch} */
const moved = (from) => ({ from, to: from + 1, moves: [{ item: 'i1', from: [0, 1], to: [0, 2] }] });

test('states and previews change the cells that are held, and no others', () => {
  const { follower, said } = following();
  follower.received({ name: 'cells', data: { cells: [{ id: 'i2', state: 'ready' }, { id: 'i9', state: 'ready' }] } });
  follower.received({ name: 'preview', data: { items: [['i3', '/9j/']] } });
  assert.deepEqual(said, ['update i2', 'preview i3']);
  assert.equal(follower.store.cells.get('i2')?.state, 'ready');
});

test('a patch that keeps the order brings the next version and its items', () => {
  const { follower, said } = following();
  follower.received({ name: 'patch', data: titled(1, 'i1') });
  assert.deepEqual([said, follower.isStale], [['kept 2 i1 title'], false]);
  assert.deepEqual([follower.store.version, follower.store.cells.get('i1')?.item?.title], [2, 'of 2']);
});

test('values are shown without a question, and only what they change is named', () => {
  const { follower, said } = following();
  const receive = (/** @type {import('../../Public/grid/server/wire.js').LiveValues} */ items) => follower.received({ name: 'values', data: { items } });
  const shown = (/** @type {string} */ id) => follower.store.cells.get(id)?.values;
  receive({ i1: { load: 0.5, watts: 3 }, i2: { load: 1 }, i9: { load: 7 } });
  receive({ i1: { load: 0.5, watts: null } });
  receive({ i1: { load: 0.5 } });
  assert.deepEqual(said, ['values i1 load,watts, i2 load', 'values i1 watts', 'values ']);
  assert.deepEqual([shown('i1'), follower.isStale], [{ load: 0.5 }, false]);
  // A content patch leaves them, and a whole answer; what came before its cell is there with it.
  follower.received({ name: 'patch', data: titled(1, 'i1') });
  follower.answered(answer(6, 9, { version: 2, window: [0, 9] }), ask(follower));
  assert.deepEqual([shown('i1'), shown('i9')], [{ load: 0.5 }, { load: 7 }]);
  follower.received({ name: 'reset', data: {} });
  show(follower, answer(0, 5, { version: 3 }), ask(follower));
  assert.deepEqual([shown('i1'), shown('i2')], [{ load: 0.5 }, { load: 1 }]);
  follower.store.forgetValues();
  assert.deepEqual(shown('i1'), undefined);
});

test('a name that every object has is a name as any other', () => {
  const { follower } = following();
  follower.received({ name: 'values', data: JSON.parse('{"items": {"i1": {"__proto__": 5, "constructor": 6}}}') });
  const values = follower.store.cells.get('i1')?.values;
  assert.deepEqual(Object.entries(values ?? {}), [['__proto__', 5], ['constructor', 6]]);
});

test('attributes and members that a patch changes are named, and what did not change is not', () => {
  const { follower, said } = following();
  const patch = (/** @type {number} */ from, /** @type {object} */ more) => /** @type {Patch} */ ({ from, to: from + 1, reconfigures: [{ id: 'i1', ...more }] });
  follower.received({ name: 'patch', data: patch(1, { title: 'A', attributes: { price: 1, tags: ['x'], old: true } }) });
  follower.received({ name: 'patch', data: patch(2, { title: 'A', revision: 9, attributes: { price: 2, tags: ['x'], attributes: 1 } }) });
  assert.deepEqual(said, ['kept 2 i1 title,price,tags,old', 'kept 3 i1 price,old,attributes']);
});

test('any other patch is left to a whole answer, and changes nothing here', () => {
  /** @type {Patch[]} */
  const left = [
    titled(2, 'i1'),
    { from: 1, to: 2, deletes: [[0, 1]] },
    moved(1),
    { from: 1, to: 2, reloads: ['i1'] },
    { from: 1, to: 2, insertSections: [{ at: 0, section: { id: 's' } }] },
    // Of a newer server: it may do anything.
    /** @type {any} */ ({ from: 1, to: 2, reconfigures: [{ id: 'i1', title: 'new' }], swaps: [[0, 1]] }),
  ];
  for (const data of left) {
    const { follower, said } = following();
    const message = JSON.stringify(data);
    follower.received({ name: 'patch', data });
    assert.deepEqual([said, follower.isStale], [['stale'], true], message);
    assert.deepEqual([follower.store.version, follower.store.cells.get('i1')?.item?.title], [1, undefined], message);
  }
});

test('a reset asks for everything; a refresh, an unknown event and an old patch change nothing', () => {
  const { follower, said } = following();
  follower.received({ name: 'refresh', data: { refresh: 'r', phase: 'began' } });
  follower.received(/** @type {any} */ ({ name: 'later', data: {} }));
  follower.received({ name: 'patch', data: moved(0) });
  assert.deepEqual([said, follower.isStale], [[], false]);
  follower.received({ name: 'reset', data: {} });
  assert.deepEqual([said, follower.isStale], [['stale'], true]);
  assert.equal(follower.store.version, 1);
});

test('patches that come while a whole answer is under way are taken over after it, as far as they keep the order', () => {
  const { follower, said } = following();
  follower.received({ name: 'patch', data: moved(1) });
  const context = ask(follower);
  for (const data of [titled(2, 'i3'), titled(3, 'i4'), moved(4)]) follower.received({ name: 'patch', data });
  said.length = 0;
  show(follower, answer(0, 5, { version: 2, patches: [moved(1)] }), context);
  assert.deepEqual(said, ['kept 3 i3 title', 'kept 4 i4 title']);
  assert.ok(follower.isStale, 'the move is still to be asked for');
  show(follower, answer(0, 5, { version: 5, patches: [] }), ask(follower));
  assert.deepEqual([follower.store.version, follower.isStale], [5, false]);
});

test('an answer about what is new in view is merged; after a version that changed places it asks for everything', () => {
  const { follower, said } = following();
  const context = ask(follower);
  assert.equal(context.full, false);
  assert.equal(follower.answered(answer(6, 9, { window: [0, 9] }), context), 'merged');
  assert.ok(follower.store.byIndex.has(9) && said.length === 0);
  assert.equal(follower.answered(answer(6, 9, { version: 3, patches: [moved(1), titled(2, 'i1')] }), context), 'ignore');
  assert.deepEqual([said, follower.isStale], [['stale'], true]);
});

test('of another viewer everything is asked for, whatever the numbers of its versions', () => {
  const { follower, said } = following();
  follower.expect(90);
  follower.restart();
  assert.deepEqual([said, follower.isStale], [['stale', 'stale'], true]);
  show(follower, answer(0, 5, { version: 1 }), ask(follower));
  assert.equal(follower.isStale, false);
});

test('a patch that was announced does not come again with the answer, and is there all the same', () => {
  const { follower } = following();
  for (const data of [moved(1), titled(2, 'i3'), moved(3)]) follower.received({ name: 'patch', data });
  const { event, context } = follower.next(view, 0, false);
  assert.equal(event.version, 4);
  const whole = answer(0, 5, { version: 5, patches: [moved(4)] });
  show(follower, whole, context);
  assert.deepEqual(whole.patches?.map(({ from, to }) => [from, to]), [[1, 2], [2, 3], [3, 4], [4, 5]]);
  assert.deepEqual([follower.store.version, follower.isStale], [5, false]);
});

test('an answer to what is no longer known leads to a version from anywhere', () => {
  const { follower } = following();
  for (const data of [moved(1), moved(2)]) follower.received({ name: 'patch', data });
  const { context } = follower.next(view, 0, false);
  follower.restart();
  const whole = answer(0, 5, { version: 4, patches: [moved(3)] });
  show(follower, whole, context);
  assert.deepEqual([whole.patches, whole.reset], [undefined, true]);
});

test('an answer with all patches is as before, for example one that was asked for before they came', () => {
  const { follower } = following();
  follower.expect(3);
  const { event, context } = follower.next(view, 0, false);
  assert.equal(event.version, 1);
  follower.received({ name: 'patch', data: moved(1) });
  const whole = answer(0, 5, { version: 3, patches: [moved(1), moved(2)] });
  show(follower, whole, context);
  assert.deepEqual(whole.patches?.map(({ from }) => from), [1, 2]);
});
