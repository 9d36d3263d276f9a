// @ts-check
// Actions on the large picture: loading it again.

import { call, collectionPath } from '../server/api.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/**
 * Loads a picture that failed again.
 * @param {string} collection
 * @param {Cell} cell
 */
export async function retry(collection, cell) {
  cell.state = 'loading';
  cell.reason = undefined;
  await call('POST', collectionPath(collection, 'items', cell.id, 'retry'), {}).catch(() => {});
}
