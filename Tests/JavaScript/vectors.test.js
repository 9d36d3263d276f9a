// @ts-check
// The vectors of Tests/Vectors, which Swift and Python run too.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { applyPatch } from './apply-patch.js';

const read = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(new URL(`../Vectors/${name}`, import.meta.url), 'utf8')).vectors;

/** @param {{id: string, items: string[]}[]} order */
const snapshot = (order, version = 1) => ({
  version, sections: order.map(({ id, items }) => ({ id, items: items.map((id) => ({ id })) })),
});

test('every patch vector comes out as written', () => {
  const vectors = read('patches.json');
  assert.ok(vectors.length >= 200);
  for (const { name, before, patch, after } of vectors) {
    const result = applyPatch(snapshot(before), { from: 1, to: 2, ...patch });
    assert.deepEqual(
      result.sections.map(({ id, items }) => ({ id, items: items.map(({ id }) => id) })), after, name);
  }
});
