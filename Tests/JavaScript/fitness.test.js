// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDescription, isRangeAnswer, isViewerAnswer } from '../../Public/grid/server/fitness.js';
import { Problem } from '../../Public/grid/server/problem.js';
import { Server } from '../../Public/grid/server/server.js';
import { Ticket } from '../../Public/grid/server/ticket.js';
import { olderOf, VERSION } from '../../Public/grid/server/version.js';
import { readFileSync } from 'node:fs';

const RANGE = { version: 3, cells: [{ id: 'a', frame: [0, 0, 1, 1] }] };
const VIEWER = { viewer: '0123', version: 3, itemCount: 5, contentSize: [800, 900] };

test('answers of this version are fit, with what later ones may add', () => {
  assert.ok(isDescription({ id: 'a', itemCount: 0, version: 1, more: [] }));
  assert.ok(isRangeAnswer(RANGE) && isRangeAnswer({ version: 3, cells: [], more: {} }));
  assert.ok(isViewerAnswer(VIEWER) && isViewerAnswer({ ...VIEWER, range: RANGE }));
});

test('answers of other programs and versions are not', () => {
  for (const answer of [undefined, null, 'text', 7, [], {}, { id: 'a' }, { id: 'a', itemCount: '5', version: 1 }]) {
    assert.ok(!isDescription(answer) && !isRangeAnswer(answer) && !isViewerAnswer(answer), JSON.stringify(answer));
  }
  assert.ok(!isRangeAnswer({ version: 3, cells: [{ id: 'a', box: {} }] }));
  assert.ok(!isViewerAnswer({ ...VIEWER, range: { version: 3 } }) && !isViewerAnswer({ ...VIEWER, contentSize: 900 }));
});

test('the grid has the version of the server it comes with, and says which of two is older', () => {
  const source = readFileSync(new URL('../../Sources/GridAPI/GridAPI+Version.swift', import.meta.url), 'utf8');
  assert.equal(/version = "([^"]+)"/.exec(source)?.[1], VERSION);
  const [major, minor, patch] = VERSION.split('.').map(Number);
  assert.equal(olderOf(VERSION), undefined);
  for (const newer of [`${major}.${minor}.${patch + 1}`, `${major}.${minor + 1}.0`, `${major + 1}.0.0`, `${major}.${minor + 10}.0-rc1`]) assert.equal(olderOf(newer), 'grid', newer);
  for (const older of ['0.0.9', '0', undefined, '']) assert.equal(olderOf(older), 'server', older);
});

test('why a collection cannot be shown: who answers is told apart', () => {
  Object.assign(globalThis, { location: { origin: 'https://shop.example' } });
  try {
    const server = new Server('https://photos.example');
    const code = (/** @type {unknown} */ error) => server.reasonOfOpening(error, 'shop')?.code;
    assert.equal(code(new Problem(404, 'Not Found', { code: 'collection-not-found' })), 'collection-missing');
    assert.equal(code(new Problem(404, 'Not Found')), 'grid-server-unfit', 'ours has a code for that');
    assert.equal(code(new Problem(405, 'Method Not Allowed')), 'grid-server-unfit');
    assert.equal(code(new Problem(502, 'the response is not one of the interface')), 'grid-server-unreachable', 'the page of a proxy');
    assert.equal(code(new Problem(502, 'the response is not one of the interface', { code: 'connection-lost' })), 'grid-server-unfit');
    assert.throws(() => server.fit({}, isDescription), (error) => error instanceof Problem && !error.isLost && code(error) === 'grid-server-unfit');
    assert.equal(code(new Problem(0, 'x', { code: 'connection-lost' })), 'grid-server-unreachable');
    assert.equal(code(new Problem(401, 'x', { code: 'token-refused' })), 'token-refused');
  } finally {
    Reflect.deleteProperty(globalThis, 'location');
  }
});

test('a ticket is asked for once, again when one of the clocks says so, and when it was refused', async (t) => {
  let [asked, steady, wall] = [0, 0, 1_000_000];
  t.mock.method(performance, 'now', () => steady);
  t.mock.method(Date, 'now', () => wall);
  const ticket = new Ticket(async () => ({ ticket: `t${++asked}`, seconds: 7200 }));
  const settle = async () => { for (let i = 0; i < 9; i++) await undefined; };
  await ticket.ready();
  await ticket.ready();
  assert.deepEqual([asked, ticket.appendTo('/a?w=1')], [1, '/a?w=1&ticket=t1']);
  // The machine slept: one clock stood still.
  wall += 3 * 3_600_000;
  ticket.appendTo('/a');
  await settle();
  assert.equal(ticket.appendTo('/a'), '/a?ticket=t2');
  // The other was set back.
  [steady, wall] = [steady + 2 * 3_600_000, 0];
  await ticket.ready();
  assert.equal(asked, 3);
  ticket.invalidate();
  await ticket.ready();
  ticket.invalidate();
  await ticket.ready();
  assert.equal(asked, 4, 'many pictures are refused at once');
  steady += 6_000;
  ticket.invalidate();
  await ticket.ready();
  assert.equal(asked, 5);
});
