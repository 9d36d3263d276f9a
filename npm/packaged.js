// @ts-check
// In the package this is grid/file-address.js: there are no files beside the modules, which a bundler puts wherever it likes.

import { text } from './styles/grid.js';

/** Without the attribute `server`, the server is the one that the page came from. Where a server renders a page, there is no document. */
export const homeAddress = new URL('.', globalThis.document?.baseURI ?? 'http://localhost/').href;

/** @param {string} path */
export const fileAddress = (path) => new URL(path, homeAddress).href;

export const isBundled = true;

/** @type {Record<string, () => Promise<string>> | undefined} */
export const styleTexts = {
  'grid.css': async () => text,
  'features.css': () => import('./styles/features.js').then((features) => features.text),
};
