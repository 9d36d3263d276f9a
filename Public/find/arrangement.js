// @ts-check
// Which sorts and groups a collection offers, by what is known of its items. Free of the DOM.

import { partOf } from '../grid/query/query.js';
import { groupingOf } from './find-address.js';
import { likenessOf, withoutArrangement } from './conditions.js';

/**
 * @typedef {import('./conditions.js').Wish} Wish
 * @typedef {{field: string, type: import('../grid/query/query.js').FieldType, known: number}} Field
 * @typedef {{value: string, words: string}} Choice
 * @typedef {import('../strings/strings.js').Strings} Strings
 */

/** Fields to sort by, the usual ones first; others follow. */
const SORTS = ['taken', 'name', 'bytes', 'rating', 'stars', 'camera', 'width', 'height', 'iso'];
/** What nobody sorts by, or groups by. */
const UNSORTED = ['caption', 'latitude', 'longitude', 'focusX', 'focusY', 'likeness', 'keywords', 'folder', 'shape', 'kind', 'format', 'title'];
const GROUPS = ['taken', 'rating', 'stars', 'camera', 'lens', 'keywords', 'shape', 'kind', 'format'];
const UNGROUPED = ['name', 'title', 'caption', 'folder', 'bytes', 'width', 'height', 'latitude', 'longitude', 'focusX', 'focusY', 'likeness', 'exposure', 'aperture', 'focalLength', 'sharpness'];
const PARTS = /** @type {const} */ (['year', 'month', 'day', 'hour']);
/** Pauses between two pictures that are offered, in minutes. */
const GAPS = [15, 60, 240];
const OWN = '';

/** Sorted by date and grouped by month: what most people want of photos. */
const MONTHS = { sort: { field: 'taken', descending: true }, group: { field: 'taken', by: /** @type {const} */ ('month') } };

/** @param {Field[]} fields */
export const hasDates = (fields) => fields.some(({ field, type, known }) => field === 'taken' && type === 'date' && known > 0);

/** @param {Wish} wish */
export const isByMonth = ({ sort, group }) => sort?.field === 'taken' && group?.field === 'taken' && group.by === 'month';

/**
 * By month, or back to the own order.
 * @param {Wish} wish
 * @returns {Wish}
 */
export function withMonths(wish) {
  const rest = withoutArrangement(wish);
  return isByMonth(wish) ? rest : { ...rest, ...MONTHS };
}

/**
 * @param {Field[]} fields
 * @param {string[]} first
 * @param {string[]} never
 */
function ordered(fields, first, never) {
  const known = fields.filter(({ field, known }) => known > 0 && !never.includes(field)).map(({ field }) => field);
  return [...first.filter((field) => known.includes(field)), ...known.filter((field) => !first.includes(field))];
}

/**
 * What can be sorted by; an empty value is the collection's own order.
 * @param {Field[]} fields
 * @param {Wish} wish
 * @param {Strings} strings
 * @returns {Choice[]}
 */
export function sortChoices(fields, wish, { find }) {
  const names = ordered(fields, SORTS, UNSORTED);
  if (wish.sort && !names.includes(wish.sort.field)) names.push(wish.sort.field);
  return [{ value: OWN, words: likenessOf(wish.conditions) && !wish.group ? find.nearestFirst : find.ownOrder }, ...names.map((value) => ({ value, words: find.field(value) }))];
}

/**
 * What can be grouped by. Without a sort and without groups, the collection's own sections are shown.
 * @param {Field[]} fields
 * @param {Wish} wish
 * @param {boolean} hasSections
 * @param {Strings} strings
 * @returns {Choice[]}
 */
export function groupChoices(fields, wish, hasSections, { find }) {
  const types = new Map(fields.map(({ field, type }) => [field, type]));
  /** @type {Choice[]} */
  const choices = [{ value: OWN, words: hasSections && !wish.sort ? find.ownGroups : find.noGroups }];
  if (hasSections && wish.sort && types.has('folder')) choices.push({ value: 'folder', words: find.ownGroups });
  const names = ordered(fields, GROUPS, UNGROUPED).filter((field) => types.get(field) !== 'text');
  for (const field of names) {
    if (types.get(field) !== 'date') choices.push({ value: field, words: find.field(field) });
    else {
      const add = (/** @type {string} */ part, /** @type {string} */ words) => choices.push({ value: `${field}:${part}`, words: field === 'taken' ? words : `${find.field(field)}: ${words}` });
      for (const part of PARTS) add(part, find.parts[part]);
      for (const minutes of GAPS) add(`gap-${minutes}`, find.gap(minutes));
    }
  }
  const chosen = groupValue(wish);
  const { field = '', by, minutes = 0 } = wish.group ?? {};
  if (!choices.some(({ value }) => value === chosen)) choices.push({ value: chosen, words: by === 'gap' ? find.gap(minutes) : find.field(field) });
  return choices;
}

/** @param {Wish} wish */
export const groupValue = ({ group }) => (group ? (group.by ? `${group.field}:${partOf(group)}` : group.field) : OWN);

/**
 * The wish sorted by another field, in the direction that people expect of it.
 * @param {Wish} wish
 * @param {string} field
 * @param {Field[]} fields
 * @returns {Wish}
 */
export function sortedBy({ group, ...wish }, field, fields) {
  const rest = { ...withoutArrangement(wish), ...(group && { group }) };
  if (field === OWN) return rest;
  const type = fields.find((one) => one.field === field)?.type;
  const isDescending = field === 'rating' || type === 'date' || type === 'number';
  return { ...rest, sort: { field, ...(isDescending && { descending: true }) } };
}

/**
 * The wish in other groups. Those of a date run from the newest, unless a sort says otherwise.
 * @param {Wish} wish
 * @param {string} value of a choice
 * @returns {Wish}
 */
export function groupedBy({ sort, ...wish }, value) {
  const [field, by] = value.split(':');
  const rest = { ...withoutArrangement(wish), ...(sort && { sort }) };
  if (value === OWN) return rest;
  if (!by) return { ...rest, group: { field } };
  return { sort: { field, descending: true }, ...rest, group: groupingOf(field, by) };
}

/**
 * @param {Wish} wish
 * @returns {Wish}
 */
export function reversed(wish) {
  if (!wish.sort) return wish;
  const { field, descending } = wish.sort;
  return { ...wish, sort: { field, ...(!descending && { descending: true }) } };
}

/**
 * What a click on a column's header does: it sorts by the field, then in the other direction, then no longer.
 * @param {Wish} wish
 * @param {string} field
 * @param {Field[]} fields
 * @returns {Wish}
 */
export function sortTurned(wish, field, fields) {
  const first = sortedBy(wish, field, fields);
  if (wish.sort?.field !== field) return first;
  return Boolean(wish.sort.descending) === Boolean(first.sort?.descending) ? reversed(wish) : sortedBy(wish, OWN, fields);
}

/**
 * The direction of a sort: newest first, A to Z.
 * @param {Wish} wish
 * @param {Field[]} fields
 * @param {Strings} strings
 */
export function directionWords({ sort }, fields, { find }) {
  if (!sort) return '';
  const type = fields.find((one) => one.field === sort.field)?.type;
  const kind = sort.field === 'rating' || !type || type === 'boolean' ? 'other' : type === 'keyword' ? 'text' : type;
  return (sort.descending ? find.descending : find.ascending)[kind];
}

/**
 * What of a wish is kept for the next visit, as text; empty for the own order.
 * @param {Wish} wish
 */
export const arrangementOf = ({ sort, group }) => (sort || group ? JSON.stringify({ sort, group }) : '');

/**
 * @param {string | null} text
 * @returns {Pick<Wish, 'sort' | 'group'>} nothing where it cannot be read
 */
export function readArrangement(text) {
  try {
    const { sort, group } = JSON.parse(text || '{}');
    return { ...(typeof sort?.field === 'string' && { sort }), ...(typeof group?.field === 'string' && { group }) };
  } catch {
    return {};
  }
}
