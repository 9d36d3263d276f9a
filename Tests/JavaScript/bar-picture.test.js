// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf } from '../../Public/grid/wall/bar-picture.js';

test('each part of the bar has an item', () => {
  for (const itemCount of [1, 2, 3, 99, 250, 251, 530, 999, 1000, 1001, 1_000_000]) {
    for (const height of [1, 60, 752, 1440]) {
      const { rows, columns } = partsOf(itemCount, height);
      assert.ok(rows >= 1 && columns >= 1 && rows * columns <= itemCount, `${rows} × ${columns} for ${itemCount}`);
    }
  }
});

test('a bar of many items is as fine as it can be', () => assert.deepEqual(partsOf(100_000, 752), { rows: 251, columns: 4 }));
