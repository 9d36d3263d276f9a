// @ts-check
// Marks of items: which keys give them, and how they read. Free of the DOM.

import { letterOf } from '../access/letter-key.js';

/** @typedef {import('../../strings/strings.js').Strings} Strings */
/** @typedef {{name: string, colour?: string | null}} Label */
/**
 * @typedef {{stars?: number | null, flag?: 'pick' | 'reject' | null, rating?: string | null,
 *   labels?: {add?: Label[], remove?: string[]}}} Marks as a request has them: `null` and 0 take away
 */

/** The colours of labels, as the server names them. */
export const COLOURS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'grey'];
export const MOST_STARS = 5;

/** @type {Record<string, Marks>} */
const LETTERS = { p: { flag: 'pick' }, x: { flag: 'reject' }, u: { flag: null } };

/**
 * The marks that a key gives: 1 to 5 and 0, P, X, U.
 * @param {KeyboardEvent} event
 * @returns {Marks | undefined}
 */
export function marksOfKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  // With Shift, or on a French keyboard, a digit's key is another character.
  const digit = /^(?:Digit|Numpad)([0-5])$/.exec(event.code)?.[1] ?? (/^[0-5]$/.test(event.key) ? event.key : undefined);
  if (digit !== undefined && !/^(Home|End|Arrow|Page|Insert|Clear)/.test(event.key)) return { stars: Number(digit) };
  const letter = letterOf(event);
  return Object.hasOwn(LETTERS, letter) ? LETTERS[letter] : undefined;
}

/**
 * Whether the next item is to follow a mark: with Shift, or while Caps Lock is on.
 * @param {KeyboardEvent} event
 */
export const goesOn = (event) => event.shiftKey || event.getModifierState('CapsLock');

/**
 * Labels of an item; those of posted items may be texts.
 * @param {{attributes?: Record<string, any>} | undefined} item
 * @returns {Label[]}
 */
export function labelsOf(item) {
  const labels = item?.attributes?.labels;
  if (!Array.isArray(labels)) return [];
  return labels.flatMap((label) => (typeof label === 'string' ? [{ name: label }] : typeof label?.name === 'string' ? [label] : []));
}

/**
 * Stars of an item, 0 to 5.
 * @param {{attributes?: Record<string, any>} | undefined} item
 */
export function starsOf(item) {
  const stars = Number(item?.attributes?.stars ?? 0);
  return Number.isInteger(stars) && stars > 0 && stars <= MOST_STARS ? stars : 0;
}

/**
 * @param {{attributes?: Record<string, any>} | undefined} item
 * @returns {'pick' | 'reject' | undefined}
 */
export function flagOf(item) {
  const flag = item?.attributes?.flag;
  return flag === 'pick' || flag === 'reject' ? flag : undefined;
}

/**
 * What an item shows, in words, for screen readers; empty without marks.
 * @param {{attributes?: Record<string, any>} | undefined} item
 * @param {Strings} strings
 * @returns {string[]}
 */
export function markWords(item, strings) {
  const rating = item?.attributes?.rating;
  const [stars, flag] = [starsOf(item), flagOf(item)];
  return [
    ...(rating ? [strings.ratings[rating] ?? rating] : []), ...(stars ? [strings.find.stars(stars)] : []),
    ...(flag ? [strings.flags[flag]] : []), ...labelsOf(item).map(({ name }) => name),
  ];
}

/**
 * What a change of marks did, in a sentence.
 * @param {string} thing a title, or a number of items
 * @param {Marks} marks
 * @param {Strings} strings
 */
export function markedSentence(thing, { stars, flag, rating, labels }, strings) {
  const parts = [];
  if (stars !== undefined) parts.push(stars ? strings.find.stars(stars) : strings.noStars);
  if (flag !== undefined) parts.push(flag ? strings.flags[flag] : strings.noFlag);
  if (rating !== undefined) parts.push(rating ? strings.ratings[rating] ?? rating : strings.noRating);
  for (const { name } of labels?.add ?? []) parts.push(strings.labelGiven(name));
  for (const name of labels?.remove ?? []) parts.push(strings.labelTaken(name));
  return strings.marked(thing, new Intl.ListFormat(strings.language, { type: 'unit' }).format(parts));
}
