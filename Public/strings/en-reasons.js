// @ts-check
// English: why something did not work. The codes are the server's, and `connection-lost`.

/** @typedef {import('./reason.js').Values} Values */

export const reasons = {
  'connection-lost': 'The server cannot be reached.',
};

export const unknownReason = 'Something went wrong. Try again later.';
