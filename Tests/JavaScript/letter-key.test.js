// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { letterOf } from '../../Public/grid/access/letter-key.js';

test('a Latin letter is the one that is written, wherever its key is', () => {
  assert.equal(letterOf({ key: 'g', code: 'KeyG' }), 'g');
  assert.equal(letterOf({ key: 'G', code: 'KeyG' }), 'g');
  // A Dvorak keyboard writes g with the key of u.
  assert.equal(letterOf({ key: 'g', code: 'KeyU' }), 'g');
  // Made by a script, without a place on any keyboard.
  assert.equal(letterOf({ key: 'r' }), 'r');
});

test('with a keyboard of another script the place of the key counts', () => {
  assert.equal(letterOf({ key: '\u314e', code: 'KeyG' }), 'g');
  assert.equal(letterOf({ key: '\u043f', code: 'KeyG' }), 'g');
  assert.equal(letterOf({ key: 'Process', code: 'KeyG' }), 'g');
});

test('keys that are no letters stay what they are', () => {
  for (const key of [' ', 'Enter', 'F10', 'ArrowLeft', '+', '0']) assert.equal(letterOf({ key, code: 'Digit0' }), key);
  assert.equal(letterOf({ key: '\u00e9', code: 'Digit2' }), '\u00e9');
  assert.equal(letterOf({ key: 'Process', code: 'Space' }), 'Process');
});
