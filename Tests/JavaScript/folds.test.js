// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldSection, foldSections } from '../../Public/grid/query/fold-sections.js';
import { Folds, unfolded } from '../../Public/grid/query/folds.js';

const grouped = { group: { field: 'taken', by: /** @type {const} */ ('month') } };

test('a query takes along what is folded in its grouping, and loses it again', () => {
  const folds = new Folds();
  assert.equal(folds.on(undefined), undefined);
  foldSection(folds, undefined, 'a', true);
  foldSection(folds, grouped, 'month', true);
  assert.deepEqual(folds.on(undefined), { fold: { sections: ['a'] } });
  assert.deepEqual(folds.on({ search: 'x' }), { search: 'x', fold: { sections: ['a'] } });
  assert.deepEqual(folds.on(grouped), { ...grouped, fold: { sections: ['month'] } });
  assert.deepEqual(folds.on({ sort: [{ field: 'taken' }] }), { sort: [{ field: 'taken' }] }, 'there are no sections');
  assert.deepEqual(unfolded(folds.on({ search: 'x' })), { search: 'x' });
  assert.equal(unfolded(folds.on(undefined)), undefined);
  assert.deepEqual(new Folds(folds.restorable).on(undefined), folds.on(undefined));
});

test('with all folded, those that are open are named', () => {
  const folds = new Folds();
  foldSections(folds, undefined, true);
  assert.deepEqual(folds.on(undefined), { fold: { all: true, sections: [] } });
  foldSection(folds, undefined, 'b', false);
  assert.deepEqual(folds.on(undefined), { fold: { all: true, sections: ['b'] } });
  foldSection(folds, undefined, 'b', true);
  assert.deepEqual(folds.on(undefined), { fold: { all: true, sections: [] } });
  foldSections(folds, undefined, false);
  assert.equal(folds.restorable, undefined);
});

test('no more are named than the server takes', () => {
  const folds = new Folds();
  for (let i = 0; i < 1000; i++) assert.ok(foldSection(folds, undefined, String(i), true));
  assert.ok(!foldSection(folds, undefined, 'one more', true));
  assert.equal(folds.on(undefined)?.fold?.sections.length, 1000);
});

test('stacks that are open go along with a query that folds them, and with no other', () => {
  const folds = new Folds();
  folds.openStacks = ['a'];
  assert.equal(folds.on(undefined), undefined);
  assert.deepEqual(folds.on({ search: 'x' }), { search: 'x' });
  const folded = { stacks: /** @type {const} */ ('folded') };
  assert.deepEqual(folds.on(folded), { stacks: 'folded', openStacks: ['a'] });
  foldSection(folds, folded, 's', true);
  assert.deepEqual(folds.on(folded), { stacks: 'folded', openStacks: ['a'], fold: { sections: ['s'] } });
  assert.deepEqual(unfolded(folds.on(folded)), folded);
});
