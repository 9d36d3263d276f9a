// @ts-check
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { home } from '../../Public/grid/server/server.js';
import { ItemFacts } from '../../Public/grid/server/item-facts.js';

const realFetch = globalThis.fetch;
/** @type {{url: string, answer: (facts: object) => void}[]} */
let asked = [];
const turn = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  asked = [];
  globalThis.fetch = /** @type {any} */ ((/** @type {string} */ url, /** @type {RequestInit} */ { signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      asked.push({ url, answer: (facts) => resolve(new Response(JSON.stringify(facts), { status: 200 })) });
    }));
});
afterEach(() => { globalThis.fetch = realFetch; });

const names = () => asked.map(({ url }) => /items\/(\w+)\//.exec(url)?.[1]);

test('what the server is being asked about is not asked for again', async () => {
  /** @type {string[]} */
  const arrived = [];
  const facts = new ItemFacts(home, 'c', (id) => arrived.push(id));
  facts.want([{ id: 'a' }, { id: 'b' }]);
  facts.want([{ id: 'a' }, { id: 'b' }]);
  assert.deepEqual(names(), ['a']);
  asked[0].answer({ sizeBytes: 1 });
  await turn();
  assert.deepEqual(names(), ['a', 'b']);
  asked[1].answer({ sizeBytes: 2 });
  await turn();
  assert.deepEqual([names(), arrived], [['a', 'b'], ['a', 'b']]);
  assert.equal(facts.get({ id: 'b' })?.sizeBytes, 2);
});

test('another revision of an item is asked for', async () => {
  const facts = new ItemFacts(home, 'c', () => {});
  const item = (/** @type {number} */ revision) => /** @type {any} */ ({ id: 'a', item: { revision } });
  facts.want([item(1)]);
  facts.want([item(2)]);
  asked[0].answer({});
  await turn();
  assert.deepEqual(names(), ['a', 'a']);
});

test('once closed, it asks for nothing more and reports nothing', async () => {
  /** @type {string[]} */
  const arrived = [];
  const facts = new ItemFacts(home, 'c', (id) => arrived.push(id));
  facts.want([{ id: 'a' }, { id: 'b' }]);
  facts.close();
  asked[0].answer({ sizeBytes: 1 });
  await turn();
  facts.want([{ id: 'b' }]);
  await turn();
  assert.deepEqual([names(), arrived], [['a'], []]);
});
