// @ts-check
// The message in the middle of a grid that has nothing to show.

import { append, showSentence } from '../dom.js';
import { loadLaterStrings, whenWorded } from '../../strings/strings.js';

/**
 * @param {HTMLElement} message
 * @param {import('./grid-session.js').GridState} state
 * @param {import('../../strings/strings.js').Strings} words
 * @param {Record<string, number>} [skipped] what the source left out: a folder may have nothing else
 * @param {boolean} [isQuery] whether the result of a query is shown
 * @param {{album?: boolean, watched?: boolean}} [kind] whether an album is shown, or a folder whose files appear by themselves
 */
export function showMessage(message, { state, reason }, words, skipped, isQuery = false, kind = {}) {
  const { album: isAlbum, watched } = kind;
  const isEmpty = state === 'empty';
  message.hidden = !isEmpty && state !== 'failed';
  message.replaceChildren();
  if (message.hidden) return;
  // The page around may have words of its own.
  const slot = append(message, 'slot');
  slot.name = isEmpty ? 'empty' : 'failed';
  append(slot, 'span', `sign ${isEmpty ? 'photo' : 'broken'}`);
  if (isEmpty && isQuery) {
    append(slot, 'h2').textContent = words.find.nothing;
    return;
  }
  if (reason?.code === 'collection-deleted') {
    append(slot, 'h2').textContent = isAlbum ? words.albumDeleted : words.collectionDeleted;
    return;
  }
  append(slot, 'h2').textContent = !isEmpty ? words.failedTitle : isAlbum ? words.album.empty : words.emptyTitle;
  const detail = append(slot, 'p');
  if (isEmpty && skipped) {
    Promise.all([import('../../strings/left-out.js'), loadLaterStrings()]).then(([{ leftOutWords }]) => {
      const leftOut = document.createElement('p');
      leftOut.textContent = leftOutWords(skipped, words);
      if (leftOut.textContent) detail.before(leftOut);
    }, () => {});
  }
  if (isEmpty) detail.textContent = isAlbum ? words.album.emptyDetail : watched ? words.emptyWatched : words.emptyDetail;
  else whenWorded(reason, () => showSentence(detail, words.reason(reason)));
}
