// @ts-check
// What a cell says of the kind of its file: a video's length, and that a picture is a RAW file.

import { append } from '../dom.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../../strings/strings.js').Strings} Strings */

/** The ends of RAW files' names, as the server goes by them. */
const RAW = /\.(3fr|arw|cr2|cr3|crw|dcr|dng|erf|fff|iiq|kdc|mef|mos|mrw|nef|nrw|orf|pef|raf|raw|rw2|rwl|sr2|srf|srw|x3f)$/i;

/** @param {import('../server/wire.js').Item | undefined} item */
export const isRaw = (item) => RAW.test(item?.title ?? '');
/** @param {import('../server/wire.js').Item | undefined} item */
export const isVideo = (item) => item?.media?.kind === 'video';

/**
 * The same for screen readers.
 * @param {import('../server/wire.js').Item | undefined} item
 * @param {Strings} strings
 * @returns {string[]}
 */
export function videoWords(item, strings) {
  if (!isVideo(item)) return isRaw(item) ? ['RAW'] : [];
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
  if (!node.video && !item?.media && !isRaw(item)) return;
  if (!isVideo(item) && !isRaw(item)) {
    node.video?.remove();
    node.video = undefined;
    return;
  }
  const words = videoWords(item, strings)[isVideo(item) ? 1 : 0] ?? '';
  node.video ??= append(node.element, 'span', 'video-badge');
  node.video.classList.toggle('raw', !isVideo(item));
  if (node.video.textContent !== words) node.video.textContent = words;
}
