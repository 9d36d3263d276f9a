// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeSize } from '../../Public/grid/wall/zooming.js';
import { Light } from '../../Public/grid/wall/light.js';
import { Renewal } from '../../Public/grid/wall/renewal.js';
import { sheetParts } from '../../Public/grid/wall/sheet.js';
import { SheetLoader } from '../../Public/grid/wall/sheet-loader.js';
import { joined, nextSheet, takeAgain } from '../../Public/grid/wall/sheet-plan.js';
import { TexelRuns } from '../../Public/grid/wall/texel-runs.js';
import { Texels } from '../../Public/grid/wall/texels.js';

/**
 * @param {object} head
 * @param {number[]} bytes
 */
const body = (head, bytes) => new Uint8Array([...new TextEncoder().encode(JSON.stringify(head)), 10, ...bytes]).buffer;

test('an answer is cut into picture, states and marks', () => {
  const parts = sheetParts(body({ version: 7, index: 0, count: 2, size: 8, columns: 2, type: 'image/jpeg', lengths: [3, 2, 2] }, [1, 2, 3, 0, 4, 5, 6]));
  assert.deepEqual([...parts?.picture ?? []], [1, 2, 3]);
  assert.deepEqual([...parts?.states ?? []], [0, 4]);
  assert.deepEqual([...parts?.marks ?? []], [5, 6]);
});

test('what is known of a colour is in its alpha', () => {
  const parts = sheetParts(body({ version: 1, index: 0, count: 3, size: 1, columns: 3, type: 'rgba', lengths: [12, 0, 0] }, [0, 0, 0, 0, 9, 9, 9, 255, 8, 8, 8, 253]));
  assert.deepEqual([...parts?.states ?? []], [0, 2, 4]);
});

test('what is no sheet is none', () => {
  const head = { version: 1, index: 0, count: 1, size: 8, columns: 1, type: 'image/jpeg', lengths: [2, 1, 0] };
  assert.equal(sheetParts(body(head, [1, 2])), undefined, 'cut short');
  assert.equal(sheetParts(body(head, [1, 2, 3, 4])), undefined, 'too long');
  assert.equal(sheetParts(new TextEncoder().encode('<html>\n</html>').buffer), undefined);
  assert.equal(sheetParts(new ArrayBuffer(0)), undefined);
});

test('what is missing in view comes first, in whole sheets, and only what is missing', () => {
  const known = new TexelRuns([{ index: 0, count: 1000, sheet: 'a', slot: 0 }]);
  assert.deepEqual(nextSheet(known, [900, 1200], [0, 9000], 16), [1000, 2024]);
  assert.deepEqual(nextSheet(known, [500, 800], [0, 9000], 16), [1000, 2024]);
  assert.equal(nextSheet(known, [500, 800], [0, 1100], 16), undefined, 'a row more is not worth a request');
  known.put({ index: 1001, count: 3000, sheet: 'b', slot: 0 });
  assert.deepEqual(nextSheet(known, [500, 1500], [0, 3000], 16), [1000, 1001], 'what a move has brought');
  assert.deepEqual(nextSheet(known, [500, 800], [0, 3000], 16), [1000, 1001]);
});

test('upwards, what is missing is asked for as far as it is missing, nearest first', () => {
  const known = new TexelRuns([{ index: 9000, count: 1000, sheet: 'a', slot: 0 }]);
  assert.deepEqual(nextSheet(known, [8900, 9500], [0, 12_000], 16), [7976, 9000]);
  assert.deepEqual(nextSheet(known, [8900, 9500], [8800, 12_000], 16), [8800, 9000]);
  assert.deepEqual(nextSheet(known, [4000, 9500], [0, 12_000], 16), [4000, 5024], 'the view from its top');
});

test('where the view moves fast, colours of its way come before texels, and nothing is asked for twice', () => {
  /** @type {string[]} */
  const asked = [];
  const loader = new SheetLoader({
    loaderOpen: (parameters) => {
      asked.push(`${parameters.get('size')}: ${parameters.get('index')} ${parameters.get('count')}`);
      return new Promise(() => {});
    },
    loaderLoaded: () => {}, loaderNext: () => {},
  });
  const texels = new Texels();
  /** @type {import('../../Public/grid/wall/sheet-loader.js').Wish} */
  const wish = {
    version: 1, view: [0, 8192], around: [0, 16_384], ahead: [0, 100_000], side: 8, columns: 128, known: texels.runs, before: texels.before, light: undefined,
    isMirrored: false, again: [], certain: { gaps: () => [] },
  };
  loader.update(wish);
  assert.deepEqual(asked.splice(0), ['1: 0 65536', '1: 65536 34464', '8: 0 4096']);
  loader.update({ ...wish, ahead: undefined });
  assert.deepEqual(asked.splice(0), ['8: 4096 4096', '8: 8192 4096'], 'colours that nobody passes any more are called off');
});

test('colours are shown until texels are here, and those of the way stay', () => {
  const texels = new Texels();
  texels.reset(1);
  texels.counts = [300];
  const colours = { ...sheet(300), side: 1 };
  assert.ok(texels.take(colours, 0, 1));
  assert.deepEqual([texels.runs.gaps(0, 300), texels.before.gaps(0, 300)], [[[0, 300]], []]);
  texels.take(sheet(100), 0, 1);
  texels.trim([0, 100], [0, 300]);
  assert.deepEqual(texels.before.gaps(0, 300), []);
  texels.trim([0, 100]);
  assert.equal(texels.before.length, 0);
  assert.ok(colours.isClosed);
});

test('what is to be asked again is asked in parts, near the view', () => {
  /** @type {[number, number][]} */
  const spans = [[0, 10], [100, 5000]];
  assert.deepEqual(takeAgain(spans, [50, 3000], 16), [100, 1124]);
  assert.deepEqual(takeAgain(spans, [50, 3000], 16), [1124, 2148]);
  assert.deepEqual(takeAgain(spans, [50, 3000], 16), [2148, 3000]);
  assert.equal(takeAgain(spans, [50, 3000], 16), undefined);
  assert.deepEqual(joined([[500, 501], [1, 2], [40, 41], [2, 3]]), [[1, 41], [500, 501]]);
});

/** @param {number} count */
const sheet = (count) => /** @type {any} */ ({ side: 8, count, unknown: [], bytes: 0, close() { this.isClosed = true; } });

test('a sheet of an earlier version is taken to where its items are now', () => {
  const texels = new Texels();
  texels.reset(3);
  texels.counts = [10];
  assert.ok(texels.follow([{ from: 3, to: 4, moves: [{ from: [0, 0], to: [0, 9] }] }], 4));
  assert.ok(texels.follow([{ from: 4, to: 5, deletes: [[0, 0]] }], 5));
  assert.ok(!texels.take(sheet(3), 0, 2), 'of a version that nobody remembers');
  assert.ok(texels.take(sheet(3), 0, 4));
  // The first one was deleted since.
  assert.deepEqual(texels.runs.in(0, 10).map(({ index, count, slot }) => [index, count, slot]), [[0, 2, 1]]);
  assert.deepEqual(texels.counts, [9]);
  // Of the version before all changes: the first item went to the end.
  assert.ok(texels.take(sheet(3), 0, 3));
  assert.deepEqual(texels.runs.in(0, 10).map(({ index, count, slot }) => [index, count, slot]), [[0, 1, 2], [1, 1, 2], [8, 1, 0]]);
});

test('where marks or contents have changed, all is shown until it has come again, what is in view first', () => {
  const texels = new Texels();
  texels.reset(3);
  texels.counts = [9000];
  texels.take(sheet(9000), 0, 3);
  assert.deepEqual(texels.doubted(0, 9000), []);
  texels.follow([{ from: 3, to: 4 }], 4);
  texels.doubt();
  assert.deepEqual([texels.runs.gaps(0, 9000), texels.doubted(0, 9000)], [[], [[0, 9000]]]);
  /** @type {string[]} */
  const asked = [];
  const loader = new SheetLoader({
    loaderOpen: (parameters) => {
      asked.push(`${parameters.get('index')} ${parameters.get('count')}`);
      return new Promise(() => {});
    },
    loaderLoaded: () => {}, loaderNext: () => {},
  });
  loader.update({
    version: 4, view: [1000, 2000], around: [0, 3000], side: 8, columns: 100, known: texels.runs, before: texels.before, light: undefined,
    isMirrored: false, again: [], certain: { gaps: (low, high) => texels.doubted(low, high) },
  });
  assert.deepEqual(asked, ['0 3000'], 'what is far away can wait');
  texels.take(sheet(3000), 0, 4);
  assert.deepEqual(texels.doubted(0, 9000), [[3000, 9000]]);
  // One that was on its way may show what was there before.
  texels.take(sheet(10), 0, 3);
  assert.deepEqual(texels.doubted(0, 9000), [[0, 10], [3000, 9000]]);
});

test('another order begins without doubt, also where its versions are lower', () => {
  const texels = new Texels();
  texels.reset(2 ** 40);
  texels.doubt();
  texels.reset(5);
  texels.take(sheet(10), 0, 5);
  assert.deepEqual(texels.doubted(0, 10), []);
});

test('what is asked for again moves with its items', () => {
  const texels = new Texels();
  texels.reset(1);
  texels.counts = [100];
  texels.take(sheet(10), 0, 1);
  texels.doubt();
  texels.take(sheet(90), 10, 1);
  texels.follow([{ from: 1, to: 2, moves: [{ from: [0, 0], to: [0, 50] }] }], 2);
  assert.deepEqual(texels.doubted(0, 100), [[0, 9], [50, 51]]);
});

test('single items are looked up, and asked for again where the order was another meanwhile', async () => {
  let version = 1;
  /** @type {string[]} */
  const log = [];
  const renewal = new Renewal({
    renewalVersion: () => version,
    renewalPlace: async (id) => (id === 'gone' ? undefined : Number(id)),
    renewalAsk: async (index) => {
      log.push(`asked ${index} of ${version}`);
      // The first time, others move it.
      if (version === 1) version = 2;
      return sheet(1);
    },
    renewalCame: (_, index, of) => log.push(`${index} of ${of}`),
    renewalFailed: () => log.push('failed'),
  });
  renewal.renew(['5', 'gone', '7']);
  assert.ok(renewal.isBusy);
  while (renewal.isBusy) await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(log, ['asked 5 of 1', 'asked 5 of 2', '5 of 2', 'asked 7 of 2', '7 of 2']);
  renewal.renew(['9']);
  renewal.clear();
  while (renewal.isBusy) await new Promise((resolve) => setTimeout(resolve));
  assert.equal(log.length, 5);
});

test('texels stay with their items when a section comes before them, moves, or goes', () => {
  const texels = new Texels();
  texels.reset(3);
  texels.counts = [10, 5];
  texels.take(sheet(15), 0, 3);
  const seen = () => texels.runs.in(0, 100).map(({ index, count, slot }) => [index, count, slot]);
  const item = /** @type {any} */ ({ id: 'new' });
  assert.ok(texels.follow([{ from: 3, to: 4, insertSections: [{ at: 0, section: { id: 'day' } }], inserts: [{ at: [0, 0], item }, { at: [0, 1], item }] }], 4));
  assert.deepEqual([texels.counts, seen()], [[2, 10, 5], [[2, 15, 0]]]);
  assert.ok(texels.follow([{ from: 4, to: 5, moveSections: [{ from: 2, to: 1 }] }], 5));
  assert.deepEqual([texels.counts, seen()], [[2, 5, 10], [[2, 5, 10], [7, 10, 0]]]);
  assert.ok(texels.follow([{ from: 5, to: 6, deleteSections: [1] }], 6));
  assert.deepEqual([texels.counts, seen()], [[2, 10], [[2, 10, 0]]]);
});

test('what cannot be followed is forgotten', () => {
  const texels = new Texels();
  texels.reset(3);
  texels.counts = [10, 5];
  texels.take(sheet(10), 0, 3);
  assert.ok(!texels.follow([{ from: 3, to: 4, deleteSections: [2] }], 4), 'of sections that nobody knows');
  assert.deepEqual([texels.runs.length, texels.version, texels.counts], [0, 4, undefined]);
  texels.take(sheet(10), 0, 4);
  assert.ok(!texels.follow([{ from: 6, to: 7 }], 7), 'a gap');
  assert.equal(texels.runs.length, 0);
});

test('sheets that nothing is drawn from any more are closed', () => {
  const texels = new Texels();
  texels.reset(1);
  texels.counts = [100];
  const [first, second, large] = [sheet(50), sheet(50), { ...sheet(100), side: 16 }];
  texels.take(first, 0, 1);
  texels.take(second, 0, 1);
  texels.trim([0, 100]);
  assert.deepEqual([first.isClosed, second.isClosed], [true, undefined]);
  texels.show(16);
  texels.trim([0, 100]);
  assert.equal(second.isClosed, undefined, 'it is shown until the others are here');
  texels.take(large, 0, 1);
  texels.trim([0, 100]);
  assert.deepEqual([second.isClosed, large.isClosed], [true, undefined]);
  texels.clear();
  assert.ok(large.isClosed);
});

test('what is lit comes as bits behind the marks', () => {
  const parts = sheetParts(body({ version: 1, index: 0, count: 9, size: 8, columns: 9, type: 'image/jpeg', lengths: [1, 1, 1, 2] }, [1, 2, 3, 4, 5]));
  assert.deepEqual([...parts?.matches ?? []], [4, 5]);
});

test('of two lights that are asked for, the later one shines', async () => {
  /** @type {((found: {id: string, itemCount: number}) => void)[]} */
  const answers = [];
  let changes = 0;
  const light = new Light(() => new Promise((resolve) => answers.push(resolve)), () => changes++);
  const [early, late] = [light.shine({ search: 'a' }), light.shine({ search: 'b' })];
  answers[1]({ id: 'b', itemCount: 2 });
  answers[0]({ id: 'a', itemCount: 1 });
  assert.deepEqual([await early, await late, light.result, changes], [1, 2, 'b', 1]);
  await light.shine(undefined);
  assert.deepEqual([light.result, changes], [undefined, 2]);
});

test('a gesture goes through each whole px of the wall, and leaves 1 px again', () => {
  assert.deepEqual([1, 1.02, 1.05, 1.1, 1.28, 2].map((factor) => wholeSize(20, factor)), [20, 20, 21, 22, 26, 40]);
  assert.deepEqual([0.9, 0.5, 0.01].map((factor) => wholeSize(8, factor)), [7, 4, 1]);
  assert.deepEqual([1.28, 1.28 ** 2, 1 / 1.28].map((factor) => wholeSize(1, factor)), [2, 3, 1]);
  assert.equal(wholeSize(2, 1 / 1.28), 1);
});
