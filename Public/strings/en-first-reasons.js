// @ts-check
// English: why nothing is shown at all. The codes are the page's own, and the server's for its tokens.

/** @typedef {import('./reason.js').Values} Values */

export const firstReasons = {
  'connection-lost': 'The server cannot be reached.',
  'grid-server-unreachable': (/** @type {Values} */ { server, origin }) => `The server ${server} cannot be reached, or does not let pages of ${origin} in.`,
  'grid-server-unfit': (/** @type {Values} */ { server, older }) =>
    older === 'server' ? `The server ${server} is older than the grid of this page. Update the server.` :
      older ? `The server ${server} is newer than the grid of this page. Reload the page, or update the grid in it.` :
        `What answers at ${server} is no Lookahead server, or one of another version.`,
  'grid-server-invalid': (/** @type {Values} */ { server }) => `“${server}” is no address of a server. It begins with http:// or https://, or is relative to the page.`,
  'read-only': 'You may look, and change nothing here.',
  'token-missing': 'The server needs a token, and this page has none.',
  'token-refused': 'The server does not accept this page’s token.',
  'collection-missing': (/** @type {Values} */ { collection }) => `The server has no collection “${collection}”.`,
};

export const unknownReason = 'Something went wrong. Try again later.';
