// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../Public/grid/server/api.js';
import { flatIndex, readSections } from '../../Public/grid/server/sections.js';
import { serve } from './server.js';

test('a page of sections is asked for by its bounds, the collection\'s name is escaped', async () => {
  const asked = serve(() => ({ body: { version: 3, itemCount: 0, total: 0, sections: [] } }));
  assert.equal((await readSections('my photos/1', { offset: 2, limit: 1 })).version, 3);
  await readSections('c');
  assert.deepEqual(asked, ['GET /collections/my%20photos%2F1/sections?offset=2&limit=1', 'GET /collections/c/sections?']);
});

test('a flat index is the first of its section and the place in it', async () => {
  serve((_, path) => (path.includes('/items/')
    ? { body: { id: 'x', indexPath: [2, 5] } }
    : { body: { version: 1, itemCount: 99, total: 3, sections: [{ id: 's', title: '', first: 40, itemCount: 9 }] } }));
  assert.equal(await flatIndex('c', 'x'), 45);
});

test('there is no flat index of an item that does not exist, or whose section is gone', async () => {
  serve(() => ({ status: 404, body: { detail: 'No such item.' } }));
  assert.equal(await flatIndex('c', 'x'), undefined);
  serve((_, path) => (path.includes('/items/') ? { body: { indexPath: [2, 5] } } : { body: { version: 1, sections: [] } }));
  assert.equal(await flatIndex('c', 'x'), undefined);
});

test('any other refusal is passed on', async () => {
  serve(() => ({ status: 503, body: { detail: 'Stopping.' } }));
  await assert.rejects(flatIndex('c', 'x'), (error) => error instanceof Problem && error.status === 503);
});
