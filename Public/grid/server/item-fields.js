// @ts-check
// All that the server knows of one item: from its file, its source and people.

import { collectionPath } from './api.js';

/** Maximum items whose fields are kept. */
const KEPT = 200;

/** @typedef {Record<string, string | number | boolean | string[]>} Fields by name; dates are ISO 8601 text */

export class ItemFields {
  #server;
  #collection;
  /** @type {Map<string, Promise<Fields | undefined>>} */
  #known = new Map();

  /**
   * @param {import('./server.js').Server} server
   * @param {string} collection
   */
  constructor(server, collection) {
    this.#server = server;
    this.#collection = collection;
  }

  /**
   * The fields of an item; `undefined` where the server cannot say.
   * @param {{id: string, item?: import('./wire.js').Item}} asked
   */
  of({ id, item }) {
    const key = keyOf({ id, item });
    const known = this.#known.get(key);
    if (known) return known;
    const fields = this.#server.call('GET', collectionPath(this.#collection, 'items', id, 'fields')).then(
      (answer) => /** @type {Fields} */ (answer.fields),
      () => {
        // It is asked for again when it is wanted again.
        this.#known.delete(key);
        return undefined;
      });
    this.#known.set(key, fields);
    if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value ?? '');
    return fields;
  }

  /**
   * What was answered is asked for again.
   * @param {{id: string, item?: import('./wire.js').Item}} asked
   */
  forget(asked) { this.#known.delete(keyOf(asked)); }
}

/** @param {{id: string, item?: import('./wire.js').Item}} asked another revision is another content; attributes are people's */
const keyOf = ({ id, item }) => `${item?.revision} ${JSON.stringify(item?.attributes)} ${id}`;
