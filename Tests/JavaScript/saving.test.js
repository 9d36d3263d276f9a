// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportAddress, fileName } from '../../Public/grid/taking/saving.js';

test('a file that the page holds has the name that the server gives it', () => {
  assert.equal(fileName('attachment; filename="Photos.zip"'), 'Photos.zip');
  assert.equal(fileName(`attachment; filename="__.zip"; filename*=UTF-8''${encodeURIComponent('사진')}.zip`), '사진.zip');
  assert.equal(fileName(''), undefined);
});

test('an export names its form, and what is selected with its version', () => {
  assert.equal(exportAddress('/collections/c', 'csv'), '/collections/c/export?as=csv');
  const selected = { version: 7, ranges: [[0, 9], [12, 12]] };
  assert.equal(exportAddress('/collections/c', 'zip', selected, true),
    '/collections/c/export?as=zip&version=7&ranges=0-9,12-12&numbered=1');
});

test('no address names more parts than the server reads', () => {
  const ranges = Array.from({ length: 500 }, (_, i) => [9_000_000 + 2 * i, 9_000_000 + 2 * i]);
  // Well within the head of a request.
  assert.ok((exportAddress('/collections/c', 'paths', { version: 1, ranges })?.length ?? Infinity) < 10_000);
  assert.equal(exportAddress('/collections/c', 'paths', { version: 1, ranges: [...ranges, [1e7, 1e7]] }), undefined);
});
