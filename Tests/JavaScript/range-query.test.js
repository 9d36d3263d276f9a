// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RangeQuery } from '../../Public/grid/model/range-query.js';
import { Motion } from '../../Public/grid/model/motion.js';
import { storeOf } from './cells.js';

/** @returns {import('../../Public/grid/model/range-query.js').View} a view of 500 px at an offset */
const view = (offset = 0) => ({
  visibleRect: [0, offset, 100, 500], offset, height: 500, motion: new Motion(), mapper: { maxOffset: 99_500 },
});
const context = (full = false, generation = 0, places = 1) => ({ full, clock: 0, tries: 0, generation, known: 0, places });

test('the first event asks for everything and leaves at once, the next one does not', () => {
  const query = new RangeQuery();
  const store = storeOf(0, 9);
  const first = query.next(view(), store, 0, false);
  assert.ok(first.force && first.context.full);
  assert.equal(first.event.have, undefined);
  const second = query.next(view(), store, 16, false);
  assert.ok(!second.force && second.context.full, 'still everything, but not urgent again');
});

test('after a whole answer only what is new is asked for', () => {
  const query = new RangeQuery();
  query.satisfied(1);
  const { event, context: { full }, force } = query.next(view(), storeOf(0, 9), 0, false);
  assert.deepEqual([event.have, full, force], [[0, 9], false, false]);
});

test('a newer version asks for everything, the shown one or an older one does not', () => {
  for (const [version, needsAll] of /** @type {const} */ ([[4, false], [5, false], [6, true]])) {
    const query = new RangeQuery();
    query.satisfied(5);
    query.expect(version, 5);
    assert.equal(query.needsAll, needsAll, `version ${version}`);
  }
});

test('an answer older than a known version leaves the rest to be asked for', () => {
  const query = new RangeQuery();
  query.expect(7, 5);
  query.satisfied(6);
  assert.ok(query.needsAll);
  query.satisfied(7);
  assert.ok(!query.needsAll);
});

test('a version of an order that is no longer shown is not waited for', () => {
  const query = new RangeQuery();
  query.satisfied(40);
  // It is heard of late, and has a higher number.
  query.expect(90, 40);
  assert.ok(query.needsAll);
  const { known } = query.next(view(), storeOf(0, 9), 0, false).context;
  query.satisfied(40, known);
  assert.ok(!query.needsAll, 'the server answered what there is');
  query.expect(41, 40);
  assert.ok(query.needsAll, 'the next version of the order that is shown');
});

test('another server may count from a lower version', () => {
  const query = new RangeQuery();
  query.satisfied(90);
  query.reset();
  query.satisfied(2);
  assert.ok(!query.needsAll);
});

test('every answer has one use: all combinations', () => {
  const all = [false, true].flatMap((needsAll) => [false, true].flatMap((full) => [0, 1].flatMap((generation) => [4, 5].flatMap((places) =>
    [4, 5, 6].map((version) => ({ needsAll, full, generation, places, version }))))));
  for (const { needsAll, full, generation, places, version } of all) {
    const query = new RangeQuery();
    query.needsAll = needsAll;
    query.generation = 1;
    const store = storeOf(0, 9);
    store.version = 5;
    store.places = 4;
    const holds = !needsAll && places === 4 && version <= 5;
    const expected = generation === 0 ? 'ignore' : full ? 'replace' : holds ? 'merge' : version === 5 ? 'ignore' : 'newer';
    assert.equal(query.use({ version }, context(full, generation, places), store), expected, JSON.stringify({ needsAll, full, places, version }));
  }
});

test('what came while a whole answer was under way leads on from it, as far as it changes no place', () => {
  const query = new RangeQuery();
  query.expect(2, 1);
  for (const [from, to] of [[2, 3], [3, 4], [4, 5]]) query.missed({ from, to, reconfigures: [{ id: 'i1' }] }, 1);
  query.missed({ from: 5, to: 6, moves: [{ item: 'i1', from: [0, 1], to: [0, 2] }] }, 1);
  query.missed({ from: 6, to: 7, reconfigures: [] }, 1);
  assert.deepEqual(query.takeMissed(3).map(({ to }) => to), [4, 5]);
  assert.deepEqual(query.takeMissed(3), [], 'once');
  query.satisfied(5);
  assert.ok(query.needsAll, 'what moved has to be asked for');
});

test('a seek names as many items as are in view, with the item at its height, inside the collection', () => {
  const store = storeOf(0, 20);
  // Six rows meet a view of 500 px that begins inside a row.
  for (const [index, viewY, visible] of /** @type {[number, number, number[]][]} */ ([
    [500, 0, [500, 505]], [500, 250, [497, 502]], [0, 250, [0, 5]], [999, 0, [999, 999]], [999, 500, [993, 999]],
  ])) {
    const query = new RangeQuery();
    query.seek = { index, viewY, tries: 0 };
    const { event } = query.next(view(250), store, 0, false);
    assert.deepEqual([event.rect, event.visible], [undefined, visible], `${index} at ${viewY} px`);
  }
});

test('a seek in another order counts its items', () => {
  const query = new RangeQuery();
  query.seek = { index: 0, viewY: 500, tries: 0, count: 24, itemCount: 5 };
  assert.deepEqual(query.next(view(), storeOf(0, 900), 0, false).event.visible, [0, 4]);
});

test('the context carries the clock, the tries and the generation', () => {
  const store = storeOf(0, 9);
  store.update([{ id: 'i1', state: 'ready' }]);
  const query = new RangeQuery();
  query.generation = 3;
  query.seek = { index: 4, viewY: 0, tries: 2 };
  assert.deepEqual(query.next(view(), store, 0, false).context, { full: true, clock: 1, tries: 2, generation: 3, known: 0, places: 1 });
});

test('a hidden page reports that it is hidden', () => {
  assert.equal(new RangeQuery().next(view(), storeOf(0, 9), 0, true).event.phase, 'hidden');
});
