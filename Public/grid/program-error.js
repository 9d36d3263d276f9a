// @ts-check
// What a program gets wrong is the program's to know: its call is refused, the console says why, and what is shown stays.

const NAME = '<collection-grid>';

/**
 * Refuses a call whose argument cannot be meant.
 * @param {unknown} isRight
 * @param {string} words
 * @param {new (words: string) => Error} [Kind]
 */
export function expectThat(isRight, words, Kind = TypeError) {
  if (!isRight) throw new Kind(`${NAME}: ${words}`);
}

/** @param {unknown} ids */
export const isList = (ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string');

/**
 * Tells the programmer of what is passed over.
 * @param {string} words
 */
export const advise = (words) => console.warn(`${NAME}: ${words}`);
