// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marksAway } from '../../Public/grid/taking/marks-away.js';
import { exportAddress, fileName } from '../../Public/grid/taking/saving.js';

test('a file that the page holds has the name that the server gives it', () => {
  assert.equal(fileName('attachment; filename="Photos.zip"'), 'Photos.zip');
  assert.equal(fileName(`attachment; filename="__.zip"; filename*=UTF-8''${encodeURIComponent('사진')}.zip`), '사진.zip');
  assert.equal(fileName(''), undefined);
});

test('an export names its form, and what is selected with its version', () => {
  assert.equal(exportAddress('/collections/c', 'csv'), '/collections/c/export?as=csv');
  const selected = { version: 7, ranges: [[0, 9], [12, 12]] };
  assert.equal(exportAddress('/collections/c', 'zip', selected, { numbered: '1' }),
    '/collections/c/export?as=zip&numbered=1&version=7&ranges=0-9,12-12');
});

test('no address names more parts than the server reads', () => {
  const ranges = Array.from({ length: 500 }, (_, i) => [9_000_000 + 2 * i, 9_000_000 + 2 * i]);
  // Well within the head of a request.
  assert.ok((exportAddress('/collections/c', 'paths', { version: 1, ranges })?.length ?? Infinity) < 10_000);
  assert.equal(exportAddress('/collections/c', 'paths', { version: 1, ranges: [...ranges, [1e7, 1e7]] }), undefined);
});

test('marks leave under the name that the other program reads', async () => {
  /** @type {string[]} */
  const said = [];
  const taken = [];
  const take = async (form, options) => taken.push(exportAddress('/c', form, undefined, options)) > 0;
  for (const entry of marksAway({ sidecarsOfRaw: 'RAW only' }, take, (words) => said.push(words))) await entry.act();
  assert.deepEqual(taken, ['/c/export?as=xmp-zip&names=short', '/c/export?as=xmp-zip&names=full',
    '/c/export?as=script&flag=reject', '/c/export?as=paths&flag=reject']);
  assert.deepEqual(said, ['RAW only'], 'only Lightroom leaves JPEG files alone');
});
