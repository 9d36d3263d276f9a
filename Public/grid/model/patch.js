// @ts-check
// What a patch means. `deletes`, `from` and `deleteSections` name places before it; `at` and `to` places after it.

/** @typedef {import('./geometry.js').IndexPath} IndexPath */
/**
 * @typedef {{from: number, to: number, deletes?: IndexPath[], inserts?: {at: IndexPath, item: any}[],
 *   moves?: {item?: string, from: IndexPath, to: IndexPath}[], reloads?: string[], reconfigures?: any[],
 *   deleteSections?: number[], insertSections?: {at: number, section: any}[],
 *   moveSections?: {from: number, to: number}[]}} Patch
 */

const key = (/** @type {IndexPath} */ path) => path[0] + ',' + path[1];

/**
 * Puts `placed` at their places and the others, in order, in the places left.
 * @template T
 * @param {Map<number, T>} placed
 * @param {T[]} others
 * @returns {T[]}
 */
function fill(placed, others) {
  const result = [];
  let next = 0;
  for (let i = 0; i < placed.size + others.length; i++) result.push(placed.has(i) ? placed.get(i) : others[next++]);
  return /** @type {T[]} */ (result);
}

/**
 * The snapshot after a patch: the whole meaning of one, in one stage. The snapshot given stays as it is.
 * @param {{version: number, sections: {id: string, items: any[]}[]}} snapshot
 * @param {Patch} patch
 */
export function applyPatch(snapshot, patch) {
  if (snapshot.version !== patch.from) throw new Error(`version ${snapshot.version}, patch from ${patch.from}`);
  const gone = new Set((patch.deletes ?? []).map(key));
  const moved = new Map((patch.moves ?? []).map((m) => [key(m.from), m]));
  const arrivals = (patch.inserts ?? []).map((i) => ({ at: i.at, item: i.item }));
  for (const m of patch.moves ?? []) arrivals.push({ at: m.to, item: snapshot.sections[m.from[0]].items[m.from[1]] });

  const remain = snapshot.sections.map((section, s) => ({
    ...section, items: section.items.filter((_, i) => !gone.has(s + ',' + i) && !moved.has(s + ',' + i)),
  }));
  const sectionGone = new Set(patch.deleteSections);
  const sectionMoved = new Set((patch.moveSections ?? []).map((m) => m.from));
  const placed = new Map((patch.insertSections ?? []).map((i) => [i.at, { items: [], ...i.section }]));
  for (const m of patch.moveSections ?? []) placed.set(m.to, remain[m.from]);
  const sections = fill(placed, remain.filter((_, s) => !sectionGone.has(s) && !sectionMoved.has(s)));

  const fresh = new Map((patch.reconfigures ?? []).map((item) => [item.id, item]));
  return {
    ...snapshot,
    version: patch.to,
    sections: sections.map((section, s) => {
      const here = new Map(arrivals.filter((a) => a.at[0] === s).map((a) => [a.at[1], a.item]));
      const items = fill(here, section.items).map((item) => fresh.has(item.id) ? { ...item, ...fresh.get(item.id) } : item);
      return { ...section, items };
    }),
  };
}

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
 * The place after a patch of what stood at `path` before it, or `undefined` when it was deleted.
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
  const before = (/** @type {IndexPath} */ a, /** @type {IndexPath} */ b) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
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
