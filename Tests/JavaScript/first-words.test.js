// @ts-check
// What comes with the first screen says nothing before there are words for it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { later } from '../../Public/strings/en-later.js';
import { en } from '../../Public/strings/en.js';

const root = new URL('../../Public/', import.meta.url);

/**
 * The modules that come with one, by name, with their code.
 * @param {string} entry
 */
function modules(entry) {
  /** @type {Map<string, string>} */
  const found = new Map();
  const visit = (/** @type {URL} */ address) => {
    const name = address.href.slice(root.href.length);
    if (found.has(name)) return;
    const code = readFileSync(address, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    found.set(name, code);
    for (const [, path] of code.matchAll(/^(?:import|export)\b[^;]*?'(\.[^']+)';/gm)) visit(new URL(path, address));
  };
  visit(new URL(entry, root));
  return found;
}

const first = modules('grid/collection-grid.js');

test('reasons are worded where their words are waited for', () => {
  assert.ok(first.size > 80 && first.has('grid/element/refresh-control.js'), 'the modules are found');
  const early = [...first].filter(([, code]) => /\.reason\(/.test(code) && !/\bwhenWorded\b/.test(code)).map(([name]) => name);
  assert.deepEqual(early, []);
});

test('no module of the first screen uses words that come later', () => {
  // Tables are in both, with fewer words at first; what a table has at first, is used.
  const names = Object.entries(later).flatMap(([name, words]) => {
    const table = /** @type {Record<string, any>} */ (en)[name];
    return typeof words === 'object' && table ? Object.keys(words).filter((word) => !(word in table)).map((word) => `${name}.${word}`) : [name];
  }).filter((name) => !name.startsWith('reasons'));
  assert.ok(names.includes('album.added') && names.includes('copied'), `${names}`);
  for (const [module, code] of first) {
    // It is called when the words are here.
    if (module === 'strings/left-out.js') continue;
    for (const name of names) {
      const used = new RegExp(`\\b#?(?:strings|words)\\.${name.replace('.', '\\.')}\\b`);
      assert.doesNotMatch(code, used, `${module} uses ${name}`);
    }
  }
});

test('words that the first screen does not use come later', () => {
  const code = [...first].filter(([name]) => !/^strings\/(?!strings|left-out)/.test(name)).map(([, text]) => text).join('\n');
  const tables = /** @type {const} */ (['album', 'mark']).flatMap((table) => Object.keys(en[table]));
  const unused = [...Object.keys(en), ...tables].filter((word) => !new RegExp(`[.{,] *${word}\\b`).test(code));
  assert.deepEqual(unused, []);
});
