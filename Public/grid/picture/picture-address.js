// @ts-check
// The address of an item's picture, for those who hold no cell that names it. Free of the DOM.

import { collectionPath } from '../server/api.js';

/** The widths that pictures come in: others would be further renditions of the same in a browser's cache. In px. */
const STEPS = [320, 640, 960, 1280, 1920, 2560];

/**
 * The address of a picture that is sharp in a view.
 * @param {string} collection
 * @param {import('../server/wire.js').Item} item
 * @param {number} width of the view in device px
 * @param {number} height
 * @returns {string} as cells name theirs
 */
export function pictureAddress(collection, item, width, height) {
  // A picture covers a square of its step: fitted into a view, its shorter side counts.
  const scale = item.width && item.height ? Math.min(width / item.width, height / item.height) : 0;
  const shorter = scale ? Math.min(item.width ?? 0, item.height ?? 0) * scale : Math.min(width, height);
  const step = STEPS.find((wide) => wide >= shorter) ?? STEPS[STEPS.length - 1];
  const revision = item.revision === undefined ? '' : `&rev=${item.revision}`;
  return `/api/v1${collectionPath(collection, 'items', item.id, 'image')}?w=${step}${revision}`;
}
