// @ts-check
// The changes of a patch by flat indices, with those of sections: these carry their items along. Free of the DOM.

import { startsOf } from '../selection/range-set.js';

/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */
/** @typedef {import('../model/patch.js').Patch} Patch */
/**
 * @typedef {{leaving: number[], blocks: Block[], coming: number[], moved: Map<number, number>, counts: number[]}} OrderChanges `leaving`: what is
 *   deleted or moves, ascending, before the patch; `blocks`: of the rest, what stays together; `coming`: what is inserted, or has moved, ascending,
 *   after it; `moved`: from where to where; `counts`: items of each section after it
 * @typedef {{from: number, to: number, count: number}} Block items by their rank among those that neither leave nor come, before and after
 */

/** @param {Patch} patch */
export const changesSections = ({ deleteSections, insertSections, moveSections }) =>
  Boolean(deleteSections?.length || insertSections?.length || moveSections?.length);

/**
 * @param {Patch} patch
 * @param {number[]} counts items of each section before it
 * @returns {OrderChanges | undefined} `undefined`: it names places that these sections do not have
 */
export function orderChanges(patch, counts) {
  const { deletes = [], inserts = [], moves = [] } = patch;
  const rest = [...counts];
  const left = [...deletes, ...moves.map(({ from }) => from)];
  const taken = [...inserts.map(({ at }) => at), ...moves.map(({ to }) => to)];
  for (const [section] of left) rest[section]--;
  const sections = sectionsAfter(patch, counts.length);
  if (!sections) return undefined;
  const after = sections.map((section) => (section === undefined ? 0 : rest[section]));
  for (const [section] of taken) after[section]++;
  if (rest.length > counts.length || after.length > sections.length || [...rest, ...after].some((count) => !(count >= 0))) return undefined;
  const [before, ranks] = [startsOf(counts), startsOf(rest)];
  const starts = startsOf(after);
  const flatBefore = (/** @type {IndexPath} */ [section, item]) => before[section] + item;
  const flatAfter = (/** @type {IndexPath} */ [section, item]) => starts[section] + item;
  /** @type {Block[]} */
  const blocks = [];
  let to = 0;
  for (const section of sections) {
    const count = section === undefined ? 0 : rest[section];
    if (section === undefined || !count) continue;
    const last = blocks.at(-1);
    if (last && last.from + last.count === ranks[section]) last.count += count;
    else blocks.push({ from: ranks[section], to, count });
    to += count;
  }
  return {
    leaving: left.map(flatBefore).sort(ascending),
    blocks,
    coming: taken.map(flatAfter).sort(ascending),
    moved: new Map(moves.map((move) => [flatBefore(move.from), flatAfter(move.to)])),
    counts: after,
  };
}

const ascending = (/** @type {number} */ a, /** @type {number} */ b) => a - b;

/**
 * The sections after a patch, by their numbers before it.
 * @param {Patch} patch
 * @param {number} count of sections before it
 * @returns {(number | undefined)[] | undefined} of a new one `undefined`; `undefined` where it names others than there are
 */
function sectionsAfter({ deleteSections = [], insertSections = [], moveSections = [] }, count) {
  const gone = new Set([...deleteSections, ...moveSections.map(({ from }) => from)]);
  /** @type {Map<number, number | undefined>} */
  const placed = new Map();
  for (const { at } of insertSections) placed.set(at, undefined);
  for (const { from, to } of moveSections) placed.set(to, from);
  const others = Array.from({ length: count }, (_, section) => section).filter((section) => !gone.has(section));
  const total = others.length + placed.size;
  if (others.length + gone.size !== count || [...placed.keys()].some((section) => section >= total)) return undefined;
  let next = 0;
  return Array.from({ length: total }, (_, section) => (placed.has(section) ? placed.get(section) : others[next++]));
}
