// @ts-check
// A collection is about to be shown: what the server says of it, and where an item is that is to be shown first.

import { ShownOrder } from '../query/shown-order.js';
import { collectionPath, Problem } from '../server/api.js';
import { loadStrings, strings } from '../../strings/strings.js';

/** Delays before the server is asked again while it is away: the first, and the longest. In ms. */
const [FIRST_MS, LONGEST_MS] = [500, 4000];
/** Delay before it is asked again after it refused, for example a collection that is not there. In ms. */
const REFUSED_MS = 10_000;

/** @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription */

/**
 * @typedef {object} Opening
 * @property {import('../server/server.js').Server} server
 * @property {CollectionDescription | undefined} known what the caller has just read
 * @property {import('./grid-session.js').RestorableState | undefined} restored gets the index at which its item is now
 * @property {boolean} hasQuery then the item's place is one in the result
 * @property {AbortSignal} signal
 */

/**
 * Reads a collection, again and again while the server is away.
 * @param {string} collection
 * @param {Opening} opening
 * @param {(description: CollectionDescription) => Promise<void>} use shows it
 * @param {(reason: import('../server/wire.js').Reason | undefined, problem?: unknown) => void} failed
 */
export async function openCollection(collection, { server, known, restored, hasQuery, signal }, use, failed) {
  if (!isAddressable(collection)) {
    await loadStrings();
    if (!signal.aborted) failed({ code: 'collection-missing', values: { collection } });
    return;
  }
  for (let wait = FIRST_MS; !signal.aborted; wait = Math.min(LONGEST_MS, wait * 2)) {
    try {
      const [description, index] = await Promise.all([
        known ?? server.describe(collectionPath(collection), signal),
        restored?.place && (hasQuery ? undefined : new ShownOrder(collection, strings, server).flatIndex(restored.place.item).catch(() => undefined)),
        loadStrings(),
      ]);
      known = undefined;
      // Where it was, if the item itself is gone.
      if (restored?.place) restored.place.index = index ?? restored.place.index;
      return await use(description);
    } catch (error) {
      // It may have failed before there are words for it.
      await loadStrings();
      if (signal.aborted) return;
      failed(server.reasonOfOpening(error, collection), error);
      // With another token the element opens it anew.
      if (error instanceof Problem && error.status === 401) return;
      const isAway = error instanceof Problem && error.isLost;
      await new Promise((resolve) => setTimeout(resolve, isAway ? wait : REFUSED_MS));
    }
  }
}

/**
 * Whether an address can name a collection: with any other identifier the server would be asked for something else, or not at all.
 * @param {string} collection
 */
function isAddressable(collection) {
  try {
    return !['.', '..'].includes(collection) && !encodeURIComponent(collection).includes('%00');
  } catch {
    // Half of a character.
    return false;
  }
}
