// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLayout } from '../../Public/grid/element/layout-choice.js';
import { columnCount, columnWidth } from '../../Public/grid/model/column-metrics.js';
import { meets, mirrored } from '../../Public/grid/model/geometry.js';
import { comingView } from '../../Public/grid/wall/coming-view.js';
import { WallPlaces } from '../../Public/grid/wall/wall-places.js';
import { fittingSize } from '../../Public/grid/wall/fitting.js';
import { Random } from './random.js';

/** @typedef {import('../../Public/grid/model/geometry.js').Frame} Frame */

/**
 * The sections of each line, one after another, as the server takes them: the width that is free is counted in px.
 * @param {number[]} counts
 * @param {import('../../Public/grid/model/column-metrics.js').ColumnOptions} metrics
 * @param {number} width
 */
function linesOf(counts, metrics, width) {
  const [columns, pitch, gap] = [columnCount(metrics, width), columnWidth(metrics, width) + metrics.spacing, metrics.spacing];
  const { minSectionWidth = 0 } = metrics;
  const least = Math.min(columns, Math.max(1, Math.ceil((minSectionWidth + gap) / pitch)));
  /** @type {number[][]} */
  const lines = [];
  let free = -1;
  for (const [section, count] of counts.entries()) {
    const taken = count > columns ? undefined : Math.max(count, least) * pitch - gap;
    const line = lines.at(-1);
    const held = line?.reduce((sum, one) => sum + counts[one], 0) ?? 0;
    if (line && minSectionWidth && counts.length > 1 && taken !== undefined && taken <= free && held + count <= 256 && line.length < 64) {
      line.push(section);
      free -= taken + gap;
    } else {
      lines.push([section]);
      free = taken === undefined ? -1 : columns * pitch - gap - taken - gap;
    }
  }
  return { lines, least };
}

/**
 * A wall of sections, laid out as the server does, item by item.
 * @param {number} density
 * @param {number} width
 * @param {number[]} counts
 * @param {boolean} isMirrored
 * @param {boolean} [isKnown] whether the page knows all numbers, not only headers
 */
function laidOut(density, width, counts, isMirrored, isKnown = true) {
  const { metrics } = chooseLayout({ kind: 'justified', density }, width, counts.length > 1);
  const [columns, side, pitch] = [columnCount(metrics, width), columnWidth(metrics, width), columnWidth(metrics, width) + metrics.spacing];
  const turned = (/** @type {Frame} */ frame) => (isMirrored ? mirrored(frame, width) : frame);
  const { lines, least } = linesOf(counts, metrics, width);
  /** @type {Frame[]} */
  const frames = [];
  /** @type {import('../../Public/grid/model/cell-store.js').Header[]} */
  const headers = [];
  let y = 0;
  for (const line of lines) {
    const top = y + metrics.headerHeight + metrics.inset;
    let [left, rows] = [0, 0];
    for (const section of line) {
      const itemCount = counts[section];
      const wide = Math.max(itemCount, least) * pitch;
      headers.push({ section, id: `s${section}`, title: '', itemCount, frame: turned([left, y, section === line.at(-1) ? width - left : wide, metrics.headerHeight]) });
      const across = line.length > 1 ? itemCount : columns;
      for (let i = 0; i < itemCount; i++) frames.push(turned([metrics.inset + left + (i % across) * pitch, top + Math.floor(i / across) * pitch, side, side]));
      rows = Math.max(rows, itemCount ? Math.ceil(itemCount / across) : 0);
      left += wide;
    }
    y = top + metrics.inset + (rows ? rows * pitch - metrics.spacing : 0);
  }
  const content = { headers: counts.length > 1 ? headers : [], contentSize: /** @type {[number, number]} */ ([width, y]), itemCount: frames.length, isMirrored };
  const places = new WallPlaces(content, () => (isKnown ? counts : undefined), () => metrics);
  places.layOut(metrics, width);
  return { places, frames, content, metrics };
}

/** @param {Random} random */
const counts = (random) => Array.from({ length: 1 + random.below(9) }, () => random.below(random.below(2) ? 12 : 90));

test('each item is where the server has it, and is found there', () => {
  for (let seed = 1; seed <= 120; seed++) {
    const random = new Random(seed);
    const density = 1 + random.below(39);
    // Lines between sections have no headers.
    const isKnown = density < 12 || random.below(2) === 0;
    const { places, frames } = laidOut(density, 80 + random.below(400), counts(random), random.below(2) === 0, isKnown);
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

test('what the view will show is known before the server has laid it out', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = new Random(seed);
    const [width, height] = [80 + random.below(300), 40 + random.below(200)];
    const of = counts(random).map((count) => count + 1);
    const { places, frames, content: { contentSize, itemCount }, metrics } = laidOut(1 + random.below(39), width, of, random.below(2) === 0);
    const [index, viewY, part] = [random.below(itemCount), random.below(height), random.below(2) ? 0.5 : undefined];
    const [, y, , side] = frames[index];
    const offset = Math.max(0, Math.min(y + (part ?? 0) * side - viewY, contentSize[1] - height));
    const coming = comingView(metrics, [width, height], { index, viewY, part }, itemCount, of);
    assert.deepEqual(coming, { view: places.span(offset, offset + height), side, columns: places.columns }, `seed ${seed}`);
    assert.deepEqual(comingView(metrics, [width, height], undefined, itemCount, of)?.view, places.span(0, height), 'at the top');
  }
  const { metrics } = laidOut(8, 100, [3, 4], false);
  assert.equal(comingView(metrics, [100, 100], undefined, 7, undefined), undefined, 'sections are not counted yet');
  assert.equal(comingView(metrics, [100, 100], undefined, 0, [0]), undefined, 'there is nothing to show');
});

test('sections that share a line lie side by side', () => {
  const { metrics } = chooseLayout({ kind: 'column', density: 12 }, 324, true);
  // 25 columns of 12 px, one px apart, of which a section has 10 at least.
  const places = new WallPlaces({ headers: [], contentSize: [324, 900], itemCount: 98, isMirrored: false }, () => [3, 5, 90], () => metrics);
  places.layOut(metrics, 324);
  assert.deepEqual(places.frame(0), [1, 37, 12, 12]);
  assert.deepEqual(places.frame(3), [131, 37, 12, 12]);
  assert.deepEqual(places.path(7), [1, 4]);
  assert.equal(places.indexAt(132, 40), 3);
  assert.deepEqual(places.frame(8), [1, 87, 12, 12]);
  assert.deepEqual(places.header(1), { section: 1, id: '', title: '', itemCount: 5, frame: [130, 0, 65, 36] });
});

test('between 20,000 sections there are lines, and the view costs what is in it', () => {
  for (const density of [1, 8]) {
    const many = Array.from({ length: 20_000 }, (_, section) => 1 + ((section * 7919) % 9));
    const { places, frames, content, metrics } = laidOut(density, 1280, many, false);
    content.headers = [];
    assert.ok(metrics.headerHeight < 12 && content.contentSize[1] < (density === 1 ? 2000 : 12_000), `${content.contentSize[1]}`);
    for (const index of [0, 50_000, frames.length - 1]) assert.deepEqual(places.frame(index), frames[index]);
    const top = content.contentSize[1] / 2;
    const rows = places.rows(top, top + 128);
    const [low, high] = places.span(top, top + 128);
    assert.equal(rows.reduce((sum, { count }) => sum + count, 0), high - low);
    const dividers = places.dividers(top, top + 128);
    assert.ok(dividers.length > 1 && dividers.length <= rows.length + 2, `${dividers.length} lines`);
  }
});

test('titles are where there is room for them', () => {
  const height = (/** @type {number} */ density) => chooseLayout({ kind: 'column', density }, 1280, true).metrics.headerHeight;
  assert.deepEqual([39, 12, 11, 8, 3, 1].map(height), [36, 36, 2, 2, 1, 1]);
});

test('all fit at the size that shows all, and no longer at the next one', () => {
  assert.equal(fittingSize([10_000_000], 1280, 960), 1, 'more than px');
  assert.equal(fittingSize([19_200], 1280, 960), 8);
  assert.equal(fittingSize([19_201], 1280, 960), 7);
  assert.equal(fittingSize([3], 1280, 960), 39);
  assert.equal(fittingSize(Array(2000).fill(3), 1280, 960), 11, 'between lines');
});

test('an answer that comes after a zoom has ended holds no item', () => {
  const { places } = laidOut(16, 320, [400], false);
  /** @type {Frame} */
  const far = [0, 160, 320, 120];
  const landing = { index: 3, viewY: 0, part: 0.5 };
  const under = places.anchor(far, [100, 50])?.index;
  places.land(landing, true, 0);
  assert.equal(places.anchor(far, [100, 50])?.index, under);
  // While the gesture goes on, the item stays whatever is under the fingers.
  places.isZooming = true;
  places.land(landing, true, 0);
  assert.equal(places.anchor(far, [100, 50])?.index, 3);
});
