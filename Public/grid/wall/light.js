// @ts-check
// Search as light: what a query finds glows on the wall, and the rest dims. The order stays as it is. Free of the DOM.

/** @typedef {import('../query/query.js').Query} Query */

/** Delay before a query is asked again while the server reads what it asks for, in ms. */
const READING_MS = 1000;

export class Light {
  /**
   * The server's name of what glows; `undefined` while nothing dims.
   * @type {string | undefined}
   */
  result;
  /** @type {Query | undefined} */
  #query;
  #open;
  #changed;

  /**
   * @param {(query: Query) => Promise<{id: string, itemCount: number}>} open asks the server for the result of a query
   * @param {() => void} changed another result glows, or none
   */
  constructor(open, changed) {
    this.#open = open;
    this.#changed = changed;
  }

  /**
   * @param {Query | undefined} query whose items glow; `undefined`: nothing dims
   * @returns {Promise<number>} how many items it finds; rejects with the server's problem
   */
  async shine(query) {
    this.#query = query;
    const found = query && (await this.#opened(query));
    // Another one may be wanted by now.
    if (query === this.#query && found?.id !== this.result) {
      this.result = found?.id;
      this.#changed();
    }
    return found?.itemCount ?? 0;
  }

  /**
   * @param {Query} query
   * @returns {Promise<{id: string, itemCount: number}>}
   */
  async #opened(query) {
    try {
      return await this.#open(query);
    } catch (error) {
      if (/** @type {{status?: number}} */ (error).status !== 503 || query !== this.#query) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, READING_MS));
    return this.#opened(query);
  }

  /** The server may have dropped the result: nobody used it for a while. */
  renew() { return this.#query && this.shine(this.#query).catch(() => {}); }
}
