// @ts-check
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** @param {string} name */
const page = (name) => readFileSync(new URL(`../../Public/${name}`, import.meta.url), 'utf8');

/**
 * The lines of a page that hold one of the given words, whatever its folder.
 * @param {string} text
 * @param {RegExp} kind
 */
const lines = (text, kind) => text.split('\n').filter((line) => kind.test(line)).map((line) => line.trim().replaceAll('../', ''));

// What the browser has to know before any script runs cannot be shared without a build step, so it is written twice.
test('both pages say the same of encoding, viewport, colours and icon, and show the same mark', () => {
  const shared = /charset|name="(viewport|color-scheme|theme-color)"|rel="icon"|page\.css|^\s*<svg class="(mark|chevron)"|noscript/;
  const [grid, dashboard] = ['index.html', 'dashboard/index.html'].map((name) => [...new Set(lines(page(name), shared))]);
  assert.deepEqual(dashboard, grid);
  assert.ok(grid.length >= 9, `${grid.length} lines`);
});

test('the colours around the page are those of its style sheet', () => {
  const colours = [...page('index.html').matchAll(/theme-color".*content="(#\w+)"/g)].map(([, colour]) => colour);
  const surfaces = [...page('page/page.css').matchAll(/--surface: (#\w+);/g)].map(([, colour]) => colour);
  assert.deepEqual(colours, surfaces);
});

test('the sheets that are named one by one for other sites are those that the style sheets import', () => {
  const module = page('grid/element/style-sheets.js');
  for (const name of ['grid.css', 'features.css']) {
    const imported = [...page(`grid/${name}`).matchAll(/@import "\.\/(.+)"/g)].map(([, path]) => path);
    const named = [.../** @type {string} */ (module.match(`'${name}': \\[([^\\]]+)`)?.[1]).matchAll(/'(.+?)'/g)].map(([, path]) => path);
    assert.deepEqual(named, imported);
  }
});

// Elsewhere it would mean another folder once the page is bundled.
test('only one module asks where it is itself', () => {
  const modules = readdirSync(new URL('../../Public', import.meta.url), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  assert.deepEqual(modules.filter((name) => /^(?!\s*(\/\/|\*)).*import\.meta/m.test(page(name))), ['grid/file-address.js']);
});
