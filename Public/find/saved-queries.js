// @ts-check
// Queries that people keep, and what a person has set as one of them says. Free of the DOM.

import { call, collectionPath } from '../grid/server/api.js';
import { LIKENESS_WITHIN, TIME_OF_DAY } from './conditions.js';

/**
 * @typedef {import('./conditions.js').Wish} Wish
 * @typedef {import('./conditions.js').Condition} Condition
 * @typedef {import('../grid/query/query.js').Query} Query
 * @typedef {import('../grid/query/query.js').Filter} Filter
 * @typedef {{name: string, title: string, query: Query}} SavedQuery
 */

/** Maximum length of a name, in bytes, as the server has it. */
const NAME_BYTES = 200;

/**
 * The saved queries of a collection, by title.
 * @param {string} collection
 * @returns {Promise<SavedQuery[]>}
 */
export async function readSaved(collection) {
  const { queries } = await call('GET', collectionPath(collection, 'queries'));
  return queries.sort((/** @type {SavedQuery} */ a, /** @type {SavedQuery} */ b) => a.title.localeCompare(b.title));
}

/**
 * What a saved query of a collection says.
 * @param {string} collection
 * @param {string} name
 * @returns {Promise<Wish | undefined>} `undefined` where there is none of this name
 */
export async function savedWish(collection, name) {
  const saved = (await readSaved(collection)).find((one) => one.name === name);
  return saved && wishOf(saved.query);
}

/**
 * Saves a query; one of the same name is replaced.
 * @param {string} collection
 * @param {SavedQuery} saved
 */
export const save = (collection, { name, title, query }) => call('PUT', collectionPath(collection, 'queries', name), { title, query });

/**
 * @param {string} collection
 * @param {string} name
 */
export const removeSaved = (collection, name) => call('DELETE', collectionPath(collection, 'queries', name));

/**
 * A name for scripts that no other query has: the title, where it is free.
 * @param {string} title
 * @param {SavedQuery[]} others
 */
export function freeName(title, others) {
  const isTaken = (/** @type {string} */ name) => others.some((other) => other.name === name);
  let stem = title;
  while (new TextEncoder().encode(stem).length > NAME_BYTES - 8) stem = [...stem].slice(0, -1).join('');
  let name = stem;
  for (let number = 2; isTaken(name); number++) name = `${stem} ${number}`;
  return name;
}

/**
 * What a query says, as it is set in the page: its filters as conditions where they can be.
 * @param {Query} query
 * @returns {Wish}
 */
export function wishOf({ search = '', where, sort, group }) {
  /** @type {Condition[]} */
  const conditions = [];
  /** @type {Filter[]} */
  const others = [];
  for (const part of where === undefined ? [] : 'all' in where ? where.all : [where]) {
    const condition = conditionOf(part);
    if (condition && !conditions.some(({ field }) => field === condition.field)) conditions.push(condition);
    else others.push(part);
  }
  return {
    search, conditions,
    ...(others.length && { other: others.length === 1 ? others[0] : { all: others } }),
    // A sort by nearness comes with its condition.
    ...(sort?.length && sort[0].near === undefined && { sort: sort[0] }),
    ...(group && { group }),
  };
}

/**
 * @param {Filter} filter
 * @returns {Condition | undefined}
 */
function conditionOf(filter) {
  if ('any' in filter) {
    const [first, second] = filter.any.map(conditionOf);
    const isBoth = filter.any.length === 2 && first?.values && second?.isMissing && first.field === second.field;
    return isBoth ? { ...first, isMissing: true } : undefined;
  }
  if (!('field' in filter)) return undefined;
  const { field } = filter;
  if ('in' in filter) return { field, values: filter.in };
  if ('exists' in filter) return filter.exists ? undefined : { field, isMissing: true };
  if ('contains' in filter) return undefined;
  if ('near' in filter) return (filter.within ?? LIKENESS_WITHIN) === LIKENESS_WITHIN ? { field, values: [filter.near] } : undefined;
  if ('timeOfDay' in filter) return field === 'taken' ? { field: TIME_OF_DAY, from: filter.timeOfDay[0], until: filter.timeOfDay[1] } : undefined;
  return { field, ...(filter.from !== undefined && { from: filter.from }), ...(filter.until !== undefined && { until: filter.until }) };
}
