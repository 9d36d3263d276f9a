// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyPatch } from './apply-patch.js';
import { countsAfter, RangeSet } from '../../Public/grid/selection/range-set.js';
import { Random } from './random.js';
import { scene } from './random-patch.js';

test('ranges that touch become one', () => {
  const set = new RangeSet([[0, 3], [5, 8], [3, 5]]);
  assert.deepEqual(set.wire, [[0, 7]]);
  assert.equal(set.count, 8);
});

test('ten million items are one range', () => {
  const set = new RangeSet([[0, 10_000_000]]);
  set.remove(4_999_999, 5_000_000);
  assert.deepEqual(set.wire, [[0, 4_999_998], [5_000_000, 9_999_999]]);
  assert.equal(set.countIn(4_999_990, 5_000_010), 19);
});

test('adding and removing agree with a plain set', () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed);
    const set = new RangeSet();
    const oracle = new Set();
    for (let step = 0; step < 60; step++) {
      const low = random.below(60);
      const high = low + random.below(9);
      const isAdded = random.below(2) === 0;
      if (isAdded) set.add(low, high);
      else set.remove(low, high);
      for (let i = low; i < high; i++) isAdded ? oracle.add(i) : oracle.delete(i);
      const where = `seed ${seed}, step ${step}`;
      assert.equal(set.count, oracle.size, where);
      for (let i = -1; i < 75; i++) assert.equal(set.has(i), oracle.has(i), `${where}, ${i}`);
      let end = -1;
      for (const [a, b] of set) {
        assert.ok(a > end && b > a, where);
        end = b;
      }
      assert.equal(set.countIn(10, 40), [...oracle].filter((i) => i >= 10 && i < 40).length, where);
    }
  }
});

test('a selection stays with its items through random patches', () => {
  for (let seed = 1; seed <= 600; seed++) {
    const random = new Random(seed);
    const { snapshot, patch } = scene(random);
    const flat = snapshot.sections.flatMap((section) => section.items.map((item) => item.id));
    const set = new RangeSet();
    for (let i = 0; i < flat.length; i++) if (random.below(2)) set.add(i, i + 1);
    const selected = new Set(flat.filter((_, i) => set.has(i)));
    const counts = snapshot.sections.map((section) => section.items.length);
    const after = applyPatch(snapshot, /** @type {any} */ (patch));
    const moved = set.after(/** @type {any} */ (patch), counts);
    const expected = after.sections.flatMap((section) => section.items.map((item) => selected.has(item.id)));
    assert.deepEqual(expected.map((_, i) => moved.has(i)), expected, `seed ${seed}`);
    assert.equal(moved.count, expected.filter(Boolean).length, `seed ${seed}`);
    assert.deepEqual(countsAfter(/** @type {any} */ (patch), counts), after.sections.map((s) => s.items.length), `seed ${seed}`);
  }
});
