// @ts-check
// Where an item that is carried would land after the collection has changed: beside the same neighbour as before. Free of the DOM.

import { pathAfter, sectionAfter } from '../model/patch.js';

/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */

/**
 * A place among the others, the carried item left out, as it reads after a patch: behind the item that it was behind; where
 * that one went away, in front of the one that it was in front of; where both did, the carried item's own place.
 * @param {import('../model/patch.js').Patch} patch
 * @param {IndexPath} from where the carried item is, before the patch
 * @param {IndexPath} to where it would land, before the patch
 * @returns {IndexPath | undefined} none when the carried item is gone
 */
export function carriedAfter(patch, from, to) {
  const here = pathAfter(patch, from);
  if (!here || (from[0] === to[0] && from[1] === to[1])) return here;
  const section = sectionAfter(patch, to[0]);
  if (section < 0) return here;
  const stays = (/** @type {number} */ rank) => {
    const item = from[0] === to[0] && rank >= from[1] ? rank + 1 : rank;
    if (rank < 0 || patch.moves?.some((m) => m.from[0] === to[0] && m.from[1] === item)) return undefined;
    const path = pathAfter(patch, [to[0], item]);
    return path && path[1] - Number(here[0] === section && here[1] < path[1]);
  };
  const before = stays(to[1] - 1);
  if (before !== undefined) return [section, before + 1];
  const behind = stays(to[1]);
  return behind === undefined ? here : [section, behind];
}

/**
 * The same after several patches, for all places of an item that is carried.
 * @param {import('../model/patch.js').Patch[]} patches
 * @param {{from: IndexPath, target: IndexPath, proposed: IndexPath}} places
 * @returns {{from: IndexPath, target: IndexPath, proposed: IndexPath} | undefined} none when the carried item is gone
 */
export function carriedThrough(patches, { from, target, proposed }) {
  for (const patch of patches) {
    const to = [target, proposed, from].map((place) => carriedAfter(patch, from, place));
    if (!to[0] || !to[1] || !to[2]) return undefined;
    [target, proposed, from] = /** @type {IndexPath[]} */ (to);
  }
  return { from, target, proposed };
}
