// @ts-check
// Finds places in the documentation. Free of the DOM.

/**
 * @typedef {object} Place a heading and what is below it
 * @property {string} page address, relative to the folder of the documentation
 * @property {string} title of the page
 * @property {string} anchor
 * @property {string} heading
 * @property {string} text
 */
/** @typedef {Place & {excerpt: string}} Found */

/** Maximum number of places that are shown. */
const LIMIT = 20;
/** Length of an excerpt, and how much of it is before the word that was found. In characters. */
const [EXCERPT, BEFORE] = [160, 50];

/**
 * The places that have all words of a text, the best first: words in a heading count more than in the text, and whole ones more than parts.
 * @param {Place[]} places
 * @param {string} text
 * @returns {Found[]}
 */
export function search(places, text) {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return [];
  const found = [];
  for (const place of places) {
    const [title, heading, body] = [place.title, place.heading, place.text].map((part) => part.toLowerCase());
    let score = 0;
    const hasAll = wanted.every((word) => {
      const one = 8 * rank(heading, word) + 4 * rank(title, word) + rank(body, word);
      score += one;
      return one > 0;
    });
    if (hasAll) found.push({ place, score });
  }
  // A sort keeps the order of what is equally good: that of the pages.
  return found.sort((a, b) => b.score - a.score).slice(0, LIMIT).map(({ place }) => ({ ...place, excerpt: excerptOf(place.text, wanted[0]) }));
}

/**
 * @param {string} text in lower case
 * @param {string} word
 * @returns {0 | 1 | 2} 2 where it begins a word
 */
function rank(text, word) {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  return at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]) ? 2 : 1;
}

/**
 * @param {string} text
 * @param {string} word in lower case
 */
function excerptOf(text, word) {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - BEFORE);
  const part = text.slice(at, at + EXCERPT).trim();
  return `${at > 0 ? '… ' : ''}${part}${at + EXCERPT < text.length ? ' …' : ''}`;
}
