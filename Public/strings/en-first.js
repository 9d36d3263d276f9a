// @ts-check
// English: of albums and marks, what the first screen may say.

export const firstAlbum = {
  add: 'Add to album…',
  arrange: 'Album…',
  gone: 'The original is gone',
  empty: 'This album is empty',
  emptyDetail: 'Select pictures anywhere, then choose “Add to album…”.',
};

export const firstMark = {
  untitled: 'Untitled',
  more: 'Mark…',
  compare: 'Compare',
  compareSelected: (/** @type {number} */ n) => `Compare the ${n} selected`,
  compareHowMany: 'Select two to four pictures to compare.',
  foldedSection: (/** @type {string} */ title) => `${title} folded.`,
  unfoldedSection: (/** @type {string} */ title) => `${title} unfolded.`,
  foldedAll: 'All sections folded.',
  unfoldedAll: 'All sections unfolded.',
  foldsTooMany: 'Too many sections are folded one by one. Fold all of them.',
};
