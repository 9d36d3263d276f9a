// @ts-check
// Requests to the page's own server: JSON in, JSON or a problem out. The grid asks the server that it shows (`server.js`).

import { home } from './server.js';

export { Problem, reasonOf } from './problem.js';

/** @typedef {import('./wire.js').Reason} Reason */

/** The address of the interface. */
export const ROOT = home.root;

/** @type {typeof home.call} see `Server.call` */
export const call = (...request) => home.call(...request);

/**
 * Path of a collection.
 * @param {string} collection
 * @param {string[]} rest further parts, not yet encoded
 */
export const collectionPath = (collection, ...rest) =>
  ['/collections', collection, ...rest].map((part, i) => (i ? encodeURIComponent(part) : part)).join('/');
