// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatAfter, keepsOrder, pathAfter, sectionAfter } from '../../Public/grid/model/patch.js';
import { applyPatch } from './apply-patch.js';
import { Random } from './random.js';

const section = (/** @type {string} */ id, /** @type {string} */ items) => ({ id, items: [...items].map((i) => ({ id: i })) });
const text = (/** @type {any} */ s) => s.sections.map((/** @type {any} */ x) => x.items.map((/** @type {any} */ i) => i.id).join('')).join('|');
const snapshot = (/** @type {string} */ t) => ({ version: 1, sections: t.split('|').map((items, i) => section('s' + i, items)) });

test('moves 0→1, 1→2, 2→3 in one patch rotate the four', () => {
  const moves = [0, 1, 2].map((i) => ({ from: /** @type {[number, number]} */ ([0, i]), to: /** @type {[number, number]} */ ([0, i + 1]) }));
  assert.equal(text(applyPatch(snapshot('abcd'), { from: 1, to: 2, moves })), 'dabc');
});

test('deletes name places before, inserts places after', () => {
  const patch = { from: 1, to: 2, deletes: /** @type {any} */ ([[0, 0]]), inserts: [{ at: /** @type {any} */ ([0, 2]), item: { id: 'X' } }] };
  assert.equal(text(applyPatch(snapshot('abc|d'), patch)), 'bcX|d');
});

test('an item moves out of a section that a patch moves', () => {
  const patch = { from: 1, to: 2, moves: [{ from: /** @type {any} */ ([0, 1]), to: /** @type {any} */ ([0, 0]) }], moveSections: [{ from: 0, to: 1 }] };
  assert.equal(text(applyPatch(snapshot('abc|d'), patch)), 'bd|ac');
});

test('a gap between versions is not papered over', () => {
  assert.throws(() => applyPatch(snapshot('a'), { from: 7, to: 8 }), /version 1/);
});

test('a patch that only configures again keeps the order', () => {
  assert.ok(keepsOrder({ from: 1, to: 2, reconfigures: [{ id: 'a' }] }));
  assert.ok(!keepsOrder({ from: 1, to: 2, deletes: [[0, 0]] }));
});

/**
 * A random legal patch of items and sections.
 * @param {Random} random
 * @param {any} before
 */
function randomPatch(random, before) {
  const counts = before.sections.map((/** @type {any} */ s) => s.items.length);
  const all = counts.flatMap((/** @type {number} */ n, /** @type {number} */ s) => Array.from({ length: n }, (_, i) => [s, i]));
  const chosen = random.shuffle(all).slice(0, random.below(all.length + 1));
  const deletes = chosen.slice(0, random.below(chosen.length + 1));
  const sources = chosen.slice(deletes.length);
  const sectionSources = random.below(3) === 0 && counts.length > 1 ? [random.below(counts.length)] : [];
  const moveSections = sectionSources.map((from) => ({ from, to: random.below(counts.length) }));
  const insertCount = random.below(4);
  /** @type {any} */
  const patch = { from: 1, to: 2, deletes, moveSections };
  const left = counts.map((/** @type {number} */ n, /** @type {number} */ s) => n - chosen.filter((c) => c[0] === s).length);
  const after = Array(counts.length).fill(0);
  for (let s = 0; s < counts.length; s++) after[sectionAfter(patch, s)] = left[s];
  // Each arrival goes to a random place among those there will be: sections first, then distinct places.
  const arrivals = Array.from({ length: sources.length + insertCount }, () => random.below(counts.length));
  for (const s of arrivals) after[s]++;
  const places = after.map((/** @type {number} */ n) => random.shuffle(Array.from({ length: n }, (_, i) => i)));
  const at = arrivals.map((s) => [s, places[s].pop()]);
  patch.moves = sources.map((from, i) => ({ item: before.sections[from[0]].items[from[1]].id, from, to: at[i] }));
  patch.inserts = at.slice(sources.length).map((to, i) => ({ at: to, item: { id: 'new' + i } }));
  return patch;
}

test('the place of an item after a patch agrees with the patch applied, for 3,000 random patches', () => {
  const seed = Number(process.env.SEED ?? Date.now() % 1e9);
  const random = new Random(seed);
  for (let round = 0; round < 3000; round++) {
    const before = { version: 1, sections: Array.from({ length: 1 + random.below(3) }, (_, s) => ({
      id: 's' + s, items: Array.from({ length: random.below(6) }, (_, i) => ({ id: `${s}.${i}` })),
    })) };
    const patch = randomPatch(random, before);
    const after = applyPatch(before, patch);
    let flatBefore = 0;
    before.sections.forEach((s, si) => s.items.forEach((item, ii) => {
      const path = pathAfter(patch, [si, ii]);
      const message = `seed ${seed} round ${round}`;
      if (!path) assert.ok(!after.sections.some((x) => x.items.some((/** @type {any} */ y) => y.id === item.id)), message);
      else assert.equal(after.sections[path[0]].items[path[1]].id, item.id, message);
      if (path && patch.moveSections.length === 0) {
        const flat = after.sections.slice(0, path[0]).reduce((n, x) => n + x.items.length, 0) + path[1];
        const rank = patch.moves.some((/** @type {any} */ m) => m.item === item.id) ? flat : flatAfter(patch, [si, ii], path, flatBefore);
        assert.equal(rank, flat, message);
      }
      flatBefore++;
    }));
  }
});
