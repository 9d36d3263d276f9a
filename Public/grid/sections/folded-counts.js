// @ts-check
// Numbers of items while sections are folded: what is shown is without those, and the same order unfolded has them.

import { allSections } from '../query/all-sections.js';
import { unfolded } from '../query/folds.js';
import { collectionPath } from '../server/api.js';

/** @typedef {import('../element/presenter.js').Presenter} Presenter */

/**
 * All sections of what is shown, open.
 * @param {Presenter} presenter
 * @param {string} collection
 * @returns {Promise<import('../query/shown-order.js').Sections>}
 */
export async function unfoldedSections({ order }, collection) {
  const { server, query } = order;
  const plain = unfolded(query);
  const isFolded = query !== plain;
  const { id } = plain === undefined ? { id: collection } : isFolded ? await server.call('POST', collectionPath(collection, 'queries'), plain) : order;
  return allSections({ sections: (page) => order.sections(page, id) });
}

export class FoldedCounts {
  #presenter;
  #collection;
  #changed;
  #of = '';
  /** @type {number | undefined} items of what is shown, those that are folded included; `undefined` where nothing is folded */
  total;

  /**
   * @param {Presenter} presenter
   * @param {string} collection
   * @param {() => void} changed
   */
  constructor(presenter, collection, changed) {
    this.#presenter = presenter;
    this.#collection = collection;
    this.#changed = changed;
  }

  /** Another version or order is shown. */
  async update() {
    const { order, store, surface } = this.#presenter;
    const of = order.query?.fold ? `${store.version} ${JSON.stringify(order.query)}` : '';
    if (of === this.#of) return;
    this.#of = of;
    if (of === '') {
      this.total = undefined;
      return this.#changed();
    }
    const found = await unfoldedSections(this.#presenter, this.#collection).catch(() => undefined);
    if (!found || of !== this.#of) return;
    this.total = found.itemCount;
    surface.headers.folded = new Map(found.sections.map(({ id, itemCount }) => [id, itemCount]));
    surface.contentChanged();
    surface.requestFrame();
    this.#changed();
  }
}
