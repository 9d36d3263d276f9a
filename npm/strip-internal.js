// @ts-check
// Takes out of the package's types what is for the grid's own modules: declarations with the tag `@internal`. TypeScript's own
// `--stripInternal` leaves those that come from JavaScript.
// node npm/strip-internal.js TSC FOLDER, with the path of TypeScript's `tsc`, links followed.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** @type {typeof import('typescript')} */
const ts = createRequire(process.argv[2])('../lib/typescript.js');

/**
 * @param {string} text of a file with declarations
 * @returns {string} the same without those that are internal
 */
function stripped(text) {
  const file = ts.createSourceFile('types.d.ts', text, ts.ScriptTarget.ES2022, true);
  const isInternal = (/** @type {import('typescript').Node} */ node) => ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal');
  const internal = file.statements.flatMap((statement) =>
    (isInternal(statement) ? [statement] : ts.isClassDeclaration(statement) ? statement.members.filter(isInternal) : []));
  // From the end: what is before keeps its place.
  return internal.reverse().reduce((rest, node) => rest.slice(0, node.getFullStart()) + rest.slice(node.end), text);
}

for (const name of readdirSync(process.argv[3], { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const path = join(process.argv[3], name);
  const text = readFileSync(path, 'utf8');
  if (text.includes('@internal')) writeFileSync(path, stripped(text));
}
