// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueOf } from '../../Public/grid/selection/field-setting.js';

test('a text is the value that it looks like, where that can be sent', () => {
  assert.equal(valueOf('', undefined), null);
  assert.equal(valueOf('0.25', undefined), 0.25);
  assert.equal(valueOf('true', 'boolean'), true);
  assert.equal(valueOf('cow', 'boolean'), 'cow');
  for (const text of ['007', 'NaN', 'Infinity', '-Infinity', '1e400', ' 1']) assert.equal(valueOf(text, undefined), text);
});
