// @ts-check
// Titles of the sections of a grouped result, in the viewer's language. The server's title is the value itself: 2024-05, like, 4.

import { partOf } from './query.js';

/** @typedef {import('../../strings/strings.js').Strings} Strings */
/** @typedef {import('./query.js').Grouping} Grouping */

/**
 * The title of a section, or `undefined` for one that is no group: those of a collection are titled by people.
 * @param {{id: string, title: string}} section
 * @param {Grouping} group
 * @param {Strings} strings
 */
export function groupTitle({ id, title }, group, strings) {
  const { field, by } = group;
  const prefix = by ? `${field}/${partOf(group)}=` : `${field}=`;
  const isEmpty = id === `${field}=` || id === prefix;
  if (isEmpty) return strings.find.without(field);
  if (!id.startsWith(prefix)) return undefined;
  if (by === 'gap') return strings.units.span(title);
  return by ? dateWords(title, strings.units) : valueWords(field, title, strings);
}

/**
 * A value of a field for people.
 * @param {string} field
 * @param {string | number | boolean} value
 * @param {Strings} strings
 */
export function valueWords(field, value, strings) {
  const { find, ratings, units } = strings;
  const text = String(value);
  const known = (/** @type {Record<string, string>} */ table) => (Object.hasOwn(table, text) ? table[text] : undefined);
  switch (field) {
    case 'rating': return known(ratings) ?? text;
    case 'flag': return known(strings.flags) ?? text;
    case 'format': return text.toUpperCase();
    case 'folder': return text || find.topFolder;
    case 'stars': return find.stars(Number(value));
    case 'duration': return units.length(Number(value));
    case 'bytes': return units.fileSize(Number(value));
    case 'width':
    case 'height': return find.pixels(Number(value));
    case 'focalLength': return find.millimetres(Number(value));
    case 'aperture': return `ƒ/${Number(value)}`;
    case 'exposure': return exposureWords(Number(value), find);
  }
  const words = Object.hasOwn(find.values, field) ? known(find.values[field]) : undefined;
  if (words) return words;
  if (text === 'true' || text === 'false') return text === 'true' ? find.yes : find.no;
  return text;
}

/**
 * An exposure as a camera shows it: 1/250 s, 2 s.
 * @param {number} seconds
 * @param {Strings['find']} find
 */
export function exposureWords(seconds, find) {
  if (!(seconds > 0)) return '';
  const isFraction = seconds < 0.3;
  return find.seconds(isFraction ? `1/${Math.round(1 / seconds)}` : String(Math.round(seconds * 10) / 10));
}

/**
 * A year, a month, a day or an hour: 2024, 2024-05, 2024-05-17, 2024-05-17T12:00.
 * @param {string} text
 * @param {Strings['units']} units
 * @param {boolean} [isShort] without the day of the week
 */
export function dateWords(text, units, isShort = false) {
  const found = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:T(\d\d))?/.exec(text);
  if (!found) return text;
  const [year, month, day] = found.slice(1).map(Number);
  if (!month) return units.year(year);
  if (!day) return units.monthOf(year, month - 1);
  const words = (isShort ? units.shortDay : units.day)(year, month - 1, day);
  return found[4] ? `${words}, ${units.hour(Number(found[4]))}` : words;
}
