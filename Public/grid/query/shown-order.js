// @ts-check
// The order that a viewer shows: the collection's own, or the result of a query. Places and sections count in it.

import { collectionPath } from '../server/api.js';
import { GridQuery } from './grid-query.js';
import { groupTitle } from './group-title.js';

/**
 * @typedef {import('./query.js').Query} Query
 * @typedef {{id: string, title: string, first: number, itemCount: number, date?: string}} Section `first`: flat index of its first
 *   item; `date`: year, month or day of a group of dates, empty for items without one
 * @typedef {{version: number, itemCount: number, total: number, sections: Section[]}} Sections
 */

export class ShownOrder {
  /**
   * The server's name of the result; `undefined` for the collection's own order.
   * @type {string | undefined}
   */
  result;
  /** The server that has the collection. */
  server;
  /** What titles of sections begin with: it is left out. */
  sharedFolder = '';
  #collection;
  #strings;
  #query;

  /**
   * @param {string} collection
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {import('../server/server.js').Server} server
   * @param {GridQuery} [query]
   */
  constructor(collection, strings, server, query = new GridQuery()) {
    this.#query = query;
    this.server = server;
    this.#collection = collection;
    this.#strings = strings;
  }

  /** The query whose result it is. */
  get query() { return this.#query.shown; }

  /**
   * The server's viewer has another order, or the same.
   * @param {string | undefined} result
   * @param {Query | undefined} query
   */
  exchange(result, query) {
    this.result = result;
    this.#query.shown = query;
  }

  /** What requests about places are addressed to. Pictures and what is known of an item have the collection's address. */
  get id() { return this.result ?? this.#collection; }

  /**
   * Path of the order.
   * @param {string[]} rest further parts, not yet encoded
   */
  path(...rest) { return collectionPath(this.id, ...rest); }

  /**
   * Sections from a number on, without their items: where they begin and their numbers of items.
   * @param {{offset?: number, limit?: number}} [page]
   * @param {string} [id] of another order of the same collection
   * @returns {Promise<Sections>}
   */
  async sections(page = {}, id = this.id) {
    const parameters = new URLSearchParams(Object.entries(page).map(([name, value]) => [name, String(value)]));
    return this.titled(await this.server.call('GET', `${collectionPath(id, 'sections')}?${parameters}`));
  }

  /**
   * Flat index of an item, or `undefined` when it is not in this order.
   * @param {string} item
   * @returns {Promise<number | undefined>}
   */
  async flatIndex(item) {
    const indexPath = (await this.item(item))?.indexPath;
    if (!indexPath) return undefined;
    const { sections } = await this.sections({ offset: indexPath[0], limit: 1 });
    return sections[0] && sections[0].first + indexPath[1];
  }

  /**
   * An item, as the server has it; `undefined` when it is not in this order.
   * @param {string} item
   * @returns {Promise<(import('../server/wire.js').Item & {indexPath: import('../model/geometry.js').IndexPath}) | undefined>}
   */
  async item(item) {
    try {
      return await this.server.call('GET', this.path('items', item));
    } catch (error) {
      const { status } = /** @type {import('../server/api.js').Problem} */ (error);
      if (status === 404) return undefined;
      throw error;
    }
  }

  /**
   * Titles as the viewer is shown them: a section of a grouped result has the value itself for a title, others the path of a folder.
   * @template {{sections: {id: string, title: string}[]}} Page
   * @param {Page} page
   * @returns {Page}
   */
  titled(page) {
    this.word(page.sections);
    return page;
  }

  /** @param {{id: string, title: string, date?: string}[] | undefined} sections or their headers */
  word(sections) {
    const group = this.query?.group;
    for (const section of sections ?? []) {
      if (!group) {
        const { sharedFolder } = this;
        if (section.title.startsWith(sharedFolder) && section.title !== sharedFolder) section.title = section.title.slice(sharedFolder.length);
        continue;
      }
      const title = groupTitle(section, group, this.#strings);
      if (title === undefined) continue;
      if (group.by) section.date = section.title;
      section.title = title;
    }
  }
}
