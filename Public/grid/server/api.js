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
  ['/collections', collection, ...rest].map((part, i) => (i ? segmentOf(part) : part)).join('/');

/**
 * An identifier as one segment of a path. One with a slash is spelled without: proxies that take a path away decode `%2F`.
 * @param {string} id
 */
export const segmentOf = (id) =>
  encodeURIComponent(id.includes('/') || id.startsWith('~~') ? `~~${id.replaceAll('~', '~0').replaceAll('/', '~1')}` : id);

/**
 * The identifier that a segment stands for, in either spelling.
 * @param {string} segment
 */
export function identifierOf(segment) {
  const id = decodeURIComponent(segment);
  return id.startsWith('~~') ? id.slice(2).replaceAll('~1', '/').replaceAll('~0', '~') : id;
}
