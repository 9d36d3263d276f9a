// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLayout } from '../../Public/grid/element/layout-choice.js';
import { columnCount, columnWidth } from '../../Public/grid/model/column-metrics.js';
import { meets, mirrored } from '../../Public/grid/model/geometry.js';
import { WallPlaces } from '../../Public/grid/wall/wall-places.js';
import { fittingSize } from '../../Public/grid/wall/fitting.js';
import { Random } from './random.js';

/** @typedef {import('../../Public/grid/model/geometry.js').Frame} Frame */

/**
 * A wall of sections, one below the other, laid out as the server does, item by item.
 * @param {number} density
 * @param {number} width
 * @param {number[]} counts
 * @param {boolean} isMirrored
 */
function laidOut(density, width, counts, isMirrored) {
  const { metrics } = chooseLayout({ kind: 'justified', density }, width, counts.length > 1);
  const [columns, side, pitch] = [columnCount(metrics, width), columnWidth(metrics, width), columnWidth(metrics, width) + metrics.spacing];
  /** @type {Frame[]} */
  const frames = [];
  const headers = [];
  let y = 0;
  for (const [section, itemCount] of counts.entries()) {
    /** @type {Frame} */
    const frame = [0, y, width, metrics.headerHeight];
    headers.push({ section, id: `s${section}`, title: '', itemCount, frame });
    y += metrics.headerHeight + metrics.inset;
    for (let i = 0; i < itemCount; i++) {
      /** @type {Frame} */
      const cell = [metrics.inset + (i % columns) * pitch, y + Math.floor(i / columns) * pitch, side, side];
      frames.push(isMirrored ? mirrored(cell, width) : cell);
    }
    const rows = Math.ceil(itemCount / columns);
    y += metrics.inset + (rows ? rows * pitch - metrics.spacing : 0);
  }
  const content = { headers: counts.length > 1 ? headers : [], contentSize: /** @type {[number, number]} */ ([width, y]), itemCount: frames.length, isMirrored };
  const places = new WallPlaces(content, () => undefined, () => metrics);
  places.layOut(metrics, width);
  return { places, frames, content, metrics };
}

/** @param {Random} random */
const counts = (random) => Array.from({ length: 1 + random.below(4) }, () => random.below(90));

test('each item is where the server has it, and is found there', () => {
  for (let seed = 1; seed <= 120; seed++) {
    const random = new Random(seed);
    const { places, frames } = laidOut(1 + random.below(39), 80 + random.below(400), counts(random), random.below(2) === 0);
    frames.forEach((frame, index) => {
      assert.deepEqual(places.frame(index), frame, `seed ${seed}, ${index}`);
      assert.equal(places.indexAt(frame[0] + frame[2] / 2, frame[1] + frame[3] / 2), index, `seed ${seed}, ${index}`);
      const path = places.path(index);
      assert.equal(path && places.index(path), index);
    });
    assert.equal(places.frame(frames.length), undefined);
  }
});

test('what a rectangle meets is what its cells meet', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = new Random(seed);
    const { places, frames, content: { contentSize: [width, height] } } = laidOut(1 + random.below(39), 80 + random.below(300), counts(random), random.below(2) === 0);
    /** @type {Frame} */
    const rect = [random.below(width), random.below(height + 1), 1 + random.below(width), 1 + random.below(height + 1)];
    const found = places.rangesIn(rect).flatMap(([low, high]) => Array.from({ length: high - low }, (_, i) => low + i));
    assert.deepEqual(found, frames.flatMap((frame, index) => (meets(frame, rect) ? [index] : [])), `seed ${seed}`);
    const [low, high] = places.span(rect[1], rect[1] + rect[3]);
    const inBand = frames.flatMap(([, y, , h], index) => (y < rect[1] + rect[3] && y + h > rect[1] ? [index] : []));
    assert.deepEqual([low, high], inBand.length ? [inBand[0], inBand[inBand.length - 1] + 1] : [0, 0], `seed ${seed}`);
  }
});

test('a row down and up again is the same item, and the ends stay', () => {
  const { places, frames } = laidOut(16, 200, [40, 25], false);
  for (let index = 0; index < frames.length; index++) {
    const below = places.inRow(index, 1);
    if (below === index) continue;
    assert.ok(frames[below][1] > frames[index][1], `${index}`);
    if (frames[below][0] === frames[index][0]) assert.equal(places.inRow(below, -1), index);
  }
  assert.equal(places.inRow(0, -1), 0);
  assert.equal(places.inRow(0, 1000) >= 40, true);
  assert.equal(frames[places.inRow(3, -1000)][1], frames[0][1]);
});

test('the view holds on to the first whole item, or to the one under the pointer', () => {
  const { places, frames, content: { itemCount } } = laidOut(10, 100, [400], false);
  const anchor = places.anchor([0, 25, 100, 60]);
  assert.deepEqual([anchor?.index, anchor?.viewY], [30, 5]);
  const under = places.anchor([0, 25, 100, 60], [41, 33]);
  assert.equal(under?.index, 54);
  assert.ok(frames[54][0] <= 41 && itemCount === 400);
});

test('sections that share a line lie side by side', () => {
  const { metrics } = chooseLayout({ kind: 'column', density: 8 }, 320, true);
  const headers = [
    { section: 4, id: 'a', title: '', itemCount: 3, frame: /** @type {Frame} */ ([0, 100, 150, 36]) },
    { section: 5, id: 'b', title: '', itemCount: 5, frame: /** @type {Frame} */ ([150, 100, 150, 36]) },
    { section: 6, id: 'c', title: '', itemCount: 90, frame: /** @type {Frame} */ ([0, 150, 320, 36]) },
  ];
  const places = new WallPlaces({ headers, contentSize: [320, 900], itemCount: 500, isMirrored: false }, (section) => (section === 4 ? 60 : undefined), () => metrics);
  places.layOut(metrics, 320);
  assert.deepEqual(places.frame(63), [150, 136, 8, 8]);
  assert.deepEqual(places.path(67), [5, 4]);
  assert.equal(places.indexAt(151, 140), 63);
  assert.equal(places.frame(59), undefined, 'above what is known');
});

test('all fit at the size that shows all, and no longer at the next one', () => {
  assert.equal(fittingSize([10_000_000], 1280, 960), 1, 'more than px');
  assert.equal(fittingSize([19_200], 1280, 960), 8);
  assert.equal(fittingSize([19_201], 1280, 960), 7);
  assert.equal(fittingSize([3], 1280, 960), 39);
});
