// @ts-check
// Why something did not work, in words.

/** @typedef {Record<string, string>} Values what the words name, such as a limit */
/** @typedef {{code: string, values?: Values, sentence?: string, language?: string}} Reason */
/**
 * A whole sentence for each code. `cause` is the words of the reason behind it, which the value `cause` names.
 * @typedef {Record<string, string | ((values: Values, cause: string) => string)>} ReasonWords
 */

/** What encloses words of another language: Unicode's isolates, which nobody sees. */
const [FIRST, LAST] = ['\u2068', '\u2069'];
/**
 * The languages of sentences that are not English.
 * @type {Map<string, string>}
 */
const languages = new Map();

/**
 * @param {string} sentence
 * @param {string} language
 * @param {string} around the language of the words around it
 */
function inItsLanguage(sentence, language, around) {
  if (language === around) return sentence;
  languages.set(sentence, language);
  return `${FIRST}${sentence}${LAST}`;
}

/**
 * The parts of a sentence, with the language of those that are in another one.
 * @param {string} sentence
 * @returns {{text: string, language?: string}[]}
 */
export const partsOf = (sentence) => sentence.split(/[\u2068\u2069]/).map((text) => ({ text, language: languages.get(text) })).filter(({ text }) => text);

/**
 * Makes the function that words a reason.
 * @param {ReasonWords} table
 * @param {string} unknown the words for a code that is not in the table and has no sentence
 * @param {string} language of the table
 * @returns {(reason: Reason | undefined) => string}
 */
export function reasonsFrom(table, unknown, language) {
  /** @type {(reason: Reason | undefined) => string} */
  const reasonWords = (reason) => {
    if (!reason) return unknown;
    if (!Object.hasOwn(table, reason.code)) return reason.sentence ? inItsLanguage(reason.sentence, reason.language ?? 'en', language) : unknown;
    const words = table[reason.code];
    if (typeof words === 'string') return words;
    const { cause, ...values } = reason.values ?? {};
    return words(values, cause === undefined ? '' : reasonWords({ code: cause, values }));
  };
  return reasonWords;
}
