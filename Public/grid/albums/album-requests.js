// @ts-check
// What the server is asked about albums. Free of the DOM.

import { collectionPath } from '../server/api.js';

/** @typedef {import('../server/server.js').Server} Server */
/** @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription */

const MINIMAL = { headers: { Prefer: 'return=minimal' } };

/**
 * The albums, those added last first.
 * @param {Server} server
 * @returns {Promise<CollectionDescription[]>}
 */
export async function readAlbums(server) {
  const { collections } = await server.call('GET', '/collections');
  return collections.filter((/** @type {CollectionDescription} */ collection) => collection.album).reverse();
}

/**
 * @param {Server} server
 * @param {string} title
 * @returns {Promise<CollectionDescription>}
 */
export const createAlbum = (server, title) => server.call('POST', '/albums', { title });

/**
 * Brings a deleted album back.
 * @param {Server} server
 * @param {string} album
 * @returns {Promise<CollectionDescription>}
 */
export const restoreAlbum = (server, album) => server.call('POST', `/albums/${encodeURIComponent(album)}/restore`);

/**
 * @param {Server} server
 * @param {string} album
 * @param {{collection: string, items?: string[], version?: number, ranges?: number[][]}} addition
 * @returns {Promise<import('../model/patch.js').Patch>} the versions only
 */
export const addItems = (server, album, addition) => server.call('POST', collectionPath(album, 'additions'), addition, MINIMAL);
