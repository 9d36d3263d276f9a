// @ts-check
// Why something did not work, in words.

/** @typedef {Record<string, string>} Values what the words name, such as a limit */
/** @typedef {{code: string, values?: Values}} Reason as the server gives it, or the page itself */
/** @typedef {Record<string, string | ((values: Values) => string)>} ReasonWords a whole sentence for each code */

/** The server could not be reached, or its response was cut short. @type {Reason} */
export const CONNECTION_LOST = { code: 'connection-lost' };

/**
 * Makes the function that words a reason.
 * @param {ReasonWords} table
 * @param {string} unknown what is said of a code that has no words: the server may be newer than the page
 * @returns {(reason: Reason | undefined) => string}
 */
export const reasonsFrom = (table, unknown) => (reason) => {
  if (!reason || !Object.hasOwn(table, reason.code)) return unknown;
  const words = table[reason.code];
  return typeof words === 'string' ? words : words(reason.values ?? {});
};
