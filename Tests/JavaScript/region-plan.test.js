// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { covers, regionFor } from '../../Public/grid/picture/region-plan.js';
import { Random } from './random.js';

test('a region has what is seen and a quarter beyond, from the same places on', () => {
  // 1200 × 900 px of 12,000 × 9000, in the middle, a px as one of the device.
  assert.deepEqual(regionFor(12_000, 9000, [0.45, 0.45, 0.55, 0.55], 1), { x: 4864, y: 3584, width: 2048, height: 1792, shrink: 1 });
});

test('what is shown smaller is fetched smaller', () => {
  assert.equal(regionFor(12_000, 9000, [0, 0, 1, 1], 0.12).shrink, 8);
  assert.equal(regionFor(12_000, 9000, [0.2, 0.2, 0.5, 0.5], 0.26).shrink, 2);
  assert.equal(regionFor(12_000, 9000, [0.2, 0.2, 0.3, 0.3], 4).shrink, 1);
});

test('whatever is seen, the region is within the picture, within the limits, and fine enough for a screen', () => {
  const random = new Random(23);
  for (let i = 0; i < 5000; i++) {
    const [width, height] = [1 + random.below(60_000), 1 + random.below(40_000)];
    // A screen of up to 2560 × 1600 device px somewhere on the picture.
    const ratio = 0.05 + random.below(400) / 100;
    const [wide, high] = [Math.min(1, 2560 / (width * ratio)), Math.min(1, 1600 / (height * ratio))];
    const [left, top] = [(random.below(1000) / 1000) * (1 - wide), (random.below(1000) / 1000) * (1 - high)];
    const seen = /** @type {[number, number, number, number]} */ ([left, top, left + wide, top + high]);
    const region = regionFor(width, height, seen, ratio);
    const what = `${width} × ${height}, ${seen}, ${ratio}: ${JSON.stringify(region)}; seed 23, step ${i}`;
    assert.ok(region.x >= 0 && region.y >= 0 && region.width > 0 && region.height > 0, what);
    assert.ok(region.x + region.width <= width && region.y + region.height <= height, what);
    assert.ok(Math.ceil(region.width / region.shrink) * Math.ceil(region.height / region.shrink) <= 16_777_216, what);
    if (ratio >= 0.125) assert.ok(covers(region, width, height, seen, ratio), what);
  }
});
