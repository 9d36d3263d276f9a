// @ts-check
// The page's words in the reader's language. English comes with the page; other languages are loaded for who reads them, and what the
// first screen does not need comes after it. A table of words that belongs to one part of the page is beside that part, and comes through
// `inLanguage`.

import { en } from './en.js';
import { reasonsFrom } from './reason.js';
import { unitsOf } from './units.js';

/** @typedef {typeof en & typeof import('./en-later.js').later} Words */
/** @typedef {ReturnType<typeof wholeStrings>} Strings */
/** @typedef {'en' | 'ko'} Language */

/** @type {Record<Language, () => Promise<typeof en>>} */
const loads = {
  en: async () => en,
  ko: () => import('./ko.js').then(({ ko }) => ko),
};

/**
 * The words that the first screen does not need.
 * @type {Record<Language, () => Promise<{later: typeof import('./en-later.js').later}>>}
 */
const loadsLater = {
  en: () => import('./en-later.js'),
  ko: () => import('./ko-later.js'),
};

/**
 * The words of a language, with what is made of them. What comes later has its type at once: it is used by what comes later, too.
 * @param {typeof en} words
 */
export const wholeStrings = (words) => ({
  .../** @type {Words} */ (words),
  units: unitsOf(regionOf(words.language)),
  /** A whole sentence for a reason of the server's. */
  reason: reasonsFrom(words.reasons, words.unknownReason, words.language),
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

/** The languages that the reader wants, the first one most. */
const wantedLanguages = () => (typeof navigator === 'undefined' ? [] : navigator.languages ?? [navigator.language]);

/** The reader's language. */
export const language = languageFor(wantedLanguages());

/**
 * The language of the words as the reader's region writes its dates: en-GB; or en-DE, where words in German were wanted.
 * @param {string} spoken
 * @param {readonly string[]} [wanted]
 */
export function regionOf(spoken, wanted = wantedLanguages()) {
  const region = /-[A-Z]{2}\b/.exec(wanted[0] ?? '')?.[0] ?? '';
  return wanted.find((tag) => tag.split('-')[0] === spoken) ?? spoken + region;
}

/**
 * A table of words in the reader's language.
 * @template Table
 * @param {Record<Language, Table>} tables
 * @returns {Table}
 */
export const inLanguage = (tables) => tables[language];

/** In English until `loadStrings` has settled. */
export const strings = wholeStrings(en);
/** Whether all words of `strings` are here. */
let isWhole = false;

/** Settles when `strings` is in the reader's language, or stays in English because it cannot be loaded now. */
export async function loadStrings() {
  if (strings.language === language) return;
  const words = await loads[language]().catch(() => undefined);
  if (!words || strings.language === language) return;
  Object.assign(strings, wholeStrings(words));
  // What was added to the English ones, while these could not be loaded, is not theirs.
  isWhole = false;
}

/**
 * The loading of the rest under way.
 * @type {Promise<void> | undefined}
 */
let loading;

/** Settles when the words that the first screen does not need are here as well. Rejects when they cannot be loaded now; the next call tries again. */
export function loadLaterStrings() {
  loading ??= addLaterStrings().finally(() => (loading = undefined));
  return loading;
}

/** @returns {Promise<void>} */
async function addLaterStrings() {
  if (isWhole) return;
  await loadStrings();
  const spoken = /** @type {Language} */ (strings.language);
  // In English rather than not at all.
  const words = await loadsLater[spoken]().catch(() => loadsLater.en());
  if (strings.language !== spoken) return addLaterStrings();
  addWords(strings, words);
  isWhole = true;
}

/**
 * Adds to words those that come after the first screen: tables of the same name become one.
 * @param {Words} words
 * @param {{later: object}} module
 */
export function addWords(words, { later }) {
  const known = /** @type {Record<string, any>} */ (words);
  for (const [name, added] of Object.entries(later)) {
    known[name] = typeof added === 'object' ? Object.assign(known[name] ?? {}, added) : added;
  }
}

/**
 * Does something once a reason has its words: at once if they are here, as the server's own sentence is in English; else when they are, or
 * cannot be loaded.
 * @param {import('./reason.js').Reason | undefined} reason
 * @param {() => void} work
 */
export function whenWorded(reason, work) {
  if (isWhole || !reason || Object.hasOwn(strings.reasons, reason.code) || (reason.sentence && strings.language === 'en')) work();
  else loadLaterStrings().then(work, work);
}
