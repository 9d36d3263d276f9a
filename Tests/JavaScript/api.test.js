// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, collectionPath, Problem, reasonOf } from '../../Public/grid/server/api.js';
import { serve } from './server.js';

/** @returns {Promise<Problem>} what a request that must fail rejects with */
const failure = () => call('GET', '/x').then(() => assert.fail('it succeeded'), (error) => error);

test('a lost connection has a code and none of the browser\'s words', async () => {
  serve(() => new TypeError('Failed to fetch'));
  const problem = await failure();
  assert.deepEqual([problem.status, problem.isLost, problem.reason], [0, true, { code: 'connection-lost' }]);
});

test('a problem of the server brings its code and its values', async () => {
  serve(() => ({ status: 409, body: { detail: 'At most 25.', code: 'too-many', values: { limit: '25' } } }));
  const problem = await failure();
  assert.deepEqual([problem.status, problem.isLost, problem.message], [409, false, 'At most 25.']);
  assert.deepEqual(problem.reason, { code: 'too-many', values: { limit: '25' }, sentence: 'At most 25.', language: undefined });
});

test('a proxy that answers in the server\'s place is a lost connection; its page is no reason', async () => {
  for (const status of [502, 503, 504]) {
    serve(() => ({ status, body: { title: 'Bad gateway' } }));
    assert.equal((await failure()).reason?.code, 'connection-lost');
  }
  serve(() => ({ status: 400, text: '<html>' }));
  const problem = await failure();
  assert.deepEqual([problem.status, problem.reason], [400, undefined]);
});

test('a response that is cut short is a lost connection', async () => {
  serve(() => ({ text: '{"version": 1' }));
  const problem = await failure();
  assert.deepEqual([problem.isLost, problem.reason?.code], [true, 'connection-lost']);
});

test('how long to wait is read, an empty response is undefined', async () => {
  serve(() => ({ status: 429, body: {}, headers: { 'Retry-After': '7' } }));
  assert.equal((await failure()).retryAfter, 7);
  serve(() => ({ text: '' }));
  assert.equal(await call('POST', '/x', {}), undefined);
});

test('only a problem has a reason', () => {
  assert.equal(reasonOf(new Error('internal')), undefined);
  assert.equal(reasonOf(undefined), undefined);
  assert.deepEqual(reasonOf(new Problem(400, '', { code: 'a' })), { code: 'a' });
});

test('every part of a path is escaped', () => {
  assert.equal(collectionPath('a', 'items', 'c?d'), '/collections/a/items/c%3Fd');
  // A proxy that takes a path away decodes %2F: slashes are spelled otherwise.
  assert.equal(collectionPath('album~5a09e7', 'items', 'trip/a~b c'), '/collections/album~5a09e7/items/~~trip~1a~0b%20c');
  assert.equal(collectionPath('~~x'), '/collections/~~~0~0x');
});
