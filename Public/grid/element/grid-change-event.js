// @ts-check
// What an element tells the page around it.

/**
 * What `detail` has for each `what`.
 * @typedef {object} GridChanges
 * @property {import('./grid-session.js').GridState & {description?: CollectionDescription, detail?: string}} state
 *   `detail`: its reason in the viewer's language
 * @property {{description: CollectionDescription}} description the collection has other sections
 * @property {{}} count the number of items, those in folded sections included, is another
 * @property {{isRunning: boolean}} refresh
 * @property {{id?: string, index?: number, title?: string}} picture the large picture, if any
 * @property {{way: 1 | -1}} size the viewer wants larger or smaller cells; cancelled, the page sets `density`
 * @property {{from: Place | undefined, to: Place | undefined}} jump the view moved far
 * @property {{}} sorted the sort of what is shown has become the collection's own order
 * @property {import('./session-query.js').QueryState} query the result of another query is shown, or it has to wait, or was refused
 */
/** @typedef {import('../scroll/navigation.js').Place} Place */
/** @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription */

/**
 * Something about the grid changed that the server's own page shows.
 * @internal
 */
export class GridChangeEvent extends Event {
  /**
   * @param {keyof GridChanges} what
   * @param {any} detail of type `GridChanges[what]`
   */
  constructor(what, detail) {
    super('gridchange', { cancelable: what === 'size' });
    this.what = what;
    this.detail = detail;
  }
}
