// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { expectNumbers } from '../../Public/grid/element/element-attributes.js';
import { chooseLayout, LAYOUT_NUMBERS, ownNumbers, USUAL_DENSITY } from '../../Public/grid/element/layout-choice.js';
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

test('below a picture in columns there is room for its caption, elsewhere cells keep their shapes', () => {
  const of = (/** @type {string} */ kind, /** @type {boolean} */ captions) => chooseLayout({ kind, density: 184, captions }, 1200, false).wire;
  assert.equal(Number(of('column', true).cellHeight) - Number(of('column', false).cellHeight), 40);
  for (const kind of ['justified', 'mosaic', 'list']) assert.deepEqual(of(kind, true), of(kind, false));
});

test('below 40 px every layout is a wall of squares of whole px, unless there are numbers', () => {
  for (const kind of ['column', 'list', 'justified', 'mosaic']) {
    for (let density = 1; density < 40; density++) {
      const { wire, metrics } = chooseLayout({ kind, density }, 1280, true);
      assert.deepEqual(metrics, { ...wire, isWall: true });
      assert.equal(metrics.cellHeight, columnWidth(metrics, 1280));
      assert.ok(metrics.cellHeight >= density && metrics.spacing <= density / 8, `${density}`);
    }
  }
  assert.equal(chooseLayout({ kind: 'column', density: 40 }, 1280, true).metrics.isWall, undefined);
  assert.equal(chooseLayout({ kind: 'column', density: 30, numbers: { spacing: 2 } }, 1280, true).metrics.isWall, undefined);
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
    const { wire, metrics } = chooseLayout({ kind, density: 144 }, 800, true);
    assert.equal(wire.minSectionWidth, expected, kind);
    if (kind === 'list') assert.equal(metrics.minSectionWidth, 0);
    assert.ok(!chooseLayout({ kind, density: 144 }, 800, false).wire.minSectionWidth, kind);
  }
});

test('the mosaic keeps shapes unless the collection asks for its sequence of styles', () => {
  const numbers = ownNumbers({ kind: 'mosaic', keepsShapes: 0 }, 'mosaic', 184);
  assert.deepEqual(chooseLayout({ kind: 'mosaic', density: 184, numbers }, 1280, false).wire, { kind: 'mosaic', segmentHeight: 230, headerHeight: 0 });
  const { wire } = chooseLayout({ kind: 'mosaic', density: 184 }, 390, false);
  assert.deepEqual(wire, { kind: 'mosaic', segmentHeight: 205, headerHeight: 0, keepsShapes: 1, minSectionWidth: 0 });
});

test('cells of a size of their own scale with the density, within what the server takes, down to the wall', () => {
  const card = { kind: 'column', minColumnWidth: 200, cellHeight: 300, spacing: 12 };
  const at = (/** @type {number} */ density) => chooseLayout({ kind: 'column', density, numbers: ownNumbers(card, 'column', density) }, 1280, false);
  const size = (/** @type {number} */ density) => [at(density).wire.minColumnWidth, at(density).wire.cellHeight, at(density).wire.spacing];
  assert.deepEqual(size(USUAL_DENSITY), [200, 300, 12]);
  assert.deepEqual(size(USUAL_DENSITY * 2), [400, 600, 12]);
  assert.deepEqual(size(40), [50, 75, 12]);
  assert.equal(at(39).metrics.isWall, true);
  assert.equal(ownNumbers(card, 'list', 160), undefined);
  assert.equal(ownNumbers(undefined, 'column', 160), undefined);
  for (const [kind, ranges] of Object.entries(LAYOUT_NUMBERS)) {
    for (const end of [0, 1]) {
      const most = Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, range[end]]));
      for (const density of [40, 160, 1024]) {
        const numbers = ownNumbers({ kind, ...most }, kind, density) ?? {};
        for (const [name, [low, high]] of Object.entries(ranges)) {
          const number = Reflect.get(numbers, name);
          assert.ok(number >= low && number <= high, `${kind}.${name} ${number} at ${density}`);
        }
      }
    }
  }
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

test('numbers overrule what follows from a size, and headers come with sections only', () => {
  const numbers = { minColumnWidth: 200, cellHeight: 300, spacing: 12, inset: 20, headerHeight: 48, minSectionWidth: 0 };
  assert.deepEqual(chooseLayout({ kind: 'column', density: 144, numbers }, 1000, true).wire, { kind: 'column', ...numbers });
  assert.equal(chooseLayout({ kind: 'column', density: 144, numbers }, 1000, false).wire.headerHeight, 0);
  const { wire, metrics } = chooseLayout({ kind: 'list', density: 144, numbers: { rowHeight: 88 } }, 800, false);
  assert.deepEqual([wire.rowHeight, metrics.cellHeight, wire.spacing], [88, 88, 4]);
  assert.equal(chooseLayout({ kind: 'justified', density: 144, numbers: { rowHeight: 300 } }, 390, false).wire.rowHeight, 300);
  const mosaic = { kind: 'mosaic', density: 184 };
  assert.equal(chooseLayout({ ...mosaic, numbers: { segmentHeight: 90 } }, 390, false).wire.segmentHeight, 90);
  assert.equal(chooseLayout({ ...mosaic, numbers: { keepsShapes: 0 } }, 390, true).wire.minSectionWidth, undefined);
});

test('cells of columns are as tall as they are wide, unless a number says otherwise', () => {
  const { wire } = chooseLayout({ kind: 'column', density: 144, numbers: { minColumnWidth: 200, spacing: 0, inset: 0 } }, 1000, false);
  assert.deepEqual([wire.minColumnWidth, wire.cellHeight], [200, 200]);
});

test('the numbers of layouts, and their ranges, are those that the server describes', () => {
  const schemas = JSON.parse(readFileSync(new URL('../../Sources/CInterfaceDescription/schemas.json', import.meta.url), 'utf8'));
  const { kind, ...described } = schemas.LayoutOptions.properties;
  assert.deepEqual(new Set(Object.keys(LAYOUT_NUMBERS)), new Set(kind.enum));
  const all = Object.values(LAYOUT_NUMBERS).flatMap((ranges) => Object.entries(ranges));
  assert.deepEqual(new Set(all.map(([name]) => name)), new Set(Object.keys(described)));
  for (const [name, { minimum, maximum, enum: values = [minimum, maximum] }] of Object.entries(described)) {
    const ranges = all.filter((entry) => entry[0] === name).map(([, range]) => range);
    assert.deepEqual([Math.min(...ranges.map(([least]) => least)), Math.max(...ranges.map(([, most]) => most))], values, name);
  }
});

test('a wrong number is refused by its name', () => {
  const refused = (/** @type {any} */ layout) => {
    try {
      expectNumbers(layout);
    } catch (error) {
      return `${/** @type {Error} */ (error).name} ${/** @type {Error} */ (error).message}`;
    }
    return undefined;
  };
  for (const right of [{}, { cellHeight: 16 }, { kind: 'list', rowHeight: 4096, inset: undefined }, { kind: 'mosaic', keepsShapes: 1 }]) {
    assert.equal(refused(right), undefined);
  }
  for (const [layout, kind, named] of /** @type {const} */ ([
    [{ kind: 'gird' }, 'TypeError', /layout.kind is none of column, list, justified, mosaic$/], [{ kind: 'constructor' }, 'TypeError', /layout.kind/],
    [{ rowHeight: 60 }, 'TypeError', /layout.rowHeight is none of minColumnWidth, cellHeight/],
    [{ toString: 1 }, 'TypeError', /layout.toString/], [{ cellHeight: '300' }, 'TypeError', /layout.cellHeight is a number/],
    [{ cellHeight: NaN }, 'RangeError', /layout.cellHeight is 1 to 4096/], [{ kind: 'justified', rowHeight: 15 }, 'RangeError', /is 16 to/],
    [{ spacing: -1 }, 'RangeError', /layout.spacing is 0 to 256/],
  ])) {
    const words = refused(layout);
    assert.ok(words?.startsWith(kind) && named.test(words), `${JSON.stringify(layout)}: ${words}`);
  }
});
