// @ts-check
// What a viewer asks of a collection, as the server takes it: search text, filter, sort, groups. Free of the DOM.

/**
 * @typedef {string | number | boolean} Value dates are ISO 8601 text
 * @typedef {{all: Filter[]} | {any: Filter[]} | {not: Filter} | {field: string, in: Value[]} |
 *   {field: string, from?: Value, until?: Value} | {field: string, contains: string} | {field: string, exists: boolean} |
 *   {field: string, timeOfDay: [from: string, until: string]} | {field: string, near: string, within?: number}} Filter `until` is excluded; a span
 *   of hours may go over midnight; `near`: a likeness, from which at most `within` bits differ, of 64
 * @typedef {{field: string, descending?: boolean, near?: string}} SortKey
 * @typedef {{field: string, by?: 'year' | 'month' | 'day' | 'hour' | 'gap', minutes?: number}} Grouping `by`: of a date; `minutes`: of a gap
 * @typedef {{search?: string, where?: Filter, sort?: SortKey[], group?: Grouping, fold?: import('./folds.js').Fold,
 *   stacks?: 'folded', openStacks?: string[]}} Query `stacks`: each is one item, but for those that are open
 * @typedef {'text' | 'keyword' | 'number' | 'date' | 'boolean' | 'likeness'} FieldType
 */

/**
 * Whether two queries are the same, member for member.
 * @param {Query | undefined} a
 * @param {Query | undefined} b
 */
export const sameQuery = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * What decides where an item stands, without the filter: where it changes, the view begins at the top again.
 * @param {Query | undefined} query
 */
export const orderKey = (query) => JSON.stringify([query?.search ?? '', query?.sort ?? [], query?.group ?? null]);

/**
 * Whether the result has section headers.
 * @param {Query | undefined} query
 * @param {number} ownSections number of the collection's own sections
 */
export function isSectioned(query, ownSections) {
  if (query?.group) return true;
  return query?.sort?.length ? false : ownSections > 1;
}

/** Minutes of a gap, unless a grouping says others. */
const GAP_MINUTES = 60;

/**
 * The parts of time that a grouping of dates makes sections of, as addresses and sections' identifiers name them: month, gap-60.
 * @param {Grouping} group
 */
export const partOf = ({ by, minutes = GAP_MINUTES }) => (by === 'gap' ? `gap-${minutes}` : by);
