// @ts-check
// Conditions as people read them: “Rating: Like or Dislike”, “Date taken: May 2024”. Free of the DOM.

import { dateWords, valueWords } from '../grid/query/group-title.js';
import { hidesRejected, LIKENESS, TIME_OF_DAY } from './conditions.js';

/**
 * @typedef {import('./conditions.js').Condition} Condition
 * @typedef {import('./conditions.js').Value} Value
 * @typedef {import('../strings/strings.js').Strings} Strings
 */

/** Fields whose values are whole numbers: a range reads better with its last value than with the first beyond. */
export const WHOLE = ['width', 'height', 'iso', 'stars'];
const DAY_MS = 86_400_000;

/**
 * @param {string} field
 * @param {Strings} strings
 */
export const fieldWords = (field, { find }) => (field === TIME_OF_DAY ? find.timeOfDay : find.field(field));

/**
 * @param {Condition} condition
 * @param {Strings} strings
 */
export function conditionWords(condition, strings) {
  const { field, values = [], isMissing, from, until } = condition;
  const { find, language } = strings;
  if (hidesRejected(condition)) return strings.mark.rejectedHidden;
  if (field === LIKENESS && !isMissing) return find.similarTo;
  if (from !== undefined || until !== undefined) return find.condition(fieldWords(field, strings), rangeWords(field, from, until, strings));
  const words = values.map((value) => valueWords(field, value, strings));
  if (!words.length && isMissing) return find.without(field);
  if (isMissing) words.push(find.without(field));
  return find.condition(find.field(field), new Intl.ListFormat(language, { type: 'disjunction' }).format(words));
}

/**
 * @param {string} field
 * @param {Value | undefined} from
 * @param {Value | undefined} until excluded
 * @param {Strings} strings
 */
export function rangeWords(field, from, until, strings) {
  const { find, units } = strings;
  if (field === TIME_OF_DAY) return from === undefined ? find.atMost(`${until}`) : until === undefined ? find.atLeast(`${from}`) : find.range(`${from}`, `${until}`);
  const isDate = typeof (from ?? until) === 'string';
  if (isDate && from !== undefined && until !== undefined) {
    const span = spanOf(String(from), String(until));
    if (span) return dateWords(span, units, true);
  }
  const word = (/** @type {Value} */ value) => (isDate ? dateWords(String(value), units, true) : valueWords(field, value, strings));
  const last = until === undefined ? undefined : isDate ? dayBefore(String(until)) : WHOLE.includes(field) ? Number(until) - 1 : until;
  if (from === undefined) return find.atMost(word(/** @type {Value} */ (last)));
  if (last === undefined) return field === 'stars' ? find.starsAtLeast(Number(from)) : find.atLeast(word(from));
  return last === from ? word(from) : find.range(word(from), word(last));
}

/**
 * The year, month or day that a range of dates is: 2024, 2024-05, 2024-05-17; `undefined` where it is none.
 * @param {string} from
 * @param {string} until
 */
export function spanOf(from, until) {
  const [a, b] = [from, until].map(dayOf);
  if (a === undefined || b === undefined) return undefined;
  const begin = new Date(a);
  const [year, month] = [begin.getUTCFullYear(), begin.getUTCMonth()];
  const text = begin.toISOString();
  if (b === a + DAY_MS) return text.slice(0, 10);
  if (begin.getUTCDate() !== 1) return undefined;
  if (b === Date.UTC(year, month + 1, 1)) return text.slice(0, 7);
  return month === 0 && b === Date.UTC(year + 1, 0, 1) ? text.slice(0, 4) : undefined;
}

/**
 * The last day of a range of dates.
 * @param {string} until excluded
 */
export function dayBefore(until) {
  const day = dayOf(until);
  return day === undefined ? until : new Date(day - DAY_MS).toISOString().slice(0, 10);
}

/**
 * The first day after a range of dates.
 * @param {string} last
 */
export function dayAfter(last) {
  const day = dayOf(last);
  return day === undefined ? last : new Date(day + DAY_MS).toISOString().slice(0, 10);
}

/**
 * The beginning of the day, month or year that a text names, in ms of UTC; `undefined` for what begins within a day.
 * @param {string} text
 */
function dayOf(text) {
  const found = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:T00:00:00(?:\.0+)?)?$/.exec(text);
  if (!found) return undefined;
  const [, year, month = '01', day = '01'] = found;
  const ms = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
