// @ts-check
// English.

import { find } from './en-find.js';
import { reasons, unknownReason } from './en-reasons.js';
import { reasonsFrom } from './reason.js';
import { unitsOf } from './units.js';

const number = (/** @type {number} */ n) => n.toLocaleString('en');
const counted = (/** @type {string} */ one, /** @type {string} */ many) => (/** @type {number} */ n) => (n === 1 ? `1 ${one}` : `${number(n)} ${many}`);
const items = (/** @type {number} */ n) => (n === 1 ? '1 item' : `${number(n)} items`);

export const en = {
  language: 'en',
  grid: 'Items',
  items,
  /** An item by its title; like `items`, it may be the `thing` of other words. */
  item: (/** @type {string} */ title) => title,
  count: number,
  units: unitsOf('en'),
  find,
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
  leftOut: (/** @type {string[]} */ parts) => `Not shown: ${new Intl.ListFormat('en').format(parts)}.`,
  leftOutKinds: {
    raw: counted('RAW file', 'RAW files'), video: counted('video', 'videos'), other: counted('other file', 'other files'),
    unreadable: counted('file that the server is not allowed to read', 'files that the server is not allowed to read'),
    link: counted('link that leads out of the folder or to a folder', 'links that lead out of the folder or to folders'),
    line: counted('line of the list', 'lines of the list'),
  },
  hide: 'Hide',
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
  actions: (/** @type {string} */ title) => `Actions for ${title}`,
  open: 'Open',
  copyName: 'Copy name',
  copied: (/** @type {string} */ title) => `Copied “${title}”.`,
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
  atTheBeginning: 'At the beginning',
  /** `position` is `undefined` for the end, `section` empty where there is only one. */
  movedMany: (/** @type {number} */ n, /** @type {string} */ section, /** @type {number | undefined} */ position) =>
    `Moved ${items(n)} to ${position === undefined ? `the end${section && ` of ${section}`}` : `position ${number(position)}${section && ` in ${section}`}`}.`,
  scrollBar: 'Scroll bar',
  goTo: 'Go to',
  go: 'Go',
  makeOwnOrder: 'Make this the collection’s order',
  sorting: 'Sorting the collection …',
  sorted: 'The collection is in this order now.',
  sortedAlready: 'The collection is in this order already.',
  sortFailed: (/** @type {string} */ reason) => `The collection could not be sorted. ${reason}`,

  undo: 'Undo',
  redo: 'Redo',
  undone: 'Undone.',
  redone: 'Redone.',
  nothingToUndo: 'Nothing to undo.',
  nothingToRedo: 'Nothing to redo.',
  notMovable: 'The order of this collection cannot be changed.',
  goneWhileDragged: (/** @type {string} */ thing) => `Move cancelled. ${thing} is no longer in the collection.`,
};
