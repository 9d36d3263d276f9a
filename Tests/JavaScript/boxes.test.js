// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf } from '../../Public/grid/cells/boxes.js';

/** @param {unknown} boxes */
const item = (boxes, size = { width: 400, height: 200 }) => /** @type {any} */ ({ id: 'a', ...size, attributes: { boxes } });

test('boxes are shares of the picture, or its pixels', () => {
  assert.deepEqual(boxesOf(item([{ label: 'ear', x: 0.1, y: 0.2, width: 0.3, height: 0.4, score: 1 }, { x: 100, y: 50, width: 40, height: 20 }])), [
    { label: 'ear', x: 0.1, y: 0.2, width: 0.3, height: 0.4 }, { x: 0.25, y: 0.25, width: 0.1, height: 0.1 },
  ]);
});

test('what is no box is passed over', () => {
  assert.deepEqual(boxesOf(item('none')), []);
  assert.deepEqual(boxesOf(item([null, 3, {}, { x: 0, y: 0, width: 0, height: 1 }, { x: 'a', y: 0, width: 1, height: 1 }])), []);
  assert.deepEqual(boxesOf(item([{ x: 0, y: 0, width: 1, height: 1 }], /** @type {any} */ ({}))), []);
  assert.deepEqual(boxesOf(undefined), []);
  assert.equal(boxesOf(item(Array(500).fill({ x: 0, y: 0, width: 1, height: 1 }))).length, 200);
});
