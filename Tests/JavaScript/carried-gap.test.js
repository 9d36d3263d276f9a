// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CarriedGap } from '../../Public/grid/wall/carried-gap.js';
import { TexelRuns } from '../../Public/grid/wall/texel-runs.js';
import { Random } from './random.js';

/**
 * Each own index is known: its slot is itself.
 * @param {number} count
 */
const known = (count) => new TexelRuns([{ index: 0, count, sheet: '', slot: 0 }]);

/**
 * The own index that each seen one shows.
 * @param {CarriedGap} gap
 * @param {number} own number of items
 * @param {number} count of cells
 */
function seen(gap, own, count) {
  /** @type {(number | undefined)[]} */
  const list = Array.from({ length: count });
  const runs = gap.over(known(own));
  // As rows ask: a few cells at a time.
  for (let low = 0; low < count; low += 3) {
    for (const { index, count: length, slot } of runs.in(low, Math.min(count, low + 3))) {
      for (let i = 0; i < length; i++) list[index + i] = slot + i;
    }
  }
  return list;
}

test('what stays closes up around a gap, in its own section', () => {
  for (let seed = 1; seed <= 2000; seed++) {
    const random = new Random(seed);
    const counts = Array.from({ length: 1 + random.below(4) }, () => random.below(7));
    const total = counts.reduce((a, b) => a + b, 0);
    const leaves = Array.from({ length: total }, () => random.below(3) === 0);
    const section = random.below(counts.length);
    const before = random.below(counts[section] + 1);
    const count = 1 + random.below(4);
    /** @type {[number, number][]} */
    const leaving = [];
    leaves.forEach((isLeaving, i) => {
      if (!isLeaving) return;
      if (leaving.at(-1)?.[1] === i) /** @type {[number, number]} */ (leaving.at(-1))[1]++;
      else leaving.push([i, i + 1]);
    });
    let first = 0;
    let start = -1;
    const after = [];
    /** @type {(number | undefined)[]} */
    const wanted = [];
    for (const [s, own] of counts.entries()) {
      const cells = Array.from({ length: own }, (_, i) => first + i);
      const rest = cells.filter((i) => !leaves[i]);
      const seenStart = wanted.length;
      if (s === section) {
        const rank = cells.slice(0, before).filter((i) => !leaves[i]).length;
        start = seenStart + rank;
        wanted.push(...rest.slice(0, rank), ...Array.from({ length: count }, () => undefined), ...rest.slice(rank));
      } else wanted.push(...rest);
      while (wanted.length < seenStart + own) wanted.push(undefined);
      after.push(wanted.length - seenStart);
      first += own;
    }
    const gap = new CarriedGap(counts, leaving, [section, before], count);
    assert.deepEqual(gap.span, [start, start + count], `seed ${seed}`);
    assert.deepEqual(gap.counts, after, `seed ${seed}`);
    assert.deepEqual(seen(gap, total, wanted.length), wanted, `seed ${seed}`);
  }
});

test('what is not known is not known beside a gap either, and of the gap nothing is asked', () => {
  const gap = new CarriedGap([10], [[2, 4]], [0, 6], 2);
  const runs = new TexelRuns([{ index: 3, count: 4, sheet: '', slot: 0 }]);
  // Seen are 0, 1, 4, 5, the gap, 6 to 9.
  assert.deepEqual(gap.over(runs).gaps(0, 10), [[0, 2], [7, 10]]);
  assert.deepEqual(gap.over(runs).in(0, 10).map(({ index, count, slot }) => [index, count, slot]), [[2, 2, 1], [6, 1, 3]]);
});

test('a gap costs what is in view, of however many that are carried', () => {
  /** @type {[number, number][]} */
  const leaving = Array.from({ length: 100_000 }, (_, i) => [10 * i, 10 * i + 1]);
  const gap = new CarriedGap([1_000_000], leaving, [0, 500_000], 100_000);
  const [low, high] = gap.span;
  assert.deepEqual([low, high], [450_000, 550_000]);
  let asked = 0;
  const runs = known(1_000_000);
  const found = gap.over({ in: (from, to) => (asked++, runs.in(from, to)), gaps: () => [] }).in(low - 90, low + 10);
  assert.equal(asked, 10);
  assert.equal(found.reduce((sum, { count }) => sum + count, 0), 90);
});
