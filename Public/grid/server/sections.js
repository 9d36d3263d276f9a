// @ts-check
// Sections of a collection, without their items: where they begin and their numbers of items.

import { call, collectionPath } from './api.js';

/** @typedef {{id: string, title: string, first: number, itemCount: number}} Section `first`: flat index of its first item */
/** @typedef {{version: number, itemCount: number, total: number, sections: Section[]}} Sections */

/**
 * Sections from a number on.
 * @param {string} collection
 * @param {{offset?: number, limit?: number}} [page]
 * @returns {Promise<Sections>}
 */
export const readSections = (collection, page = {}) =>
  call('GET', `${collectionPath(collection, 'sections')}?${new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]))}`);

/**
 * Flat index of an item, or `undefined` when there is no such item.
 * @param {string} collection
 * @param {string} item
 */
export async function flatIndex(collection, item) {
  try {
    const { indexPath } = await call('GET', collectionPath(collection, 'items', item));
    const { sections } = await readSections(collection, { offset: indexPath[0], limit: 1 });
    return sections[0] && sections[0].first + indexPath[1];
  } catch (error) {
    const { status } = /** @type {import('./api.js').Problem} */ (error);
    if (status === 404) return undefined;
    throw error;
  }
}
