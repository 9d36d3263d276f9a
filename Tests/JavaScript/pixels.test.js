// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { histogramOf, paintClipped, paintSharp } from '../../Public/grid/picture/pixels.js';

/** @param {number[][]} pixels RGB */
const rgba = (...pixels) => Uint8ClampedArray.from(pixels.flatMap((pixel) => [...pixel, 255]));

test('a histogram counts each value of each channel, and what is clipped', () => {
  const { channels, highlights, shadows } = histogramOf(rgba([255, 10, 10], [0, 0, 1], [7, 7, 7], [7, 100, 200]));
  assert.deepEqual([channels[0][255], channels[0][7], channels[1][7], channels[2][200]], [1, 2, 1, 1]);
  assert.equal(channels.reduce((sum, counts) => sum + counts.reduce((a, b) => a + b), 0), 12);
  assert.deepEqual([highlights, shadows], [0.25, 0.25]);
  assert.deepEqual(histogramOf(new Uint8ClampedArray()).highlights, 0);
});

test('highlights are clipped in any channel, shadows in all of them', () => {
  const pixels = rgba([254, 0, 0], [0, 1, 0], [0, 0, 40], [128, 128, 128]);
  const mask = new Uint8ClampedArray(pixels.length);
  paintClipped(pixels, mask);
  const [red, blue, ...clear] = [0, 4, 8, 12].map((i) => [...mask.subarray(i, i + 4)]);
  assert.ok(red[0] > 200 && red[3] > 0 && blue[2] > 200 && blue[3] > 0);
  assert.deepEqual(clear, [[0, 0, 0, 0], [0, 0, 0, 0]]);
});

test('edges between neighbours are sharp, slopes over many are not, and the right edge is no neighbour of the left one', () => {
  const width = 20;
  const painted = (/** @type {(x: number) => number} */ light) => {
    const pixels = rgba(...Array.from({ length: width * 4 }, (_, i) => Array(3).fill(light(i % width))));
    return paintSharp(pixels, width, new Uint8ClampedArray(pixels.length));
  };
  assert.equal(painted((x) => (x < 10 ? 0 : 200)), 3, 'one column of what has a row below it');
  assert.equal(painted((x) => x * 10), 0);
});
