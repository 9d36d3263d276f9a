// @ts-check
// Actions on the large picture: loading it again.

import { collectionPath } from '../server/api.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/**
 * Loads a picture that failed again.
 * @param {import('../server/server.js').Server} server
 * @param {string} collection
 * @param {Cell} cell
 */
export async function retry(server, collection, cell) {
  cell.state = 'loading';
  cell.reason = undefined;
  await server.call('POST', collectionPath(collection, 'items', cell.id, 'retry'), {}).catch(() => {});
}
