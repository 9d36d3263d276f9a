// @ts-check
// What is known of the collection of a session. Read again when sections come or go.

import { collectionPath } from '../server/api.js';

/** @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription */

export class SessionDescription {
  /** @type {CollectionDescription} */
  value;
  #server;
  #limits;

  /**
   * @param {CollectionDescription} description
   * @param {import('../server/server.js').Server} server
   * @param {{isFixed: boolean, isReadOnly: boolean}} limits what the element allows less than the server: items are only looked at and
   *   chosen, not moved nor marked; or nothing at all may be changed
   */
  constructor(description, server, limits) {
    this.#server = server;
    this.#limits = limits;
    this.value = this.#offered(description);
  }

  /** Whether it can be put in order. */
  get canMove() { return this.value.capabilities?.move !== false; }
  /** Whether its source can be read again. */
  get canRefresh() { return this.value.capabilities?.refresh !== false; }
  /** Whether its source is being read for the first time. */
  get isOpening() { return this.value.open === false; }
  get sectionCount() { return this.value.sectionCount ?? 1; }

  /**
   * Reads it again.
   * @param {(description: CollectionDescription) => void} changed not called while the source is being read, or the connection is lost,
   *   which is shown elsewhere
   */
  async read(changed) {
    try {
      this.value = this.#offered(await this.#server.call('GET', collectionPath(this.value.id)));
    } catch {
      return;
    }
    if (!this.isOpening) changed(this.value);
  }

  /**
   * @param {CollectionDescription} description
   * @returns {CollectionDescription}
   */
  #offered(description) {
    const { isFixed, isReadOnly } = this.#limits;
    if (!isFixed && !isReadOnly) return description;
    return { ...description, ...(isReadOnly && { readOnly: true }), capabilities: { ...description.capabilities, move: false, rate: [] } };
  }
}
