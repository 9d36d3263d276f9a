// @ts-check
// The selection by identifiers, for programs. The grid itself has it as ranges.

import { Problem } from '../server/api.js';

/** Maximum items that are read with one request. */
const PAGE = 500;
/** Maximum readings, when the order keeps changing. */
const TRIES = 4;

/**
 * @typedef {object} SelectingSession
 * @property {import('../element/presenter.js').Presenter} presenter
 * @property {{selecting: import('./selecting.js').Selecting}} editing
 */

/**
 * @param {SelectingSession} session
 * @param {string[]} ids
 */
export async function selectItems({ presenter, editing }, ids) {
  const { order, store } = presenter;
  const { selection } = editing.selecting;
  const { version } = store;
  const known = ids.map((id) => store.cells.get(id)?.index);
  const indices = await Promise.all(ids.map((id, i) => known[i] ?? order.flatIndex(id)));
  // Indices of a version that is no longer shown name other items.
  const fresh = store.version === version ? indices : await Promise.all(ids.map((id) => order.flatIndex(id)));
  selection.clear();
  for (const index of new Set(fresh)) if (index !== undefined) selection.toggle(index);
}

/**
 * @param {SelectingSession} session
 * @param {number} limit
 * @returns {Promise<import('../server/wire.js').Item[]>} those of one version; rejects with a `Problem` where the order changes all the time
 */
export async function selectedItems({ presenter, editing }, limit) {
  for (let tries = 1; tries <= TRIES; tries++) {
    const found = await itemsOf(presenter, editing.selecting.selection.wire, limit);
    if (found) return found;
    // The selection follows the order.
    await new Promise((resolve) => setTimeout(resolve, 100 * tries));
  }
  throw new Problem(409, 'the order has changed', { code: 'version-changed' });
}

/**
 * @param {import('../element/presenter.js').Presenter} presenter
 * @param {import('./selection.js').SelectedRanges} selected
 * @param {number} limit
 * @returns {Promise<import('../server/wire.js').Item[] | undefined>} `undefined`: the order is another one, in which indices name other items
 */
async function itemsOf({ order, server }, { version, ranges }, limit) {
  /** @type {import('../server/wire.js').Item[]} */
  const found = [];
  for (const range of ranges) {
    const [first, last] = [range[0], range.at(-1) ?? range[0]];
    for (let offset = first; offset <= last && found.length < limit; offset += PAGE) {
      const count = Math.min(PAGE, last - offset + 1, limit - found.length);
      const answer = await server.call('GET', `${order.path('items')}?offset=${offset}&limit=${count}`);
      if (answer.version !== version) return undefined;
      found.push(...answer.items);
    }
  }
  return found;
}
