// @ts-check
// The page's words in the reader's language.

import { en } from './en.js';
import { ko } from './ko.js';

/** @typedef {typeof en} Strings */

/** @type {Record<string, Strings>} */
const languages = { en, ko };

/**
 * The first of the wanted languages that there is, else English.
 * @param {readonly string[]} wanted for example `navigator.languages`
 */
export function stringsFor(wanted) {
  for (const tag of wanted) {
    const found = languages[tag.toLowerCase().split('-')[0]];
    if (found) return found;
  }
  return en;
}

export const strings = stringsFor(typeof navigator === 'undefined' ? [] : navigator.languages ?? [navigator.language]);
