// @ts-check
// What is searched, filtered, sorted and grouped, as the page's address has it: ?search=sea+bird&where=rating:like,dislike&
// range=taken:2024-01-01..2024-07-01&sort=-taken&group=taken:month; what these cannot express as JSON: filter={…}. Free of the DOM.

import { partOf } from '../grid/query/query.js';

/**
 * @typedef {import('./conditions.js').Condition} Condition
 * @typedef {import('./conditions.js').Wish} Wish
 * @typedef {import('./conditions.js').Value} Value
 */

const NAMES = ['search', 'where', 'range', 'filter', 'sort', 'group'];
/** Maximum length of a text of the address that is read. */
const LONGEST = 500;

/**
 * What an address asks for; `undefined` where it says nothing about it. What it cannot mean is left out.
 * @param {string} search of a location
 * @returns {Wish | undefined}
 */
export function readWish(search) {
  const parameters = new URLSearchParams(search);
  if (!NAMES.some((name) => parameters.has(name))) return undefined;
  const conditions = [...parameters].flatMap(([name, text]) => (name === 'where' ? readValues(text) : name === 'range' ? readRange(text) : []));
  const fields = new Set();
  const sort = parameters.get('sort') ?? '';
  const [field, by] = split(parameters.get('group') ?? '', ':');
  const other = readFilter(parameters.get('filter') ?? '');
  return {
    search: (parameters.get('search') ?? '').slice(0, LONGEST),
    conditions: conditions.filter((condition) => !fields.has(condition.field) && fields.add(condition.field)),
    ...(other && { other }),
    ...(sort.replace(/^-/, '') && { sort: { field: sort.replace(/^-/, ''), ...(sort.startsWith('-') && { descending: true }) } }),
    ...(field && { group: groupingOf(field, by) }),
  };
}

/**
 * An address's search part with another wish; whatever else it says stays.
 * @param {string} search of a location
 * @param {Wish} wish
 */
export function writeWish(search, { search: words, conditions, other, sort, group }) {
  const others = new URLSearchParams(search);
  for (const name of NAMES) others.delete(name);
  const parts = others.toString() ? [others.toString()] : [];
  const add = (/** @type {string} */ name, /** @type {string} */ value) => parts.push(`${name}=${readable(value)}`);
  if (words) add('search', words);
  for (const { field, values, isMissing, from, until } of conditions) {
    if (from !== undefined || until !== undefined) add('range', `${field}:${from ?? ''}..${until ?? ''}`);
    else add('where', `${field}:${[...(values ?? []).map(writeValue), ...(isMissing ? [''] : [])].join(',')}`);
  }
  if (other) add('filter', JSON.stringify(other));
  if (sort) add('sort', `${sort.descending ? '-' : ''}${sort.field}`);
  if (group) add('group', group.by ? `${group.field}:${partOf(group)}` : group.field);
  return parts.length ? `?${parts.join('&')}` : '';
}

/**
 * A filter as the server takes it. What is no object is left out; the server says of any other what is wrong with it.
 * @param {string} text
 * @returns {import('../grid/query/query.js').Filter | undefined}
 */
function readFilter(text) {
  try {
    const filter = JSON.parse(text || 'null');
    return filter !== null && typeof filter === 'object' && !Array.isArray(filter) ? filter : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} value percent-encoded, but for what a query may have and people read */
const readable = (value) => encodeURIComponent(value).replace(/%20/g, '+').replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%2F/g, '/');

/**
 * Text that reads as a number or a truth value begins with an apostrophe, as in a spreadsheet.
 * @param {Value} value
 */
function writeValue(value) {
  const text = String(value).replace(/[\\,]/g, '\\$&');
  return typeof value === 'string' && (value.startsWith("'") || typeof parsed(value) !== 'string') ? `'${text}` : text;
}

/**
 * @param {string} text
 * @returns {Value}
 */
function parsed(text) {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/**
 * @param {string} text rating:like,dislike
 * @returns {Condition[]}
 */
function readValues(text) {
  const [field, list] = split(text, ':');
  if (!field || text.length > LONGEST) return [];
  // A backslash takes the next character as it is.
  const items = (list.match(/(?:\\.|[^\\,])+|(?<=,|^)(?=,|$)/g) ?? []).map((item) => item.replace(/\\(.)/g, '$1'));
  const values = items.filter((item) => item !== '').map((item) => (item.startsWith("'") ? item.slice(1) : parsed(item)));
  return [{ field, values, ...(items.includes('') && { isMissing: true }) }];
}

/**
 * @param {string} text width:1000..4000
 * @returns {Condition[]}
 */
function readRange(text) {
  const [field, range] = split(text, ':');
  const [from, until] = split(range, '..');
  if (!field || (!from && !until) || text.length > LONGEST) return [];
  // A year alone is a date where the other end is one, and of the field that always is.
  const isText = field === 'taken' || [from, until].some((bound) => bound && typeof parsed(bound) === 'string');
  const value = (/** @type {string} */ bound) => (isText ? bound : parsed(bound));
  return [{ field, ...(from && { from: value(from) }), ...(until && { until: value(until) }) }];
}

/**
 * @param {string} text
 * @param {string} at
 * @returns {[string, string]}
 */
function split(text, at) {
  const i = text.indexOf(at);
  return i < 0 ? [text, ''] : [text.slice(0, i), text.slice(i + at.length)];
}

/**
 * The grouping that a field and `partOf` name.
 * @param {string} field
 * @param {string} part one that is unknown counts as none
 * @returns {import('../grid/query/query.js').Grouping}
 */
export function groupingOf(field, part) {
  const minutes = Number(/^gap-([1-9]\d{0,5})$/.exec(part)?.[1]);
  if (minutes) return { field, by: 'gap', minutes };
  return { field, ...(['year', 'month', 'day', 'hour'].includes(part) && { by: /** @type {'year'} */ (part) }) };
}
