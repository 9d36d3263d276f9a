// @ts-check
// What the server reads from an item's file when it is asked: when the picture was taken, and how large the file is.

import { collectionPath } from './api.js';

/** Maximum items whose facts are kept. */
const KEPT = 5000;

/** @typedef {{date?: string, sizeBytes?: number}} Facts `date` as ISO 8601: local time */
/** @typedef {{id: string, item?: import('./wire.js').Item}} Asked */

export class ItemFacts {
  #server;
  #collection;
  #arrived;
  /** @type {Map<string, Facts>} */
  #known = new Map();
  /** @type {Asked[]} */
  #waiting = [];
  /** The item that the server is being asked about. */
  #underWay = '';
  #closing = new AbortController();

  /**
   * @param {import('./server.js').Server} server
   * @param {string} collection
   * @param {(id: string) => void} arrived the facts of an item are known
   */
  constructor(server, collection, arrived) {
    this.#server = server;
    this.#collection = collection;
    this.#arrived = arrived;
  }

  /**
   * What is known of an item's file.
   * @param {Asked} asked
   */
  get(asked) { return this.#known.get(key(asked)); }

  /**
   * Asks for facts, one item at a time: each costs the server a look into a file. What was asked for before and is no longer
   * wanted is forgotten.
   * @param {Asked[]} wanted
   */
  want(wanted) {
    this.#waiting = wanted.filter((asked) => !this.#known.has(key(asked)) && key(asked) !== this.#underWay);
    if (!this.#underWay) this.#ask();
  }

  /** Asks no more, and reports nothing more. */
  close() {
    this.#closing.abort();
    this.#waiting = [];
  }

  async #ask() {
    const { signal } = this.#closing;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      if (signal.aborted) return;
      this.#underWay = key(next);
      try {
        const { date, sizeBytes } = await this.#server.call('GET', collectionPath(this.#collection, 'items', next.id, 'date'), undefined, { signal });
        if (signal.aborted) return;
        this.#known.set(key(next), { date, sizeBytes });
      } catch {
        // It is asked for again when it is shown again.
        continue;
      }
      if (this.#known.size > KEPT) this.#known.delete(this.#known.keys().next().value ?? '');
      this.#arrived(next.id);
    }
    this.#underWay = '';
  }
}

/** @param {Asked} asked another revision is another content */
const key = ({ id, item }) => `${item?.revision} ${id}`;
