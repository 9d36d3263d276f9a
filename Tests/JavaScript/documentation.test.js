// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { search } from '../../Public/documentation/search.js';

const place = (/** @type {string} */ heading, /** @type {string} */ text, title = 'Running') =>
  ({ page: 'running.html', title, anchor: heading.toLowerCase(), heading, text });
const places = [
  place('Proxies', 'A token may be in a header.'), place('Tokens', 'How to set one.'), place('Backups', 'Where they are kept.', 'Backups'),
];
const headings = (/** @type {string} */ text) => search(places, text).map(({ heading }) => heading);

test('places have all words, and a word in a heading counts more', () => {
  assert.deepEqual(headings('token'), ['Tokens', 'Proxies']);
  assert.deepEqual(headings('TOKEN header'), ['Proxies']);
  assert.deepEqual(headings('running set'), ['Tokens']);
  assert.deepEqual(headings('token moon'), []);
  assert.deepEqual(headings('  '), []);
});

test('the beginning of a word counts more than its middle', () => {
  assert.deepEqual(search([place('A', 'reopened'), place('B', 'opened')], 'open').map(({ heading }) => heading), ['B', 'A']);
});

test('an excerpt is of the place that was found', () => {
  const long = `${'before '.repeat(40)}needle${' after'.repeat(40)}`;
  const [{ excerpt }] = search([place('Long', long)], 'needle');
  assert.match(excerpt, /^… .*needle.* …$/);
  assert.ok(excerpt.length < 170, excerpt);
});
