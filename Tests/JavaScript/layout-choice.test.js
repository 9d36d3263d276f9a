// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLayout } from '../../Public/grid/element/layout-choice.js';
import { columnCount, columnWidth } from '../../Public/grid/model/column-metrics.js';

/** Every size of the page's menu, in windows from a phone's to a wall's. */
function* choices() {
  for (const density of [64, 88, 112, 144, 184, 232, 300, 400]) {
    for (let width = 200; width <= 4000; width += 137) yield { density, width };
  }
}

test('cells of columns are as tall as they are wide', () => {
  for (const { density, width } of choices()) {
    const { wire, metrics } = chooseLayout({ kind: 'column', density }, width, false);
    assert.deepEqual(wire, metrics, 'the server gets the same');
    assert.equal(metrics.cellHeight, Math.max(24, columnWidth(metrics, width)), `${density} in ${width}`);
  }
});

test('a list is one column whose rows have a height for fingers', () => {
  for (const { density, width } of choices()) {
    const { wire, metrics } = chooseLayout({ kind: 'list', density }, width, false);
    assert.equal(columnCount(metrics, width), 1, `${density} in ${width}`);
    assert.ok(metrics.cellHeight >= 40 && metrics.cellHeight <= 160);
    assert.equal(wire.rowHeight, metrics.cellHeight);
  }
});

test('larger sizes never make smaller cells', () => {
  for (const kind of ['column', 'list', 'mosaic', 'justified']) {
    for (const width of [320, 1000]) {
      let last = 0;
      for (const density of [64, 88, 112, 144, 184, 232, 300, 400]) {
        const { wire } = chooseLayout({ kind, density }, width, false);
        const size = Number(kind === 'column' ? wire.minColumnWidth : kind === 'mosaic' ? wire.segmentHeight : wire.rowHeight);
        assert.ok(size >= last, `${kind} ${density} in ${width}: ${size} after ${last}`);
        last = size;
      }
    }
  }
});

test('two pictures fit into a row of the justified layout in a narrow window', () => {
  const { wire } = chooseLayout({ kind: 'justified', density: 400 }, 390, false);
  assert.equal(wire.rowHeight, 150);
});

test('short sections share lines in all layouts of pictures, and the list has none', () => {
  for (const [kind, expected] of /** @type {const} */ ([['column', 150], ['justified', 150], ['mosaic', 150], ['list', undefined]])) {
    const { wire, metrics } = chooseLayout({ kind, density: 144, keepsShapes: true }, 800, true);
    assert.equal(wire.minSectionWidth, expected, kind);
    if (kind === 'list') assert.equal(metrics.minSectionWidth, 0);
    assert.ok(!chooseLayout({ kind, density: 144, keepsShapes: true }, 800, false).wire.minSectionWidth, kind);
  }
});

test('the mosaic keeps shapes unless the collection asks for its sequence of styles', () => {
  assert.deepEqual(chooseLayout({ kind: 'mosaic', density: 184 }, 1280, false).wire, { kind: 'mosaic', segmentHeight: 230, headerHeight: 0 });
  const { wire } = chooseLayout({ kind: 'mosaic', density: 184, keepsShapes: true }, 390, false);
  assert.deepEqual(wire, { kind: 'mosaic', segmentHeight: 205, headerHeight: 0, keepsShapes: 1, minSectionWidth: 0 });
});

test('only a collection with sections has headers', () => {
  for (const kind of ['column', 'list', 'mosaic', 'justified']) {
    assert.equal(chooseLayout({ kind, density: 144 }, 800, false).wire.headerHeight, 0, kind);
    assert.equal(chooseLayout({ kind, density: 144 }, 800, true).wire.headerHeight, 36, kind);
  }
});

test('an unknown kind is asked for by its name alone', () => {
  assert.deepEqual(chooseLayout({ kind: 'spiral', density: 144 }, 800, true).wire, { kind: 'spiral' });
});
