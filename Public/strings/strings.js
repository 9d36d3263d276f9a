// @ts-check
// The page's words in the reader's language. English comes with the page; other languages are loaded for who reads them. A table of words
// that belongs to one part of the page is beside that part, and comes through `inLanguage`.

import { en } from './en.js';
import { reasonsFrom } from './reason.js';
import { unitsOf } from './units.js';

/** @typedef {typeof en} Words */
/** @typedef {ReturnType<typeof wholeStrings>} Strings */
/** @typedef {'en' | 'ko'} Language */

/** @type {Record<Language, () => Promise<Words>>} */
const loads = {
  en: async () => en,
  ko: () => import('./ko.js').then(({ ko }) => ko),
};

/**
 * The words of a language, with what is made of them.
 * @param {Words} words
 */
export const wholeStrings = (words) => ({
  ...words,
  units: unitsOf(words.language),
  /** A whole sentence for a reason of the server's. */
  reason: reasonsFrom(words.reasons, words.unknownReason),
});

/**
 * The first of the wanted languages that the page speaks, else English.
 * @param {readonly string[]} wanted for example `navigator.languages`
 * @returns {Language}
 */
export function languageFor(wanted) {
  for (const tag of wanted) {
    const found = tag.toLowerCase().split('-')[0];
    if (Object.hasOwn(loads, found)) return /** @type {Language} */ (found);
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

/** In English until `loadStrings` has settled. */
export const strings = wholeStrings(en);

/** Settles when `strings` is in the reader's language, or stays in English because it cannot be loaded now. */
export async function loadStrings() {
  if (strings.language === language) return;
  const words = await loads[language]().catch(() => undefined);
  if (words) Object.assign(strings, wholeStrings(words));
}
