// @ts-check
// Random orders, and random changes of them.

/**
 * A random snapshot, and a random patch of it that leaves the sections.
 * @param {import('./random.js').Random} random
 */
export function scene(random) {
  let next = 0;
  const sections = Array.from({ length: 1 + random.below(4) }, (_, s) => (
    { id: `s${s}`, items: Array.from({ length: random.below(8) }, () => ({ id: `i${next++}` })) }));
  const paths = sections.flatMap((section, s) => section.items.map((_, i) => [s, i]));
  const leaving = random.shuffle(paths).slice(0, random.below(paths.length + 1));
  const deletes = leaving.splice(0, random.below(leaving.length + 1));
  const counts = sections.map((section, s) => section.items.length - [...leaving, ...deletes].filter((p) => p[0] === s).length);
  const coming = leaving.length + random.below(4);
  for (let i = 0; i < coming; i++) counts[random.below(counts.length)]++;
  // Choose, in each section, which of its places the coming ones take.
  const room = sections.map((section, s) => counts[s] - (section.items.length - [...leaving, ...deletes].filter((p) => p[0] === s).length));
  const places = counts.flatMap((count, s) => random.shuffle(Array.from({ length: count }, (_, i) => i)).slice(0, room[s]).map((i) => [s, i]));
  const to = random.shuffle(places);
  const moves = leaving.map((from, i) => ({ item: sections[from[0]].items[from[1]].id, from, to: to[i] }));
  const inserts = to.slice(leaving.length).map((at) => ({ at, item: { id: `n${next++}` } }));
  return { snapshot: { version: 1, sections }, patch: { from: 1, to: 2, deletes, inserts, moves } };
}
