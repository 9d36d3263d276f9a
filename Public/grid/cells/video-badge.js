// @ts-check
// What a cell says of a video: that it is one, and its length.

import { append } from '../dom.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../../strings/strings.js').Strings} Strings */

/** @param {import('../server/wire.js').Item | undefined} item */
export const isVideo = (item) => item?.media?.kind === 'video';

/**
 * The same for screen readers.
 * @param {import('../server/wire.js').Item | undefined} item
 * @param {Strings} strings
 * @returns {string[]}
 */
export function videoWords(item, strings) {
  if (!isVideo(item)) return [];
  const duration = item?.media?.duration;
  return [strings.find.values.kind.video, ...(duration === undefined ? [] : [strings.units.length(duration)])];
}

/**
 * @param {import('./cell-pool.js').CellNode} node
 * @param {Cell} cell
 * @param {Strings} strings
 */
export function showVideo(node, { item }, strings) {
  // As most cells are: each scroll configures many.
  if (!node.video && !item?.media) return;
  if (!isVideo(item)) {
    node.video?.remove();
    node.video = undefined;
    return;
  }
  const [, words = ''] = videoWords(item, strings);
  node.video ??= append(node.element, 'span', 'video-badge');
  if (node.video.textContent !== words) node.video.textContent = words;
}
