// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { home } from '../../Public/grid/server/server.js';
import { ShownOrder } from '../../Public/grid/query/shown-order.js';
import { Selection } from '../../Public/grid/selection/selection.js';
import { placeOfFirst } from '../../Public/grid/selection/selection-move.js';
import { en } from './languages.js';
import { applyPatch } from './apply-patch.js';
import { CellStore } from '../../Public/grid/model/cell-store.js';
import { serve } from './server.js';

/** @typedef {import('../../Public/grid/model/patch.js').Patch} Patch */
/** @typedef {import('../../Public/grid/model/geometry.js').IndexPath} IndexPath */

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Sections that the server answers at once. */
const PAGE = 3;

/**
 * A selection over sections of items, whose server knows the version on screen.
 * @param {number[]} counts items of each section
 */
function selecting(counts) {
  const store = new CellStore();
  store.version = 1;
  store.itemCount = counts.reduce((sum, n) => sum + n, 0);
  let first = 0;
  const sections = counts.map((itemCount, i) => ({ id: `s${i}`, title: '', first: (first += itemCount) - itemCount, itemCount }));
  const asked = serve((_, path) => {
    const offset = Number(/offset=(\d+)/.exec(path)?.[1] ?? 0);
    return { body: { version: 1, itemCount: store.itemCount, total: counts.length, sections: sections.slice(offset, offset + PAGE) } };
  });
  const log = { changed: 0, lost: 0 };
  const selection = new Selection(new ShownOrder('c', en, home), store, { selectionChanged: () => log.changed++, selectionLost: () => log.lost++ });
  const selected = () => Array.from({ length: store.itemCount }, (_, i) => i).filter((i) => selection.has(i));
  return { store, selection, selected, log, asked };
}

test('an item is selected by one toggle and not by two', () => {
  const { selection, selected } = selecting([5]);
  selection.toggle(2);
  selection.toggle(4);
  assert.deepEqual(selected(), [2, 4]);
  selection.toggle(2);
  assert.deepEqual(selected(), [4]);
});

test('Shift extends from the last toggled item, in both directions, and takes back what it went beyond', () => {
  for (let from = 0; from < 6; from++) for (let to = 0; to < 6; to++) for (let then = 0; then < 6; then++) {
    const { selection, selected } = selecting([6]);
    selection.toggle(from);
    selection.extend(to);
    selection.extend(then);
    const low = Math.min(from, then);
    assert.deepEqual(selected(), Array.from({ length: Math.abs(from - then) + 1 }, (_, i) => low + i), `${from} ${to} ${then}`);
  }
});

test('without a selection Shift extends from where the focus was', () => {
  const { selection, selected } = selecting([6]);
  selection.extend(4, 2);
  assert.deepEqual(selected(), [2, 3, 4]);
});

test('a frame adds to what was selected before it, and keeps only what it holds at its end', () => {
  const { selection, selected } = selecting([9]);
  selection.toggle(0);
  selection.frame([[3, 4], [4, 5], [5, 6]]);
  assert.deepEqual(selected(), [0, 3, 4, 5]);
  selection.frame([[4, 5]]);
  selection.frame(undefined);
  assert.deepEqual(selected(), [0, 4]);
  selection.frame([[8, 9]]);
  assert.deepEqual(selected(), [0, 4, 8], 'the next one adds again');
});

test('all are selected in one range, loaded or not', () => {
  const { selection, store } = selecting([3]);
  store.itemCount = 10_000_000;
  selection.all();
  assert.deepEqual(selection.wire, { version: 1, ranges: [[0, 9_999_999]] });
  assert.equal(selection.count, 10_000_000);
  assert.equal(selection.countIn(5, 9), 4);
});

/** All patches of one or two steps over two sections of two items. @returns {Patch[]} */
function patches() {
  /** @type {IndexPath[]} */
  const before = [[0, 0], [0, 1], [1, 0], [1, 1]];
  /** @type {Patch[]} */
  const all = [];
  for (const path of before) all.push({ from: 1, to: 2, deletes: [path] });
  for (const at of /** @type {IndexPath[]} */ ([[0, 0], [0, 1], [0, 2], [1, 0], [1, 2]])) {
    all.push({ from: 1, to: 2, inserts: [{ at, item: { id: 'new' } }] });
  }
  for (const from of before) for (const section of [0, 1]) for (let item = 0; item < (section === from[0] ? 2 : 3); item++) {
    all.push({ from: 1, to: 2, moves: [{ item: `${from}`, from, to: [section, item] }] });
  }
  return all;
}

test('every selection of four items follows every small patch', async () => {
  const items = ['0,0', '0,1', '1,0', '1,1'];
  const snapshot = { version: 1, sections: [0, 1].map((s) => ({ id: `s${s}`, items: [0, 1].map((i) => ({ id: `${s},${i}` })) })) };
  for (const patch of patches()) {
    const after = applyPatch(snapshot, patch).sections.flatMap((s) => s.items.map((i) => i.id));
    for (let mask = 1; mask < 16; mask++) {
      const { selection, selected, store, log } = selecting([2, 2]);
      items.forEach((_, i) => mask & (1 << i) && selection.toggle(i));
      await turn();
      store.version = 2;
      store.itemCount = after.length;
      selection.rebase([patch], false);
      const expected = items.filter((id, i) => mask & (1 << i) && after.includes(id)).sort();
      assert.deepEqual(selected().map((i) => after[i]).sort(), expected, `${JSON.stringify(patch)} of ${mask}`);
      assert.equal(log.lost, 0);
    }
  }
});

test('Shift begins at the item after every small patch, not at its old index', async () => {
  const items = ['0,0', '0,1', '1,0', '1,1'];
  const snapshot = { version: 1, sections: [0, 1].map((s) => ({ id: `s${s}`, items: [0, 1].map((i) => ({ id: `${s},${i}` })) })) };
  for (const patch of patches()) {
    const after = applyPatch(snapshot, patch).sections.flatMap((s) => s.items.map((i) => i.id));
    for (let begun = 0; begun < 4; begun++) for (let end = 0; end < after.length; end++) {
      const { selection, selected, store } = selecting([2, 2]);
      // Two, so that some are left where the patch deletes the one where Shift begins.
      selection.toggle((begun + 1) % 4);
      selection.toggle(begun);
      selection.extend((begun + 2) % 4);
      await turn();
      store.version = 2;
      store.itemCount = after.length;
      selection.rebase([patch], false);
      const first = after.indexOf(items[begun]);
      if (first < 0) continue;
      selection.extend(end);
      const other = after.indexOf(items[(begun + 1) % 4]);
      const expected = after.flatMap((_, i) => (i === other || (i >= Math.min(first, end) && i <= Math.max(first, end)) ? [i] : []));
      assert.deepEqual(selected(), expected, `${JSON.stringify(patch)} from ${begun} to ${end}`);
    }
  }
});

test('where the item at which Shift begins is deleted, it begins at the next one that is there', async () => {
  for (const begun of [1, 3]) {
    const { selection, selected, store } = selecting([4]);
    selection.toggle(0);
    selection.toggle(begun);
    await turn();
    store.version = 2;
    store.itemCount = 3;
    selection.rebase([{ from: 1, to: 2, deletes: [[0, begun]] }], false);
    selection.extend(1);
    assert.deepEqual(selected(), begun === 1 ? [0, 1] : [0, 1, 2], `${begun}`);
  }
});

test('Shift begins at the first item of a frame, and after a reload where it began before', () => {
  const { selection, selected } = selecting([9]);
  selection.toggle(8);
  selection.frame([[4, 5], [3, 4]]);
  selection.frame(undefined);
  selection.extend(6);
  assert.deepEqual(selected(), [3, 4, 5, 6, 8]);
  const again = selecting([9]);
  const state = selection.restorable;
  assert.ok(state);
  again.selection.restore(state);
  again.selection.extend(1);
  assert.deepEqual(again.selected(), [1, 2, 3, 4, 5, 6, 8]);
});

test('in another order Shift begins at the same item', () => {
  const { selection, selected, store } = selecting([9]);
  const cell = (/** @type {number} */ index) => /** @type {any} */ ({ id: 'seven', index });
  store.byIndex.set(7, cell(7));
  store.cells.set('seven', cell(7));
  selection.toggle(7);
  store.version = 1;
  store.cells.set('seven', cell(2));
  selection.rebase([], true, true);
  assert.deepEqual([selection.isEmpty, selection.hasAnchor], [true, true]);
  store.byIndex.set(2, cell(2));
  selection.extend(4);
  assert.deepEqual(selected(), [2, 3, 4]);
  selection.clear();
  assert.equal(selection.hasAnchor, false, 'whoever clears it begins anew');
});

test('what a frame holds far away stays selected when the content changes under it', async () => {
  const { selection, selected, store } = selecting([9]);
  store.byIndex.set(4, /** @type {any} */ ({ id: 'four', index: 4 }));
  selection.frame([[1, 2], [2, 3], [3, 4], [4, 5]]);
  await turn();
  store.version = 2;
  store.itemCount = 10;
  store.byIndex = new Map([[5, /** @type {any} */ ({ id: 'four', index: 5 })]]);
  selection.rebase([{ from: 1, to: 2, inserts: [{ at: [0, 0], item: { id: 'new' } }] }], false);
  selection.keepFar();
  selection.frame([]);
  assert.deepEqual(selected(), [2, 3, 4]);
});

test('where a selection cannot follow, it ends and reports that once', async () => {
  for (const [list, isReset] of /** @type {[Patch[], boolean][]} */ ([
    [[], true], [[{ from: 1, to: 2, deleteSections: [0] }], false], [[{ from: 2, to: 3, deletes: [[0, 0]] }], false],
  ])) {
    const { selection, store, log } = selecting([2, 2]);
    selection.toggle(1);
    await turn();
    store.version = 2;
    selection.rebase(list, isReset);
    assert.deepEqual([selection.count, log.lost], [0, 1], JSON.stringify(list));
  }
  const { selection, log } = selecting([2, 2]);
  selection.rebase([], true);
  assert.equal(log.lost, 0, 'nothing was selected');
});

test('a selection whose items were all deleted ends without a report', async () => {
  const { selection, store, log } = selecting([2, 2]);
  selection.toggle(1);
  await turn();
  store.version = 3;
  selection.rebase([{ from: 1, to: 2, deletes: [[0, 1]] }, { from: 2, to: 3, deleteSections: [1] }], false);
  assert.deepEqual([selection.count, log.lost], [0, 0]);
});

test('the first selected item goes to where one of them alone would, less those selected before it', async () => {
  const count = 5;
  const letters = [...'abcde'];
  for (let mask = 1; mask < 32; mask++) for (let own = 0; own < count; own++) for (let target = 0; target < count; target++) {
    if (!(mask & (1 << own))) continue;
    const { selection } = selecting([count]);
    letters.forEach((_, i) => mask & (1 << i) && selection.toggle(i));
    const rest = letters.filter((_, i) => i !== own);
    // Those that would stay, before the place of the one that is dragged.
    const expected = rest.slice(0, target).filter((letter) => !(mask & (1 << letters.indexOf(letter)))).length;
    assert.deepEqual(await placeOfFirst(selection, [0, target], own), [0, expected], `${mask} ${own} ${target}`);
  }
});

test('sections are read once for each version', async () => {
  const { selection, store, asked } = selecting([2, 2]);
  await selection.sections();
  await selection.sections();
  assert.equal(asked.length, 1);
  store.version = 2;
  await selection.sections();
  assert.equal(asked.length, 2);
});

test('what is selected in sections behind the first page follows changes, and they are read once while a frame is drawn', async () => {
  const { selection, selected, store, log, asked } = selecting([1, 1, 1, 1, 2, 2, 2]);
  for (let high = 6; high <= 8; high++) selection.frame([[5, high]]);
  await selection.sections();
  assert.equal(asked.length, 3, asked.join());
  store.version = 2;
  selection.rebase([{ from: 1, to: 2, moves: [{ item: 'a', from: [0, 0], to: [6, 1] }] }], false);
  assert.deepEqual([selected(), log.lost], [[4, 5, 6], 0]);
  assert.deepEqual(await placeOfFirst(selection, [5, 1], 6), [5, 0]);
});
