// @ts-check
// What was undone, and what can be, in words. They come after the first screen.

/** @typedef {import('../server/wire.js').Change} Change */
/** @typedef {import('../../strings/strings.js').Strings} Strings */

/**
 * What was done.
 * @param {Change} change
 * @param {Strings} strings
 */
function done({ kind, count, item }, strings) {
  const { history } = strings;
  const words = Object.hasOwn(history.done, kind) ? history.done[kind] : history.done.batch;
  return words(count === 1 && item ? item.title || item.id : strings.items(count));
}

/**
 * @param {import('./change-history.js').Way} way
 * @param {Change} change
 * @param {Strings} strings
 */
export const revertedWords = (way, change, strings) =>
  (way === 'undo' ? strings.history.undone : strings.history.redone)(done(change, strings), change.own);

/**
 * Why a change stays.
 * @param {Change} change
 * @param {string} reason
 * @param {Strings} strings
 */
export const refusedWords = (change, reason, strings) => strings.history.cannot(done(change, strings), change.own, reason);

/**
 * The words of an action that undoes an older change instead.
 * @param {Change} change
 * @param {Strings} strings
 */
export const insteadWords = (change, strings) => strings.history.instead(done(change, strings));

/**
 * The words of an action that undoes the newest change of anybody.
 * @param {Change} change
 * @param {Strings} strings
 */
export function newestWords(change, strings) {
  const time = change.time && new Date(change.time).toLocaleTimeString(strings.language, { hour: 'numeric', minute: '2-digit' });
  return strings.history.undoNewest(done(change, strings), time || '');
}

/** @param {Strings} strings */
export const nothingOwnWords = (strings) => strings.history.nothingOwn;
