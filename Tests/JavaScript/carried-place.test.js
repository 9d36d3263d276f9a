// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carriedAfter, carriedThrough } from '../../Public/grid/reorder/carried-place.js';
import { pathAfter } from '../../Public/grid/model/patch.js';
import { applyPatch } from './apply-patch.js';
import { Random } from './random.js';

/** @typedef {import('../../Public/grid/model/geometry.js').IndexPath} IndexPath */

/** @param {Random} random */
function randomPatch(random, /** @type {string[][]} */ order) {
  const paths = order.flatMap((items, s) => items.map((_, i) => /** @type {IndexPath} */ ([s, i])));
  const touched = random.shuffle(paths).slice(0, random.below(4));
  const deletes = touched.filter(() => random.below(2));
  const leaving = touched.filter((path) => !deletes.includes(path));
  const counts = order.map((items, s) => items.length - touched.filter((path) => path[0] === s).length);
  /** @type {IndexPath[]} */
  const arrivals = [];
  for (let n = leaving.length + random.below(3); n > 0; n--) {
    const s = random.below(order.length);
    arrivals.push([s, counts[s]++]);
  }
  // Anywhere among what is there, each place once.
  const taken = new Set();
  const places = arrivals.map(([s]) => {
    let i;
    do i = random.below(counts[s]); while (taken.has(`${s},${i}`));
    taken.add(`${s},${i}`);
    return /** @type {IndexPath} */ ([s, i]);
  });
  return {
    from: 1, to: 2, deletes,
    moves: leaving.map((from, i) => ({ from, to: places[i] })),
    inserts: places.slice(leaving.length).map((at, i) => ({ at, item: { id: `new ${i}` } })),
  };
}

/** The items without the carried one. */
const others = (/** @type {any} */ snapshot, /** @type {string} */ carried) =>
  snapshot.sections.map((/** @type {any} */ s) => s.items.map((/** @type {any} */ i) => i.id).filter((/** @type {string} */ id) => id !== carried));

test('what is carried stays beside its neighbour, whatever changes', () => {
  for (let seed = 1; seed <= 3000; seed++) {
    const random = new Random(seed);
    const order = [0, 1].map((s) => Array.from({ length: 1 + random.below(5) }, (_, i) => `${s}.${i}`));
    const before = { version: 1, sections: order.map((items, s) => ({ id: String(s), items: items.map((id) => ({ id })) })) };
    const section = random.below(2);
    /** @type {IndexPath} */
    const from = [section, random.below(order[section].length)];
    const carried = order[from[0]][from[1]];
    const goal = random.below(2);
    /** @type {IndexPath} */
    const to = [goal, random.below(order[goal].length + Number(goal !== section))];
    const patch = randomPatch(random, order);
    const after = applyPatch(before, patch);
    const place = carriedAfter(patch, from, to);
    const here = pathAfter(patch, from);
    const message = JSON.stringify({ seed, order, from, to, patch, place });
    if (!here) {
      assert.equal(place, undefined, message);
      continue;
    }
    assert.ok(place, message);
    const row = others(after, carried)[place[0]];
    assert.ok(place[1] <= row.length, message);
    const old = others(before, carried)[to[0]];
    const isSettled = (/** @type {string | undefined} */ id) => id !== undefined && others(after, carried)[to[0]].includes(id) &&
      !patch.moves.some((m) => order[m.from[0]][m.from[1]] === id);
    if (from[0] === to[0] && from[1] === to[1]) assert.deepEqual(place, here, message);
    else if (isSettled(old[to[1] - 1])) assert.equal(row[place[1] - 1], old[to[1] - 1], message);
    else if (isSettled(old[to[1]])) assert.equal(row[place[1]], old[to[1]], message);
  }
});

test('all places of a carried item go through several patches, until one deletes it', () => {
  const patch = (/** @type {object} */ changes) => ({ from: 1, to: 2, deletes: [], moves: [], inserts: [], ...changes });
  const places = { from: /** @type {IndexPath} */ ([0, 1]), target: /** @type {IndexPath} */ ([0, 3]), proposed: /** @type {IndexPath} */ ([1, 0]) };
  const inserted = patch({ inserts: [{ at: [0, 0], item: { id: 'new' } }] });
  const deleted = patch({ deletes: [[0, 0]] });
  assert.deepEqual(carriedThrough([], places), places);
  assert.deepEqual(carriedThrough([inserted], places), { from: [0, 2], target: [0, 4], proposed: [1, 0] });
  assert.deepEqual(carriedThrough([inserted, deleted], places), places);
  assert.equal(carriedThrough([inserted, patch({ deletes: [[0, 2]] }), inserted], places), undefined);
});
