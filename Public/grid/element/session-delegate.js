// @ts-check
// What a session reports to its element, as types only.

/**
 * @typedef {object} SessionDelegate
 * @property {(state: import('./grid-session.js').GridState) => void} sessionState
 * @property {(isRunning: boolean) => void} sessionRefresh
 * @property {(way: 1 | -1) => void} sessionResize the viewer wants larger or smaller cells
 * @property {(from: import('../scroll/navigation.js').Place | undefined) => void} sessionJumped the view moved far from a place
 * @property {(cell: import('../model/cell-store.js').Cell | undefined) => void} sessionPicture another picture is shown large, or none
 * @property {(state: import('./session-query.js').QueryState) => void} sessionQuery
 * @property {(event: Event) => boolean} sessionDispatch tells the page around; `false`: it does not want what follows
 * @property {() => void} sessionSorted the sort of what is shown is the collection's own order now
 */

export {};
