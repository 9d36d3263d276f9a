// @ts-check
// Similar pictures: the collection is asked for those that differ from one in few of 64 bits.

import { call, collectionPath, reasonOf } from '../grid/server/api.js';
import { strings } from '../strings/strings.js';
import { LIKENESS, NOTHING } from './conditions.js';

/**
 * Shows the pictures that are similar to one, whatever was searched before.
 * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
 * @param {import('./finder.js').Finder} finder
 * @param {string} id of the picture
 */
export async function findSimilar(grid, finder, id) {
  const collection = grid.getAttribute('collection') ?? '';
  try {
    const { fields } = await call('GET', collectionPath(collection, 'items', id, 'fields'));
    if (grid.getAttribute('collection') !== collection) return;
    if (fields.likeness) finder.change({ ...NOTHING, conditions: [{ field: LIKENESS, values: [fields.likeness] }] });
    else grid.notify(strings.mark.similarUnknown);
  } catch (error) {
    grid.notify(strings.reason(reasonOf(error)));
  }
}
