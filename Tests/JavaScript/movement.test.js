// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AutoScroll, autoScrollSpeed } from '../../Public/grid/scroll/auto-scroll.js';
import { Movement } from '../../Public/grid/reorder/movement.js';

/**
 * As `ShownOrder.path`.
 * @param {string} collection
 * @returns {(...rest: string[]) => string}
 */
const pathOf = (collection) => (...rest) => ['', collection, ...rest.map(encodeURIComponent)].join('/');

/** A server whose answers are given one by one. */
function server() {
  /** @type {{method: string, path: string, body: any, resolve: (v?: any) => void, reject: (e: any) => void}[]} */
  const calls = [];
  const call = (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ body) =>
    new Promise((resolve, reject) => calls.push({ method, path, body, resolve, reject }));
  return { calls, call };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function begun(path = pathOf('c')) {
  const { calls, call } = server();
  const movement = new Movement(call, path, 'x', [0, 2], 7);
  calls[0].resolve({ movement: 'm', item: 'x', from: [0, 2] });
  await movement.begun;
  await turn();
  return { calls, movement };
}

test('places proposed meanwhile are dropped but the newest', async () => {
  const { calls, movement } = await begun();
  movement.propose([0, 3], 7);
  movement.propose([0, 4], 7);
  movement.propose([0, 5], 7);
  assert.equal(calls.length, 2);
  calls[1].resolve({ target: [0, 3] });
  await turn();
  assert.deepEqual(calls.map((c) => c.body?.to).slice(1), [[0, 3], [0, 5]]);
  assert.deepEqual(movement.target, [0, 3]);
  movement.cancel();
});

test('a step begins at the place proposed last, and where the server has sent the item elsewhere, there', async () => {
  const { calls, movement } = await begun();
  assert.deepEqual(movement.aim, [0, 2]);
  movement.propose([0, 3], 7);
  assert.deepEqual([movement.aim, movement.target], [[0, 3], [0, 2]]);
  movement.propose([0, 4], 7);
  calls[1].resolve({ target: [0, 3] });
  await turn();
  assert.deepEqual([movement.aim, movement.target], [[0, 4], [0, 3]]);
  calls[2].resolve({ target: [0, 9] });
  await turn();
  assert.deepEqual([movement.aim, movement.target], [[0, 9], [0, 9]]);
  movement.cancel();
});

test('places proposed before the server has allowed the movement are sent after it, and settled before the end', async () => {
  const { calls, call } = server();
  const movement = new Movement(call, pathOf('c'), 'x', [0, 2], 7);
  movement.propose([0, 3], 7);
  movement.propose([0, 4], 7);
  let isSettled = false;
  const settled = movement.settled().then(() => (isSettled = true));
  assert.deepEqual([movement.isBegun, movement.aim, calls.length], [false, [0, 4], 1]);
  calls[0].resolve({ movement: 'm', item: 'x', from: [0, 2] });
  await turn();
  assert.deepEqual([movement.isBegun, calls[1].path, calls[1].body], [true, '/c/movements/m', { to: [0, 4], version: 7 }]);
  assert.ok(!isSettled);
  calls[1].resolve({ target: [0, 4] });
  await settled;
  assert.deepEqual(movement.target, [0, 4]);
  movement.cancel();
});

test('a movement that is refused proposes nothing; one cancelled before the answer is cancelled after it', async () => {
  const refused = server();
  const one = new Movement(refused.call, pathOf('c'), 'x', [0, 2], 7);
  one.propose([0, 3], 7);
  refused.calls[0].reject(new Error('pinned'));
  await assert.rejects(one.begun, /pinned/);
  await one.settled();
  assert.equal(refused.calls.length, 1);
  const slow = server();
  const other = new Movement(slow.call, pathOf('c'), 'x', [0, 2], 7);
  other.propose([0, 3], 7);
  other.cancel();
  slow.calls[0].resolve({ movement: 'm' });
  await turn();
  assert.deepEqual(slow.calls.map((c) => `${c.method} ${c.path}`), ['POST /c/movements', 'DELETE /c/movements/m']);
});

test('a place is proposed in the version on screen; a target of another version is not drawn', async () => {
  const { calls, movement } = await begun();
  /** @type {any[]} */
  const heard = [];
  movement.onNewer = (version) => heard.push(version);
  movement.onTarget = (target) => heard.push(target);
  movement.propose([0, 3], 7);
  assert.deepEqual(calls[1].body, { to: [0, 3], version: 7 });
  calls[1].resolve({ target: [0, 5], version: 9 });
  await turn();
  assert.deepEqual(heard, [9, [0, 3]]);
  // The page shows that version now, where the place is another.
  movement.rebase(9, [0, 5], [0, 5]);
  assert.deepEqual(calls[2].body, { to: [0, 5], version: 9 });
  calls[2].resolve({ target: [0, 6], version: 9 });
  await turn();
  assert.deepEqual(heard, [9, [0, 3], [0, 6]]);
  movement.cancel();
});

test('the end waits for the last proposal', async () => {
  const { calls, movement } = await begun();
  movement.propose([0, 3], 7);
  movement.propose([0, 7], 7);
  const end = movement.end();
  calls[1].resolve({ target: [0, 3] });
  await turn();
  calls[2].resolve({ target: [0, 6] });
  await turn();
  assert.equal(calls[3].path, '/c/movements/m/end');
  calls[3].resolve({ from: 1, to: 2 });
  assert.deepEqual(await end, { from: 1, to: 2 });
  assert.deepEqual(movement.target, [0, 6]);
});

test('a cancelled movement sends one request and nothing more', async () => {
  const { calls, movement } = await begun();
  const cancelled = movement.cancel();
  movement.propose([0, 9], 7);
  movement.cancel();
  await turn();
  calls[1].resolve();
  await cancelled;
  assert.deepEqual(calls.map((c) => c.method), ['POST', 'DELETE']);
});

test('a movement that the server ended is reported', async () => {
  const { calls, movement } = await begun();
  let reason = '';
  movement.onLost = (error) => (reason = /** @type {Error} */ (error).message);
  movement.propose([0, 3], 7);
  calls[1].reject(new Error('timed out'));
  await turn();
  assert.equal(reason, 'timed out');
  movement.propose([0, 9], 7);
  assert.equal(calls.length, 2, 'nothing more is proposed');
});

test('a movement that another server does not know goes on, and ends as a plain move in the order shown there', async () => {
  let shown = 'query-1';
  const { calls, movement } = await begun((...rest) => pathOf(shown)(...rest));
  assert.equal(calls[0].path, '/query-1/movements');
  const targets = /** @type {any[]} */ ([]);
  movement.onTarget = (target) => targets.push(target);
  movement.onLost = () => assert.fail('it goes on');
  movement.propose([0, 3], 7);
  calls[1].reject({ status: 404 });
  await turn();
  movement.propose([0, 9], 8);
  assert.equal(calls.length, 2, 'nobody is asked');
  assert.deepEqual(targets, [[0, 3], [0, 9]]);
  shown = 'query-2';
  const end = movement.end();
  await turn();
  assert.deepEqual([calls[2].path, calls[2].body], ['/query-2/moves', { item: 'x', to: [0, 9], version: 8 }]);
  calls[2].resolve({ from: 8, to: 9 });
  assert.deepEqual(await end, { from: 8, to: 9 });
});

test('a movement whose server dies before its end ends as a plain move', async () => {
  const { calls, movement } = await begun();
  movement.propose([0, 3], 7);
  calls[1].resolve({ target: [0, 3] });
  await turn();
  const end = movement.end();
  await turn();
  calls[2].reject({ status: 404 });
  await turn();
  assert.deepEqual([calls[3].path, calls[3].body], ['/c/moves', { item: 'x', to: [0, 3], version: 7 }]);
  calls[3].resolve({ from: 7, to: 8 });
  assert.deepEqual(await end, { from: 7, to: 8 });
});

test('auto-scroll is the faster the nearer to the edge', () => {
  assert.equal(autoScrollSpeed(400, 800), 0);
  assert.ok(autoScrollSpeed(40, 800) < 0);
  assert.ok(autoScrollSpeed(5, 800) < autoScrollSpeed(40, 800));
  assert.ok(autoScrollSpeed(799, 800) > autoScrollSpeed(760, 800));
  assert.equal(autoScrollSpeed(-500, 800), autoScrollSpeed(0, 800));
});

test('parts of a px add up', () => {
  const scroll = new AutoScroll();
  let sum = 0;
  for (let i = 1; i <= 100; i++) sum += scroll.step(i * 10, 30);
  assert.ok(Math.abs(sum - 30) <= 1, String(sum));
});

test('of a group the server is asked where it would go, and nothing begins or is cancelled', async () => {
  const { calls, call } = server();
  const movement = new Movement(call, pathOf('c'), 'x y', [0, 2], 7, true);
  calls[0].resolve({ target: [0, 2], version: 7 });
  await movement.begun;
  await turn();
  assert.ok(movement.isBegun);
  movement.propose([0, 3], 7);
  calls[1].resolve({ target: [0, 4], version: 7 });
  await turn();
  assert.deepEqual(movement.target, [0, 4]);
  movement.rebase(8, [0, 5], [0, 4]);
  calls[2].resolve({ target: [0, 5], version: 8 });
  await turn();
  await movement.cancel();
  assert.deepEqual(calls.map(({ method, path, body }) => [method, path, body.to, body.version]), [
    ['POST', '/c/items/x%20y/target', [0, 2], 7], ['POST', '/c/items/x%20y/target', [0, 3], 7], ['POST', '/c/items/x%20y/target', [0, 4], 8],
  ]);
});

test('a group is refused, and lost, as one item is', async () => {
  const refused = server();
  const pinned = new Movement(refused.call, pathOf('c'), 'x', [0, 2], 7, true);
  refused.calls[0].reject({ status: 403 });
  await assert.rejects(pinned.begun);
  await turn();
  const { calls, call } = server();
  const movement = new Movement(call, pathOf('c'), 'x', [0, 2], 7, true);
  calls[0].resolve({ target: [0, 2], version: 7 });
  await movement.begun;
  await turn();
  /** @type {any[]} */
  const lost = [];
  movement.onLost = (error) => lost.push(error);
  movement.propose([0, 3], 7);
  calls[1].reject({ status: 404 });
  await turn();
  assert.deepEqual(lost, [{ status: 404 }]);
});
