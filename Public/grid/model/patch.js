// @ts-check
// What a patch means for places. `deletes`, `from` and `deleteSections` name places before it; `at` and `to` places after it.

import { comparePaths } from './geometry.js';

/** @typedef {import('./geometry.js').IndexPath} IndexPath */
/** @typedef {import('../server/wire.js').Item} Item */
/**
 * @typedef {{from: number, to: number, deletes?: IndexPath[], inserts?: {at: IndexPath, item: Item}[],
 *   moves?: {item?: string, from: IndexPath, to: IndexPath}[], reloads?: string[], reconfigures?: Item[],
 *   deleteSections?: number[], insertSections?: {at: number, section: {id: string, title?: string}}[],
 *   moveSections?: {from: number, to: number}[], reconfigureSections?: {id: string, title: string}[], title?: string}} Patch
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
  const taken = [...(patch.insertSections ?? []).map((i) => i.at), ...moves.map((m) => m.to)].sort((a, b) => a - b);
  return freePlace(taken, s - left);
}

/**
 * The place of rank `rank` among those not taken.
 * @param {number[]} taken ascending
 * @param {number} rank
 */
const freePlace = (taken, rank) => rank + countWhere(taken.length, (i) => taken[i] - i <= rank);

/**
 * What a patch does to the items of one section: `left` are the places before it of what leaves them, ascending; `taken` the places
 * after it of what arrives, ascending.
 * @typedef {{deleted: Set<number>, moved: Map<number, IndexPath>, left: number[], taken: number[]}} SectionChanges
 */

/**
 * A query may change thousands of places, and each cell in view asks for its own.
 * @type {WeakMap<Patch, Map<number, SectionChanges>>}
 */
const indices = new WeakMap();

/** @type {SectionChanges} */
const NOTHING = { deleted: new Set(), moved: new Map(), left: [], taken: [] };

/** @param {Patch} patch */
function sectionChanges(patch) {
  const known = indices.get(patch);
  if (known) return known;
  /** @type {Map<number, SectionChanges>} */
  const changes = new Map();
  const of = (/** @type {number} */ section) => {
    /** @type {SectionChanges} */
    const one = changes.get(section) ?? { deleted: new Set(), moved: new Map(), left: [], taken: [] };
    changes.set(section, one);
    return one;
  };
  for (const [section, item] of patch.deletes ?? []) of(section).deleted.add(item);
  for (const { from, to } of patch.moves ?? []) {
    of(from[0]).moved.set(from[1], to);
    of(to[0]).taken.push(to[1]);
  }
  for (const { at } of patch.inserts ?? []) of(at[0]).taken.push(at[1]);
  for (const one of changes.values()) {
    one.left = [...one.deleted, ...one.moved.keys()].sort((a, b) => a - b);
    one.taken.sort((a, b) => a - b);
  }
  indices.set(patch, changes);
  return changes;
}

/**
 * The place after a patch of what was at `path` before it, or `undefined` when it was deleted.
 * @param {Patch} patch
 * @param {IndexPath} path
 * @returns {IndexPath | undefined}
 */
export function pathAfter(patch, path) {
  const changes = sectionChanges(patch);
  const { deleted, moved, left } = changes.get(path[0]) ?? NOTHING;
  const to = moved.get(path[1]);
  if (to) return to;
  const s = sectionAfter(patch, path[0]);
  if (s < 0 || deleted.has(path[1])) return undefined;
  const before = countWhere(left.length, (i) => left[i] < path[1]);
  return [s, freePlace((changes.get(s) ?? NOTHING).taken, path[1] - before)];
}

/**
 * How many of the first numbers hold: those for which `holds` is true come first.
 * @param {number} count
 * @param {(i: number) => boolean} holds
 */
function countWhere(count, holds) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
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

/** The members of a patch that change no place, as far as this page knows them: a newer server may have others, which may do anything. */
const KEEPING = ['viewer', 'collection', 'from', 'to', 'stamp', 'reconfigures', 'title'];

/**
 * Whether a patch only configures cells again: nothing comes, goes, moves or is replaced.
 * @param {Patch} patch
 */
export const keepsOrder = (patch) => Object.keys(patch).every((name) => KEEPING.includes(name));
