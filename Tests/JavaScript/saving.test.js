// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileName } from '../../Public/grid/taking/saving.js';

test('a file that the page holds has the name that the server gives it', () => {
  assert.equal(fileName('attachment; filename="Photos.zip"'), 'Photos.zip');
  assert.equal(fileName(`attachment; filename="__.zip"; filename*=UTF-8''${encodeURIComponent('사진')}.zip`), '사진.zip');
  assert.equal(fileName(''), undefined);
});
