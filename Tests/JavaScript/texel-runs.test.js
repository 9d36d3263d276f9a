// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderChanges } from '../../Public/grid/wall/order-changes.js';
import { TexelRuns } from '../../Public/grid/wall/texel-runs.js';
import { applyPatch } from './apply-patch.js';
import { Random } from './random.js';
import { scene, sectionScene } from './random-patch.js';

/**
 * What the runs say of each index.
 * @param {TexelRuns<string>} runs
 * @param {number} count
 */
function listed(runs, count) {
  /** @type {(string | undefined)[]} */
  const list = Array.from({ length: count });
  for (const { index, count: length, sheet, slot } of runs.in(0, count)) for (let i = 0; i < length; i++) list[index + i] = `${sheet}${slot + i}`;
  return list;
}

test('what is put takes the place of what was there', () => {
  const random = new Random(7);
  for (let life = 0; life < 40; life++) {
    const runs = new TexelRuns();
    /** @type {(string | undefined)[]} */
    const oracle = Array.from({ length: 60 });
    for (let step = 0; step < 30; step++) {
      const [index, count, slot, sheet] = [random.below(50), random.below(11), random.below(9), 'abc'[random.below(3)]];
      runs.put({ index, count, sheet, slot });
      for (let i = 0; i < count; i++) oracle[index + i] = `${sheet}${slot + i}`;
      assert.deepEqual(listed(runs, 60), oracle);
      const [low, high] = [random.below(30), 30 + random.below(30)];
      const holes = runs.gaps(low, high).flatMap(([a, b]) => Array.from({ length: b - a }, (_, i) => a + i));
      assert.deepEqual(holes, oracle.flatMap((known, i) => (i >= low && i < high && known === undefined ? [i] : [])));
    }
  }
});

test('texels stay with their items through random patches', () => {
  for (let seed = 1; seed <= 1200; seed++) {
    const random = new Random(seed);
    const { snapshot, patch } = seed % 2 ? scene(random) : sectionScene(random);
    const items = snapshot.sections.flatMap((section) => section.items.map(({ id }) => id));
    /** @type {TexelRuns<string>} */
    const runs = new TexelRuns();
    // Sheets of some ranges, one over the other.
    for (let i = 0; i < 4; i++) runs.put({ index: random.below(items.length + 1), count: random.below(6), sheet: 'abcd'[i], slot: random.below(5) });
    runs.keep(0, items.length);
    const before = listed(runs, items.length);
    const known = new Map(items.map((id, i) => [id, before[i]]));
    const counts = snapshot.sections.map((section) => section.items.length);
    const { sections } = applyPatch(snapshot, /** @type {any} */ (patch));
    const after = sections.flatMap((section) => section.items.map(({ id }) => known.get(id)));
    const changes = orderChanges(/** @type {any} */ (patch), counts);
    assert.ok(changes, `seed ${seed}`);
    assert.deepEqual(changes.counts, sections.map((section) => section.items.length), `seed ${seed}`);
    const followed = runs.after(changes);
    assert.deepEqual(listed(followed, after.length), after, `seed ${seed}`);
    assert.deepEqual(followed.in(after.length, Infinity), [], `seed ${seed}`);
  }
});

test('one move among a million splits a run, and leaves all that is known', () => {
  const runs = new TexelRuns([{ index: 0, count: 1_000_000, sheet: 'a', slot: 0 }]);
  const moved = runs.after({ leaving: [10], blocks: [{ from: 0, to: 0, count: 999_999 }], coming: [900_000], moved: new Map([[10, 900_000]]) });
  assert.equal(moved.length, 4);
  assert.deepEqual(moved.gaps(0, 1_000_000), []);
  assert.deepEqual(moved.in(900_000, 900_001), [{ index: 900_000, count: 1, sheet: 'a', slot: 10 }]);
});

test('a patch of places that the sections do not have is none', () => {
  assert.equal(orderChanges({ from: 1, to: 2, deletes: [[1, 0]] }, [5]), undefined);
  assert.equal(orderChanges({ from: 1, to: 2, moves: [{ from: [0, 0], to: [1, 0] }] }, [5]), undefined);
  assert.equal(orderChanges({ from: 1, to: 2, deletes: [[0, 0], [0, 1]] }, [1]), undefined);
});
