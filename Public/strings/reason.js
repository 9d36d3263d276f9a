// @ts-check
// Why something did not work, in words.

/** @typedef {Record<string, string>} Values what the words name, such as a limit */
/** @typedef {{code: string, values?: Values}} Reason */
/**
 * A whole sentence for each code. `cause` is the words of the reason behind it, which the value `cause` names.
 * @typedef {Record<string, string | ((values: Values, cause: string) => string)>} ReasonWords
 */

/**
 * Makes the function that words a reason.
 * @param {ReasonWords} table
 * @param {string} unknown the words for a code that is not in the table, for example one of a newer server
 * @returns {(reason: Reason | undefined) => string}
 */
export function reasonsFrom(table, unknown) {
  /** @type {(reason: Reason | undefined) => string} */
  const reasonWords = (reason) => {
    if (!reason || !Object.hasOwn(table, reason.code)) return unknown;
    const words = table[reason.code];
    if (typeof words === 'string') return words;
    const { cause, ...values } = reason.values ?? {};
    return words(values, cause === undefined ? '' : reasonWords({ code: cause, values }));
  };
  return reasonWords;
}
