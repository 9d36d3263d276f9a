// @ts-check
// The page's words in the reader's language. A table of words that belongs to one part of the page is beside that
// part, and comes through `inLanguage` too.

import { en } from './en.js';
import { ko } from './ko.js';

/** @typedef {typeof en} Strings */
/** @typedef {'en' | 'ko'} Language */

/** @type {Record<Language, Strings>} */
const tables = { en, ko };

/**
 * The first of the wanted languages that the page speaks, else English.
 * @param {readonly string[]} wanted for example `navigator.languages`
 * @returns {Language}
 */
export function languageFor(wanted) {
  for (const tag of wanted) {
    const found = tag.toLowerCase().split('-')[0];
    if (Object.hasOwn(tables, found)) return /** @type {Language} */ (found);
  }
  return 'en';
}

/** The reader's language. */
export const language = languageFor(typeof navigator === 'undefined' ? [] : navigator.languages ?? [navigator.language]);

/**
 * A table of words in the reader's language.
 * @template Table
 * @param {Record<Language, Table>} tables
 * @returns {Table}
 */
export const inLanguage = (tables) => tables[language];

export const strings = inLanguage(tables);
