// @ts-check
// English: what the first screen may say. The rest comes after it, from en-later.js.

import { facts } from './en-facts.js';
import { firstReasons, unknownReason } from './en-first-reasons.js';

const number = (/** @type {number} */ n) => n.toLocaleString('en');
const items = (/** @type {number} */ n) => (n === 1 ? '1 item' : `${number(n)} items`);

export const en = {
  language: 'en',
  grid: 'Items',
  items,
  /** An item by its title; like `items`, it may be the `thing` of other words. */
  item: (/** @type {string} */ title) => title,
  count: number,
  find: /** @type {typeof facts & typeof import('./en-find.js').finding} */ (facts),
  album: /** @type {typeof import('./en-albums.js').album & {gone: string, empty: string, emptyDetail: string}} */ ({
    gone: 'The original is gone',
    empty: 'This album is empty',
    emptyDetail: 'Select pictures anywhere, then choose “Add to album…”.',
  }),
  refreshed: 'Refreshed.',
  refreshFailed: (/** @type {string} */ reason) => `Could not refresh. ${reason}`,
  emptyTitle: 'No pictures in this folder',
  emptyDetail: 'Add some, then refresh.',
  emptyWatched: 'Add some: they appear by themselves.',
  failedTitle: 'This collection cannot be shown',
  albumDeleted: 'This album was deleted',
  collectionDeleted: 'This collection was deleted',
  reasons: /** @type {import('./reason.js').ReasonWords} */ (firstReasons),
  unknownReason,
  tryAgain: 'Try again',
  featureGone: 'The server has been updated. Reload the page to go on with its new version.',
  reload: 'Reload',
  featureMissing: 'A part of the page could not be loaded. Reload the page.',
  connectionLost: 'Connection lost. Reconnecting…',
  connectionBack: 'Reconnected.',
  storeAway: 'Changes cannot be saved right now. Everything can still be viewed.',
  storeBack: 'Changes are saved again.',
  retry: 'Retry',
  pictureFailed: 'The picture could not be loaded.',
  failedCell: (/** @type {string} */ title, /** @type {string} */ reason) => `${title}, not shown. ${reason}`,
  markedCell: (/** @type {string} */ title, /** @type {string[]} */ marks) => [title, ...marks].join(', '),
  ratings: /** @type {Record<string, string>} */ ({ like: 'Like', dislike: 'Dislike' }),
  flags: { pick: 'Picked', reject: 'Rejected' },
  mark: /** @type {typeof import('./en-marks.js').mark & {untitled: string}} */ ({ untitled: 'Untitled' }),
  place: (/** @type {number} */ position, /** @type {number} */ count, /** @type {string} */ section) =>
    `position ${number(position)} of ${number(count)}${section ? ` in ${section}` : ''}`,
  picturePlace: (/** @type {number} */ position, /** @type {number} */ count) => `${number(position)} of ${number(count)}`,
  selected: (/** @type {number} */ n) => `${number(n)} selected`,
  selectionCleared: 'Nothing selected.',
  selectionLost: 'The collection has changed, so the selection was cleared.',
  chooseOne: 'Choose an item.',
  chooseFewer: (/** @type {number} */ limit) => `Choose at most ${items(limit)}.`,
  choiceIsRead: 'What you chose is still being read. Try again later.',
  scrollBar: 'Scroll bar',
  notMovable: 'The order of this collection cannot be changed.',
};
