// @ts-check
// English.

import { reasons, unknownReason } from './en-reasons.js';
import { reasonsFrom } from './reason.js';

const number = (/** @type {number} */ n) => n.toLocaleString('en');
const items = (/** @type {number} */ n) => (n === 1 ? '1 item' : `${number(n)} items`);

export const en = {
  language: 'en',
  grid: 'Items',
  items,
  /** An item by its title; like `items`, it may be the `thing` of other words. */
  item: (/** @type {string} */ title) => title,
  count: number,
  collection: 'Collection',
  layout: 'Layout',
  layouts: /** @type {Record<string, string>} */ ({ column: 'Columns', mosaic: 'Mosaic', justified: 'Justified', list: 'List' }),
  density: 'Size',
  larger: 'Larger',
  smaller: 'Smaller',
  refresh: 'Refresh (R)',
  refreshing: 'Refreshing…',
  refreshed: 'Refreshed.',
  refreshFailed: (/** @type {string} */ reason) => `Could not refresh. ${reason}`,
  saveTrace: 'Save trace',
  loading: 'Loading…',
  emptyTitle: 'No pictures in this folder',
  emptyDetail: 'Add some, then refresh.',
  noCollections: 'There are no collections',
  noCollectionsDetail: 'Start the server with a folder of pictures.',
  failedTitle: 'This collection cannot be shown',
  /** A whole sentence for a reason of the server's. */
  reason: reasonsFrom(reasons, unknownReason),
  tryAgain: 'Try again',
  connectionLost: 'Connection lost. Reconnecting…',
  connectionBack: 'Reconnected.',
  retry: 'Retry',
  pictureFailed: 'The picture could not be loaded.',
  failedCell: (/** @type {string} */ title, /** @type {string} */ reason) => `${title}, not shown. ${reason}`,
  ratedCell: (/** @type {string} */ title, /** @type {string} */ rating) => `${title}, ${rating}`,
  rate: (/** @type {string} */ title) => `Rate ${title}`,
  ratings: /** @type {Record<string, string>} */ ({ like: 'Like', dislike: 'Dislike' }),
  rated: (/** @type {string} */ title, /** @type {string} */ rating) => `${title}: ${rating}.`,
  unrated: (/** @type {string} */ title) => `${title}: rating removed.`,
  place: (/** @type {number} */ position, /** @type {number} */ count, /** @type {string} */ section) =>
    `position ${number(position)} of ${number(count)}${section ? ` in ${section}` : ''}`,
  pickedUp: (/** @type {string} */ thing, /** @type {string} */ place, /** @type {boolean} */ byKeys) =>
    `Picked up ${thing}, ${place}.${byKeys ? ' Use the arrow keys to move, Space to drop, Escape to cancel.' : ''}`,
  movedTo: (/** @type {string} */ place) => `Moved to ${place}.`,
  retargeted: (/** @type {string} */ place) => `It can only go to ${place}.`,
  dropped: (/** @type {string} */ thing, /** @type {string} */ place) => `Dropped ${thing} at ${place}.`,
  cancelled: (/** @type {string} */ thing, /** @type {string} */ place) => `Move cancelled. ${thing} returned to ${place}.`,
  refused: (/** @type {string} */ thing, /** @type {string} */ reason) => `${thing} cannot be moved. ${reason}`,
  moveFailed: (/** @type {string} */ thing, /** @type {string} */ reason) => `Could not move ${thing}. ${reason}`,
  picture: 'Picture',
  picturePlace: (/** @type {number} */ position, /** @type {number} */ count) => `${number(position)} of ${number(count)}`,
  closePicture: 'Close picture (Escape)',
  previousPicture: 'Previous picture',
  nextPicture: 'Next picture',
  pictureGone: 'The picture is no longer in the collection.',
  select: 'Select',
  selection: 'Selection',
  selected: (/** @type {number} */ n) => `${number(n)} selected`,
  selectAll: 'Select all',
  clearSelection: 'Clear selection (Escape)',
  selectionCleared: 'Nothing selected.',
  selectionLost: 'The collection has changed, so the selection was cleared.',
  moveTo: 'Move to…',
  moveTitle: (/** @type {number} */ n) => `Move ${items(n)}`,
  move: 'Move',
  cancel: 'Cancel',
  section: 'Section',
  position: 'Position',
  atTheEnd: 'At the end',
  /** `position` is `undefined` for the end, `section` empty where there is only one. */
  movedMany: (/** @type {number} */ n, /** @type {string} */ section, /** @type {number | undefined} */ position) =>
    `Moved ${items(n)} to ${position === undefined ? `the end${section && ` of ${section}`}` : `position ${number(position)}${section && ` in ${section}`}`}.`,
  scrollBar: 'Scroll bar',
  goTo: 'Go to',
  go: 'Go',
  undone: 'Undone.',
  redone: 'Redone.',
  nothingToUndo: 'Nothing to undo.',
  nothingToRedo: 'Nothing to redo.',
  notMovable: 'The order of this collection cannot be changed.',
  goneWhileDragged: (/** @type {string} */ thing) => `Move cancelled. ${thing} is no longer in the collection.`,
};
