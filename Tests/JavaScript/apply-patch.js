// @ts-check
// The slow, whole meaning of a patch: the oracle for what the page computes of one.

const key = (/** @type {import('../../Public/grid/model/geometry.js').IndexPath} */ path) => path[0] + ',' + path[1];

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
 * The snapshot after a patch: the whole meaning of one in a single step, as an oracle. The given snapshot is not changed.
 * @param {{version: number, sections: {id: string, items: any[]}[]}} snapshot
 * @param {import('../../Public/grid/model/patch.js').Patch} patch
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
