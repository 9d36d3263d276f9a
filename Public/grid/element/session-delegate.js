// @ts-check
// What a session is made of, and what it reports to its element, as types only.

/**
 * @typedef {object} SessionDelegate
 * @property {(state: import('./grid-session.js').GridState) => void} sessionState
 * @property {(way: 1 | -1, density?: number) => void} sessionResize the viewer wants larger or smaller cells
 * @property {(event: Event) => boolean} sessionDispatch tells the page around; `false`: it does not want what follows
 */

/**
 * @typedef {object} GridSessionContext
 * @property {HTMLElement} stage
 * @property {import('./style-sheets.js').StyleSheets} sheets
 * @property {import('../server/server.js').Server} server
 * @property {import('../server/wire.js').CollectionDescription} description
 * @property {import('./session-layout.js').Wish} wish
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {import('../selection/selecting.js').Choosing} [choosing] items are chosen for a form, and not changed
 * @property {string[]} [actions] what people may do by hand; `undefined`: what suits the page
 * @property {boolean} isReadOnly whether the reader may change nothing, whatever the server allows
 * @property {SessionDelegate} delegate
 * @property {import('./grid-session.js').RestorableState} [restored] what is to be shown first
 * @property {import('../query/grid-query.js').GridQuery} query
 */

export {};
