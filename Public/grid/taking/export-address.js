// @ts-check
// Addresses of what can be taken away: originals, and orders as lists or archives. Free of the DOM.

/** Maximum ranges that an address names: the server's own limit. */
export const RANGE_LIMIT = 500;

/** @typedef {import('../selection/selection.js').SelectedRanges} SelectedRanges */
/** @typedef {'csv' | 'jsonl' | 'paths' | 'zip'} ExportForm */

/**
 * The address of an export below the root of the interface.
 * @param {string} path of the order
 * @param {ExportForm} form
 * @param {SelectedRanges} [selected] without it, everything
 * @param {boolean} [isNumbered] whether the names of files begin with their place
 * @returns {string | undefined} `undefined` when too many parts are selected
 */
export function exportAddress(path, form, selected, isNumbered = false) {
  if (selected && selected.ranges.length > RANGE_LIMIT) return undefined;
  const query = new URLSearchParams({ as: form });
  if (selected) {
    query.set('version', String(selected.version));
    query.set('ranges', selected.ranges.map(([first, last]) => `${first}-${last}`).join(','));
  }
  if (isNumbered) query.set('numbered', '1');
  // Commas need no escape, and many ranges are a long address.
  return `${path}/export?${query.toString().replaceAll('%2C', ',')}`;
}
