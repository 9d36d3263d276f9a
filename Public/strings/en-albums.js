// @ts-check
// English: albums.

const items = (/** @type {number} */ n) => (n === 1 ? '1 item' : `${n.toLocaleString('en')} items`);

export const album = {
  albums: 'Albums',
  addTitle: (/** @type {number} */ n) => `Add ${items(n)} to an album`,
  nameHint: 'Find an album, or name a new one',
  create: (/** @type {string} */ title) => `New album “${title}”`,
  none: 'No albums yet. Name the first one.',
  added: (/** @type {number} */ n, /** @type {string} */ title) => `Added ${items(n)} to “${title}”.`,
  addedAlready: (/** @type {number} */ n, /** @type {string} */ title) => `${n === 1 ? 'It is' : 'They are'} in “${title}” already.`,
  remove: 'Remove from album',
  removed: (/** @type {number} */ n) => `Removed ${items(n)} from the album.`,
  newSection: 'New section…',
  newSectionTitle: (/** @type {number} */ n) => `Move ${items(n)} to a new section`,
  sectionHint: 'Title of the section',
  note: 'Note…',
  noteTitle: (/** @type {string} */ thing) => `Note on ${thing}`,
  noteField: 'Note',
  noted: 'Noted.',
  noteRemoved: 'Note removed.',
  save: 'Save',
  goneThing: 'an item whose original is gone',
  show: 'Show in its collection',
  newAlbum: 'New album',
  rename: (/** @type {string} */ title) => `Rename “${title}”`,
  renameNow: 'Rename',
  title: 'Title',
  delete: (/** @type {string} */ title) => `Delete “${title}”`,
  deleteNow: 'Delete',
  deleteQuestion: (/** @type {string} */ title, /** @type {number} */ n) =>
    `Delete the album “${title}” with its order of ${items(n)}? The pictures stay where they are.`,
  deleted: (/** @type {string} */ title) => `Deleted “${title}”.`,
  close: 'Close',
};
