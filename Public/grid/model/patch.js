// @ts-check
// What a patch means for places. `deletes`, `from` and `deleteSections` name places before it; `at` and `to` places after it.

import { comparePaths } from './geometry.js';

/** @typedef {import('./geometry.js').IndexPath} IndexPath */
/** @typedef {import('../server/wire.js').Item} Item */
/**
 * @typedef {{from: number, to: number, deletes?: IndexPath[], inserts?: {at: IndexPath, item: Item}[],
 *   moves?: {item?: string, from: IndexPath, to: IndexPath}[], reloads?: string[], reconfigures?: Item[],
 *   deleteSections?: number[], insertSections?: {at: number, section: {id: string, title?: string}}[],
 *   moveSections?: {from: number, to: number}[]}} Patch
 */

/**
 * Where section `s` goes, or -1 when it is deleted.
 * @param {Patch} patch
 * @param {number} s a section number before
 */
export function sectionAfter(patch, s) {
  if (patch.deleteSections?.includes(s)) return -1;
  const moves = patch.moveSections ?? [];
  const move = moves.find((m) => m.from === s);
  if (move) return move.to;
  const left = [...(patch.deleteSections ?? []), ...moves.map((m) => m.from)].filter((x) => x < s).length;
  return freePlace([...(patch.insertSections ?? []).map((i) => i.at), ...moves.map((m) => m.to)], s - left);
}

/**
 * The place of rank `rank` among those not taken.
 * @param {number[]} taken
 * @param {number} rank
 */
function freePlace(taken, rank) {
  let place = rank;
  for (const t of taken.sort((a, b) => a - b)) if (t <= place) place++;
  return place;
}

/**
 * The place after a patch of what was at `path` before it, or `undefined` when it was deleted.
 * @param {Patch} patch
 * @param {IndexPath} path
 * @returns {IndexPath | undefined}
 */
export function pathAfter(patch, path) {
  const moves = patch.moves ?? [];
  const move = moves.find((m) => m.from[0] === path[0] && m.from[1] === path[1]);
  if (move) return move.to;
  const s = sectionAfter(patch, path[0]);
  if (s < 0) return undefined;
  let rank = path[1];
  for (const d of patch.deletes ?? []) {
    if (d[0] !== path[0]) continue;
    if (d[1] === path[1]) return undefined;
    if (d[1] < path[1]) rank--;
  }
  for (const m of moves) if (m.from[0] === path[0] && m.from[1] < path[1]) rank--;
  const taken = [...(patch.inserts ?? []).map((i) => i.at), ...moves.map((m) => m.to)];
  return [s, freePlace(taken.filter((t) => t[0] === s).map((t) => t[1]), rank)];
}

/**
 * The flat index after a patch of what had flat index `flat` at `path`. Exact unless the patch deletes, inserts or moves sections.
 * @param {Patch} patch
 * @param {IndexPath} path before
 * @param {IndexPath} after
 * @param {number} flat
 */
export function flatAfter(patch, path, after, flat) {
  const before = (/** @type {IndexPath} */ a, /** @type {IndexPath} */ b) => comparePaths(a, b) < 0;
  const leaving = [...(patch.deletes ?? []), ...(patch.moves ?? []).map((m) => m.from)];
  const coming = [...(patch.inserts ?? []).map((i) => i.at), ...(patch.moves ?? []).map((m) => m.to)];
  return flat - leaving.filter((p) => before(p, path)).length + coming.filter((p) => before(p, after)).length;
}

/**
 * Identifiers that patches insert, move (with the place they left), replace.
 * @param {Patch[]} patches
 */
export function summary(patches) {
  const inserted = new Set();
  /** @type {Map<string, IndexPath>} */
  const moved = new Map();
  const reloaded = new Set();
  for (const patch of patches) {
    for (const i of patch.inserts ?? []) inserted.add(i.item.id);
    for (const m of patch.moves ?? []) if (m.item !== undefined) moved.set(m.item, m.from);
    for (const id of patch.reloads ?? []) reloaded.add(id);
  }
  return { inserted, moved, reloaded };
}

/**
 * Whether a patch only configures cells again: nothing comes, goes, moves or is replaced.
 * @param {Patch} patch
 */
export const keepsOrder = (patch) => !patch.inserts && !patch.deletes && !patch.moves && !patch.reloads &&
  !patch.deleteSections && !patch.insertSections && !patch.moveSections;
