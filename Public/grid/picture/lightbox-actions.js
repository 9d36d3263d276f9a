// @ts-check
// Actions on the large picture: rating it, loading it again.

import { call, collectionPath, reasonOf } from '../server/api.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/**
 * Rates a picture, or removes the rating if it has it already.
 * @param {string} collection
 * @param {Cell} cell
 * @param {string} rating
 * @param {import('../access/speech.js').Speech} speech
 * @param {import('../../strings/strings.js').Strings} strings
 */
export async function rate(collection, cell, rating, speech, strings) {
  const title = cell.item?.title ?? '';
  const next = cell.item?.attributes?.rating === rating ? null : rating;
  const path = collectionPath(collection, 'items', cell.id);
  try {
    await call('PATCH', path, { attributes: { rating: next } }, { type: 'application/merge-patch+json' });
    speech.say(next ? strings.rated(title, strings.ratings[next] ?? next) : strings.unrated(title));
  } catch (error) {
    speech.warn(strings.reason(reasonOf(error)));
  }
}

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
