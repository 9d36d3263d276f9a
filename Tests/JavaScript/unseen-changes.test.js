// @ts-check
// Changes of cells out of view wait for each other, but not for long, and not when the view comes near.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UnseenChanges } from '../../Public/grid/cells/unseen-changes.js';

/** @typedef {import('../../Public/grid/cells/cell-pool.js').CellNode} CellNode */

/** @param {number} y of a node 100 px high */
const nodeAt = (y) => /** @type {CellNode} */ (/** @type {unknown} */ ({ cell: { frame: [0, y, 100, 100] } }));

test('what is in view does not wait, what is out of view may', () => {
  const changes = new UnseenChanges(() => {});
  changes.draw(0, 1000, 0, false);
  assert.ok(!changes.mayWait(nodeAt(500)) && !changes.mayWait(nodeAt(950)));
  assert.ok(changes.mayWait(nodeAt(1100)) && changes.mayWait(nodeAt(-200)));
  assert.ok(!changes.mayWait(/** @type {CellNode} */ ({ cell: undefined })), 'a node without a cell is done with at once');
});

test('changes wait until a cell is near, many wait, or the frame changes cells anyway', () => {
  const changes = new UnseenChanges(() => {});
  /** @type {number[]} */
  const drawn = [];
  const add = (/** @type {number} */ y) => changes.add(nodeAt(y), () => drawn.push(y));
  changes.draw(0, 1000, 0, false);
  add(1100);
  add(1300);
  changes.draw(0, 1000, 0, false);
  assert.deepEqual(drawn, []);
  assert.equal(changes.size, 2);
  // The view reaches the first within a tenth of a second.
  changes.draw(0, 1000, 1500, false);
  assert.deepEqual(drawn, [1100, 1300]);
  assert.equal(changes.size, 0);

  add(3000);
  changes.draw(0, 1000, 0, true);
  assert.deepEqual(drawn.splice(0), [1100, 1300, 3000]);

  for (let i = 0; i < 16; i++) {
    changes.draw(0, 1000, 0, false);
    assert.deepEqual(drawn, [], `${i} wait`);
    add(4000 + i);
  }
  changes.draw(0, 1000, 0, false);
  assert.equal(drawn.length, 16);
});

test('what waits asks for a frame after a while', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let asked = 0;
  const changes = new UnseenChanges(() => asked++);
  let drawn = 0;
  changes.draw(0, 1000, 0, false);
  changes.add(nodeAt(2000), () => drawn++);
  changes.add(nodeAt(2000), () => drawn++);
  context.mock.timers.tick(299);
  assert.equal(asked, 0);
  context.mock.timers.tick(1);
  assert.equal(asked, 1);
  changes.draw(0, 1000, 0, false);
  assert.equal(drawn, 2);
  // Nothing is asked for when nothing waits, and the next wait is as long.
  context.mock.timers.tick(1000);
  assert.equal(asked, 1);
  changes.add(nodeAt(2000), () => drawn++);
  changes.draw(0, 1000, 0, false);
  assert.equal(drawn, 2);
  context.mock.timers.tick(300);
  assert.equal(asked, 2);
});

test('a change that is covered in view waits there too', () => {
  const changes = new UnseenChanges(() => {});
  let drawn = 0;
  changes.draw(0, 1000, 0, false);
  changes.add(nodeAt(500), () => drawn++, true);
  changes.draw(0, 1000, 0, false);
  assert.equal(drawn, 0);
  changes.draw(0, 1000, 0, true);
  assert.equal(drawn, 1);
});
