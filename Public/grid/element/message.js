// @ts-check
// The message in the middle of a grid that has nothing to show.

import { append } from '../dom.js';

/**
 * @param {HTMLElement} message
 * @param {import('./grid-session.js').GridState} state
 * @param {import('../../strings/strings.js').Strings} words
 */
export function showMessage(message, { state, reason }, words) {
  const isEmpty = state === 'empty';
  message.hidden = !isEmpty && state !== 'failed';
  message.replaceChildren();
  if (message.hidden) return;
  append(message, 'span', `sign ${isEmpty ? 'photo' : 'broken'}`);
  append(message, 'h2').textContent = isEmpty ? words.emptyTitle : words.failedTitle;
  append(message, 'p').textContent = isEmpty ? words.emptyDetail : words.reason(reason);
}
