// @ts-check
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

const PUBLIC = new URL('../../Public/', import.meta.url);
const MODULES = readdirSync(PUBLIC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));

/**
 * The modules that a module cannot run without. What is imported later is named, and no part of it.
 * @param {string} name
 */
function imports(name) {
  const text = readFileSync(new URL(name, PUBLIC), 'utf8').replace(/\/\*[^]*?\*\//g, '');
  return [...text.matchAll(/^(?:import|export)\b[^;]*?'(\.[^']+)';/gm)].map(([, path]) => normalize(join(dirname(name), path)));
}

/**
 * The arrows of a graph that lie on a circle.
 * @param {[string, string][]} arrows
 */
function circles(arrows) {
  /** @type {Map<string, Set<string>>} */
  const after = new Map();
  for (const [from, to] of arrows) after.set(from, (after.get(from) ?? new Set()).add(to));
  const reaches = (/** @type {string} */ from, /** @type {string} */ to, seen = new Set()) => {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(after.get(from) ?? [])].some((next) => reaches(next, to, seen));
  };
  return arrows.filter(([from, to]) => reaches(to, from)).map((arrow) => arrow.join(' → ')).sort();
}

const arrows = MODULES.flatMap((name) => imports(name).map((other) => /** @type {[string, string]} */ ([name, other])));

test('no module needs itself, by way of others', () => {
  assert.ok(arrows.length > 500, `${arrows.length} imports`);
  assert.deepEqual(circles(arrows), []);
});

/** The folders of the grid, the lowest first. Modules that lie in none count nowhere: some are below all folders, others above. */
const FLOORS = [
  'model', 'server', 'query', 'access', 'marks', 'cells', 'scroll', 'sections', 'taking', 'selection', 'reorder', 'albums', 'stacks', 'picture', 'element', 'wall', 'features',
].map((name) => `grid/${name}`);

test('folders of the grid need those below them', () => {
  const floor = (/** @type {string} */ name) => FLOORS.indexOf(dirname(name));
  const isUp = (/** @type {[string, string]} */ [from, to]) => floor(from) >= 0 && floor(from) < floor(to);
  assert.deepEqual(arrows.filter(isUp).map((arrow) => arrow.join(' → ')), []);
  const folders = new Set(MODULES.filter((name) => name.startsWith('grid/')).map(dirname));
  assert.deepEqual([...folders].filter((name) => name !== 'grid' && !FLOORS.includes(name)), [], 'a folder without a floor');
});

test('the grid needs nothing of the page around it', () => {
  assert.deepEqual(arrows.filter(([from, to]) => from.startsWith('grid/') && !/^(grid|strings)\//.test(to)), []);
});
