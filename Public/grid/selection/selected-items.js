// @ts-check
// The selection by identifiers, for programs. The grid itself has it as ranges.

/** Maximum items that are read with one request. */
const PAGE = 500;

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
 * @returns {Promise<import('../server/wire.js').Item[]>}
 */
export async function selectedItems({ presenter, editing }, limit) {
  const { order, server } = presenter;
  /** @type {import('../server/wire.js').Item[]} */
  const found = [];
  for (const range of editing.selecting.selection.wire.ranges) {
    const [first, last] = [range[0], range.at(-1) ?? range[0]];
    for (let offset = first; offset <= last && found.length < limit; offset += PAGE) {
      const count = Math.min(PAGE, last - offset + 1, limit - found.length);
      const { items } = await server.call('GET', `${order.path('items')}?offset=${offset}&limit=${count}`);
      found.push(...items);
    }
  }
  return found;
}
