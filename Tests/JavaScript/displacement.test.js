// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnCount, columnWidth } from '../../Public/grid/model/column-metrics.js';
import { Places } from '../../Public/grid/reorder/displacement.js';

/** @typedef {import('../../Public/grid/model/geometry.js').IndexPath} IndexPath */
const layout = { kind: 'column', minColumnWidth: 100, cellHeight: 90, spacing: 4, inset: 6, headerHeight: 32 };
const WIDTH = 360;

/**
 * Cells and headers as the server lays them out.
 * @param {string[][]} sections
 */
function layOut(sections) {
  const columns = columnCount(layout, WIDTH);
  const w = columnWidth(layout, WIDTH);
  /** @type {any[]} */
  const cells = [];
  /** @type {any[]} */
  const headers = [];
  let y = 0;
  sections.forEach((items, s) => {
    headers.push({ section: s, id: 's' + s, title: '', frame: [0, y, WIDTH, 32], itemCount: items.length });
    y += 38;
    items.forEach((id, i) => cells.push({
      id, index: cells.length, indexPath: [s, i],
      frame: [6 + (i % columns) * (w + 4), y + Math.floor(i / columns) * 94, w, 90],
    }));
    const rows = Math.ceil(items.length / columns);
    y += (rows ? rows * 94 - 4 : 0) + 6;
  });
  return { cells, headers };
}

/**
 * @param {string[][]} sections
 * @param {IndexPath} from
 * @param {IndexPath} to
 */
function moved(sections, from, to) {
  const result = sections.map((s) => [...s]);
  const [item] = result[from[0]].splice(from[1], 1);
  result[to[0]].splice(to[1], 0, item);
  return result;
}

test('making room shows every cell where it will be after the move, but for the row that the source may lose', () => {
  const sections = [['a', 'b', 'c', 'd'], ['e', 'f', 'g'], [], ['h']];
  const before = layOut(sections);
  sections.forEach((items, s) => items.forEach((item, i) => sections.forEach((other, t) => {
    for (let k = 0; k <= other.length - (s === t ? 1 : 0); k++) {
      const places = new Places({ ...before, item, from: [s, i], width: WIDTH, layout });
      const room = places.makeRoom([t, k]);
      const height = (/** @type {number} */ n) => Math.max(0, Math.ceil(n / columnCount(layout, WIDTH)) * 94 - 4);
      const lost = s === t ? 0 : height(items.length) - height(items.length - 1);
      for (const cell of layOut(moved(sections, [s, i], [t, k])).cells) {
        if (cell.indexPath[0] > s) cell.frame[1] += lost;
        const old = before.cells.find((c) => c.id === cell.id);
        assert.deepEqual(room.get(cell.id) ?? old.frame, cell.frame, `${item} to ${t},${k}: ${cell.id}`);
      }
    }
  })));
});

test('the nearest place under a point is the one that is seen there, also past the end and in an empty section', () => {
  const scene = layOut([['a', 'b', 'c', 'd'], ['e', 'f'], []]);
  const places = new Places({ ...scene, item: 'a', from: [0, 0], width: WIDTH, layout });
  const centre = (/** @type {any} */ id) => {
    const [x, y, w, h] = scene.cells.find((c) => c.id === id).frame;
    return /** @type {[number, number]} */ ([x + w / 2, y + h / 2]);
  };
  assert.deepEqual(places.nearest(...centre('d'), [0, 0]), [0, 3]);
  assert.deepEqual(places.nearest(...centre('f'), [0, 0]), [1, 1]);
  const [fx, fy] = centre('f');
  assert.deepEqual(places.nearest(fx + 110, fy, [0, 0]), [1, 2]);
  assert.deepEqual(places.nearest(60, scene.headers[2].frame[1] + 60, [0, 0]), [2, 0]);
});

test('the place in the next row may be in the next section', () => {
  const scene = layOut([['a', 'b', 'c', 'd'], ['e', 'f']]);
  const places = new Places({ ...scene, item: 'a', from: [0, 0], width: WIDTH, layout });
  assert.deepEqual(places.inNextRow([0, 0], 1), [0, 3]);
  assert.equal(places.inNextRow([0, 3], 1)[0], 1);
  assert.deepEqual(places.inNextRow([0, 0], -1), [0, 0]);
});

test('beside others, a section begins where its header does, and its end is on its last cell where there is no room', () => {
  const w = columnWidth(layout, WIDTH);
  const at = (/** @type {number} */ column) => 6 + column * (w + 4);
  const cells = /** @type {any[]} */ ([['a', 0, 0, 0], ['b', 1, 0, 1]].map(([id, s, i, column], index) => (
    { id, index, indexPath: [s, i], frame: [at(Number(column)), 38, w, 90] })));
  const headers = /** @type {any[]} */ ([
    { section: 0, id: 's0', title: '', frame: [0, 0, at(1) - 6, 32], itemCount: 1 },
    { section: 1, id: 's1', title: '', frame: [at(1) - 6, 0, WIDTH - at(1) + 6, 32], itemCount: 1 },
  ]);
  for (const isMirrored of [false, true]) {
    const flip = (/** @type {any} */ f) => (isMirrored ? [WIDTH - f[0] - f[2], f[1], f[2], f[3]] : f);
    const scene = {
      cells: cells.map((cell) => ({ ...cell, frame: flip(cell.frame) })), headers: headers.map((h) => ({ ...h, frame: flip(h.frame) })),
      width: WIDTH, layout, isMirrored,
    };
    const places = new Places({ ...scene, item: 'b', from: [1, 0] });
    const x = (/** @type {number} */ value) => (isMirrored ? WIDTH - value : value);
    assert.deepEqual(places.nearest(x(at(0) + w * 0.9), 60, [1, 0]), [0, 1], 'on the last third');
    assert.deepEqual(places.nearest(x(at(0) + w * 0.3), 60, [1, 0]), [0, 0]);
    const others = new Places({ ...scene, item: 'a', from: [0, 0] });
    assert.deepEqual(others.frame([1, 1]), flip([at(2), 38, w, 90]));
    assert.deepEqual(others.nearest(x(at(2) + 5), 60, [0, 0]), [1, 1], 'beside the last one, where there is room');
  }
});
