// @ts-check
// When a collection can be opened again that could not be shown any longer.

import { collectionPath } from './api.js';

/** Delays before the server is asked again: for a collection that was deleted, and after anything else. In ms. */
const [DELETED_MS, REFUSED_MS] = [2000, 10_000];

/**
 * Undo brings an album back, also one that another tab deleted: until then, that it was deleted stays on screen.
 * @param {string} collection
 * @param {import('./wire.js').Reason | undefined} reason why it cannot be shown
 * @param {import('./server.js').Server} server
 * @param {AbortSignal} signal
 * @returns {Promise<boolean>} false when it is wanted no more
 */
export async function canOpenAgain(collection, reason, server, signal) {
  const isDeleted = reason?.code === 'collection-missing';
  for (let isThere = false; !isThere && !signal.aborted;) {
    await new Promise((resolve) => setTimeout(resolve, isDeleted ? DELETED_MS : REFUSED_MS));
    isThere = !isDeleted || (await server.describe(collectionPath(collection), signal).then(() => true, () => false));
  }
  return !signal.aborted;
}
