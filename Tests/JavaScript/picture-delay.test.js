// @ts-check
// What most of the newest pictures took.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PictureDelay } from '../../Public/grid/cells/picture-delay.js';

test('nothing is said of a line before eight pictures have come', () => {
  const delay = new PictureDelay();
  for (let count = 0; count < 7; count++) delay.took(10);
  assert.equal(delay.value, undefined);
  delay.took(10.4);
  assert.equal(delay.value, 10);
});

test('one picture that took long says nothing, two of the newest do, until others have come', () => {
  const delay = new PictureDelay();
  for (let count = 0; count < 7; count++) delay.took(count);
  delay.took(900);
  assert.equal(delay.value, 6);
  delay.took(300);
  assert.equal(delay.value, 300);
  for (let count = 0; count < 7; count++) delay.took(20);
  assert.equal(delay.value, 20);
});

test('it is told but where the scroll bar flies', () => {
  const delay = new PictureDelay();
  for (let count = 0; count < 8; count++) delay.took(20);
  /** @param {import('../../Public/grid/model/motion.js').Phase} phase @param {number} velocity in px/s */
  const told = (phase, velocity) => {
    /** @type {import('../../Public/grid/model/range.js').RangeEvent} */
    const event = { rect: [0, 0, 800, 600], velocity: [0, velocity], phase, version: 1 };
    delay.tell(event, 600);
    return event.pictureDelay;
  };
  assert.equal(told('decelerating', 30_000), 20);
  assert.equal(told('scrubbing', 30_000), undefined);
  assert.equal(told('scrubbing', 0), 20);
});
