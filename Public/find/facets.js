// @ts-check
// What the filter panel shows: fields, their values and ranges, how many items each has. Free of the DOM.

import { CHOICES } from '../grid/marks/mark.js';
import { valueWords } from '../grid/query/group-title.js';
import { fieldWords, rangeWords } from './condition-words.js';
import { conditionOf, TIME_OF_DAY, valuesOf } from './conditions.js';

/**
 * @typedef {import('./conditions.js').Wish} Wish
 * @typedef {import('./conditions.js').Value} Value
 * @typedef {import('./arrangement.js').Field} Field
 * @typedef {import('../strings/strings.js').Strings} Strings
 * @typedef {{from: Value, until: Value, count: number}} Bucket
 * @typedef {{field: string, type: string, values?: {value: Value, count: number}[], buckets?: Bucket[], missing?: number,
 *   more?: boolean}} Facet as the server sends it
 * @typedef {{words: string, value: Value | undefined, count: number, isChecked: boolean}} Option `value`: `undefined` for items without
 * @typedef {{words: string, from: Value, until: Value, count: number, share: number, isChecked: boolean}} Span `share` of the largest
 * @typedef {{field: string, title: string, options: Option[], spans: Span[], hasMore: boolean}} FacetView
 */

/** Marks, which are offered before the first item has one. */
const MARKS = ['stars', ...Object.keys(CHOICES), 'labels', 'rating'];
/** Fields to filter by, the usual ones first; other fields follow. */
const FIRST = [...MARKS, 'taken', TIME_OF_DAY, 'camera', 'lens', 'keywords', 'folder', 'kind', 'format', 'shape', 'bytes', 'width', 'height', 'iso'];
const NEVER = ['title', 'name', 'caption', 'latitude', 'longitude', 'focusX', 'focusY', 'likeness'];
/** Values that are listed in this order, whether an item has them or not. */
const ALWAYS = /** @type {Record<string, Value[]>} */ ({ stars: [5, 4, 3, 2, 1], ...CHOICES });
/** Maximum values that keep their places when their counts change; of more, those that no item has any more go to the end. */
const STEADY = 8;
/** Maximum numbers that are listed rather than counted in ranges. */
const FEW = 12;
/** Maximum sections of the panel. */
const MOST = 24;

/**
 * The marks that a collection offers before an item has one. Ratings, which one demo has, are not offered elsewhere beside the stars.
 * @param {import('../grid/server/wire.js').CollectionDescription} collection
 */
export const marksOf = ({ readOnly, capabilities }) =>
  readOnly || capabilities?.marks ? MARKS.filter((mark) => mark !== 'rating' || capabilities?.offersRatings) : [];

/**
 * The fields that the panel offers, in their order.
 * @param {Field[]} fields
 * @param {Wish} wish
 * @param {string[]} marks those that are offered before an item has one
 */
export function facetFields(fields, wish, marks) {
  const rank = (/** @type {string} */ field) => (FIRST.includes(field) ? FIRST.indexOf(field) : FIRST.length);
  const offered = [...fields, ...fields.flatMap(timesOf)].filter(({ field, type, known }) =>
    conditionOf(wish, field) || (known > 0 && type !== 'text' && !NEVER.includes(field)) || marks.includes(field));
  return offered.sort((a, b) => rank(a.field) - rank(b.field)).slice(0, MOST);
}

/**
 * Where dates are known, so are times of a day.
 * @param {Field} field
 * @returns {Field[]}
 */
const timesOf = ({ field, known }) => (field === 'taken' ? [{ field: TIME_OF_DAY, type: 'date', known }] : []);

/** @param {string} field @returns {boolean} whether the server counts its values */
export const isCounted = (field) => field !== TIME_OF_DAY;

/** @param {Field} field @returns {boolean} whether it is narrowed by a range rather than by values */
export const isRanged = ({ field, type }) => (type === 'number' && field !== 'stars') || type === 'date';

/**
 * @param {Facet} facet
 * @param {Wish} wish
 * @param {Strings} strings
 * @param {Value[]} [listed] values that were listed before, in their order: those keep their places
 * @returns {FacetView}
 */
export function facetView(facet, wish, strings, listed = []) {
  const { field, values = [], buckets = [], missing = 0, more = false } = facet;
  const condition = conditionOf(wish, field);
  const chosen = valuesOf(condition);
  const counts = new Map(values.map(({ value, count }) => [value, count]));
  // A value that is wanted is offered also where no item has it now.
  /** @type {Option[]} */
  const options = inOrder(facet, [...counts.keys(), ...chosen], listed).map((value) => (
    { words: valueWords(field, value, strings), value, count: counts.get(value) ?? 0, isChecked: chosen.includes(value) }));
  const largest = Math.max(1, ...buckets.map(({ count }) => count));
  const hasRange = (condition?.from !== undefined || condition?.until !== undefined) && chosen.length === 0;
  // A few numbers are chosen one by one, as values are.
  const isRange = hasRange || (buckets.length > 0 && (values.length === 0 || more || values.length > FEW));
  if (missing > 0 || condition?.isMissing) {
    options.push({ words: strings.find.without(field), value: undefined, count: missing, isChecked: condition?.isMissing ?? false });
  }
  return {
    field, title: fieldWords(field, strings), hasMore: more && !isRange,
    options: isRange ? options.filter(({ value }) => value === undefined) : options,
    spans: !isRange ? [] : buckets.filter(({ count }) => count > 0).map((bucket) => {
      const [from, until] = [short(bucket.from), short(bucket.until)];
      return {
        words: rangeWords(field, from, until, strings), from, until, count: bucket.count, share: bucket.count / largest,
        isChecked: condition?.from !== undefined && short(condition.from) === from && short(condition.until) === until,
      };
    }),
  };
}

/**
 * The values of a field as they are listed.
 * @param {Facet} facet
 * @param {Value[]} found those that items have, and those that are wanted
 * @param {Value[]} listed
 */
function inOrder({ field, type }, found, listed) {
  const always = ALWAYS[field];
  const before = listed.length > STEADY ? [] : listed;
  const all = [...new Set([...always ?? [], ...before, ...found, ...listed])];
  if (always || type !== 'number') return all;
  return all.sort((a, b) => Number(a) - Number(b));
}

/**
 * The beginning of a day as people write it: 2024-01-01.
 * @param {any} value
 */
const short = (value) => (typeof value === 'string' ? value.replace(/T00:00:00(\.0+)?$/, '') : value);
