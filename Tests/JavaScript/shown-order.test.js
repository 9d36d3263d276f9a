// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../Public/grid/server/api.js';
import { home } from '../../Public/grid/server/server.js';
import { allSections } from '../../Public/grid/query/all-sections.js';
import { ShownOrder } from '../../Public/grid/query/shown-order.js';
import { en } from './languages.js';
import { serve } from './server.js';

const c = new ShownOrder('c', en, home);

test('a page of sections is asked for by its bounds, the collection\'s name is escaped', async () => {
  const asked = serve(() => ({ body: { version: 3, itemCount: 0, total: 0, sections: [] } }));
  assert.equal((await new ShownOrder('my photos/1', en, home).sections({ offset: 2, limit: 1 })).version, 3);
  await c.sections();
  assert.deepEqual(asked, ['GET /collections/~~my%20photos~11/sections?offset=2&limit=1', 'GET /collections/c/sections?']);
});

test('all sections come in pages, and from the beginning where the order has changed meanwhile', async () => {
  const pages = [[1, 'a', 'b'], [2, 'c'], [2, 'a'], [2, 'b', 'c']];
  const asked = serve(() => {
    const [version, ...ids] = /** @type {[number, ...string[]]} */ (pages.shift());
    return { body: { version, itemCount: 3, total: 3, sections: ids.map((id) => ({ id, title: id, first: 0, itemCount: 1 })) } };
  });
  assert.deepEqual((await allSections(c)).sections.map(({ id }) => id), ['a', 'b', 'c']);
  assert.deepEqual(asked.map((one) => one.replace(/.*\?/, '')), ['', 'offset=2', '', 'offset=1']);
});

test('a flat index is the first of its section and the place in it', async () => {
  serve((_, path) => (path.includes('/items/')
    ? { body: { id: 'x', indexPath: [2, 5] } }
    : { body: { version: 1, itemCount: 99, total: 3, sections: [{ id: 's', title: '', first: 40, itemCount: 9 }] } }));
  assert.equal(await c.flatIndex('x'), 45);
});

test('there is no flat index of an item that does not exist, or whose section is gone', async () => {
  serve(() => ({ status: 404, body: { detail: 'No such item.' } }));
  assert.equal(await c.flatIndex('x'), undefined);
  serve((_, path) => (path.includes('/items/') ? { body: { indexPath: [2, 5] } } : { body: { version: 1, sections: [] } }));
  assert.equal(await c.flatIndex('x'), undefined);
});

test('any other refusal is passed on', async () => {
  serve(() => ({ status: 503, body: { detail: 'Stopping.' } }));
  await assert.rejects(c.flatIndex('x'), (error) => error instanceof Problem && error.status === 503);
});

test('in a result, places are asked of the result, and its groups are titled in the viewer\'s language', async () => {
  const order = new ShownOrder('c', en, home);
  order.exchange('query-00112233aabbccdd', { group: { field: 'taken', by: 'month' } });
  const asked = serve(() => ({ body: { version: 1, itemCount: 3, total: 2, sections: [
    { id: 'taken/month=2024-05', title: '2024-05', first: 0, itemCount: 2 }, { id: 'taken=', title: '', first: 2, itemCount: 1 },
  ] } }));
  const { sections } = await order.sections();
  assert.deepEqual(sections.map(({ title }) => title), ['May 2024', 'No date']);
  assert.deepEqual(asked, ['GET /collections/query-00112233aabbccdd/sections?']);
  assert.equal(order.path('moves'), '/collections/query-00112233aabbccdd/moves');
});

test('sections of a collection keep the titles that people gave them', () => {
  const sections = [{ id: 'taken/month=2024-05', title: '2024-05' }];
  c.word(sections);
  assert.equal(sections[0].title, '2024-05');
});
