// @ts-check
// What is known of the collection of a session. Read again when sections come or go.

import { collectionPath } from '../server/api.js';
import { may } from '../server/capabilities.js';

/** @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription */

/** What people may do by hand, beside looking and opening. */
export const ACTIONS = ['select', 'move', 'mark', 'albums', 'export', 'refresh'];
/** What is left to them in a page of another site that does not say: nothing that others see, or that costs the source. */
const OF_VISITORS = ['select', 'export'];
/** What changes nothing. */
const LOOKING = ['select', 'export', 'refresh'];

export class SessionDescription {
  value;
  #server;
  #limits;

  /**
   * @param {CollectionDescription} description
   * @param {import('../server/server.js').Server} server
   * @param {{isFixed: boolean, isReadOnly: boolean, actions?: string[]}} limits what the element allows less than the server: items are
   *   only looked at and chosen, not moved nor marked; or nothing at all may be changed; or only what the page names may be done
   */
  constructor(description, server, limits) {
    this.#server = server;
    this.#limits = limits;
    this.value = this.#offered(description);
  }

  /** Whether it can be put in order. */
  get canMove() { return may(this.value, 'move'); }
  /** Whether its source can be read again. */
  get canRefresh() { return may(this.value, 'refresh'); }
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
    const { isFixed, actions = this.#server.isForeign ? OF_VISITORS : ACTIONS } = this.#limits;
    const readOnly = this.#limits.isReadOnly || description.readOnly;
    /** @type {Record<string, any>} */
    const capabilities = { ...description.capabilities };
    for (const action of ACTIONS) {
      const isAllowed = actions.includes(action) && (!isFixed || action === 'select' || action === 'refresh') && (!readOnly || LOOKING.includes(action));
      if (!isAllowed) Object.assign(capabilities, action === 'mark' ? { marks: false, rate: [] } : { [action]: false });
    }
    return { ...description, ...(readOnly && { readOnly }), capabilities };
  }
}
