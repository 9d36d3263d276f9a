// @ts-check
// Random orders, and random changes of them.

/**
 * A random snapshot, and a random patch of it in which sections come, go and move as well.
 * @param {import('./random.js').Random} random
 */
export function sectionScene(random) {
  let next = 0;
  const made = () => ({ id: `i${next++}` });
  const sections = Array.from({ length: 1 + random.below(5) }, (_, s) => ({ id: `s${s}`, items: Array.from({ length: random.below(6) }, made) }));
  const numbers = random.shuffle(sections.map((_, s) => s));
  const deleteSections = numbers.splice(0, random.below(numbers.length));
  const moving = numbers.splice(0, random.below(numbers.length + 1));
  const added = random.below(3);
  const places = random.shuffle(Array.from({ length: sections.length - deleteSections.length + added }, (_, s) => s));
  const moveSections = moving.map((from) => ({ from, to: /** @type {number} */ (places.pop()) }));
  const insertSections = Array.from({ length: added }, (_, i) => ({ at: /** @type {number} */ (places.pop()), section: { id: `n${i}` } }));
  // The sections after it, by their numbers before: the others fill the places between.
  const placed = new Map([...moveSections.map(({ from, to }) => [to, from]), ...insertSections.map(({ at }) => [at, -1])]);
  const others = numbers.sort((a, b) => a - b);
  const after = Array.from({ length: sections.length - deleteSections.length + added }, (_, s) => placed.has(s) ? placed.get(s) : others.shift());
  const paths = random.shuffle(sections.flatMap((section, s) => section.items.map((_, i) => [s, i])));
  const moved = after.length ? paths.splice(0, random.below(paths.length + 1)) : [];
  // Those of a section that goes are not listed.
  const deletes = paths.splice(0, random.below(paths.length + 1)).filter(([s]) => !deleteSections.includes(s));
  const inserted = after.length ? random.below(4) : 0;
  const rest = after.map((s) => (s === -1 ? 0 : sections[/** @type {number} */ (s)].items.length - [...moved, ...deletes].filter((p) => p[0] === s).length));
  const counts = [...rest];
  for (let i = 0; i < moved.length + inserted; i++) counts[random.below(counts.length)]++;
  const to = random.shuffle(counts.flatMap((count, s) =>
    random.shuffle(Array.from({ length: count }, (_, i) => i)).slice(0, count - rest[s]).map((i) => [s, i])));
  const moves = moved.map((from, i) => ({ item: sections[from[0]].items[from[1]].id, from, to: to[i] }));
  const inserts = to.slice(moved.length).map((at) => ({ at, item: made() }));
  return { snapshot: { version: 1, sections }, patch: { from: 1, to: 2, deletes, inserts, moves, deleteSections, insertSections, moveSections } };
}

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
