// @ts-check
// Where nothing is found: which condition to remove for how many results.

import { append } from '../grid/dom.js';
import { call, collectionPath } from '../grid/server/api.js';
import { strings } from '../strings/strings.js';
import { conditionWords } from './condition-words.js';
import { queryOf, relaxations, withoutArrangement } from './conditions.js';

/** Maximum suggestions: each costs the server a query. */
const MOST = 5;

/** @typedef {import('./conditions.js').Wish} Wish */

export class NoResults {
  #box;
  #context;
  #shown = '';

  /**
   * @param {HTMLElement} main
   * @param {import('./finder.js').FindContext} context
   */
  constructor(main, context) {
    this.#context = context;
    this.#box = append(main, 'div', 'no-results');
    this.#box.hidden = true;
  }

  hide() {
    this.#shown = '';
    if (this.#box.contains(document.activeElement)) this.#context.leave();
    this.#box.hidden = true;
  }

  /**
   * @param {string} collection
   * @param {Wish} wish
   */
  async show(collection, wish) {
    const shown = JSON.stringify([collection, wish]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const ways = relaxations(wish).slice(0, MOST);
    const counted = await Promise.all(ways.map(async (way) => ({ ...way, count: await count(collection, way.wish) })));
    if (shown !== this.#shown) return;
    const useful = counted.filter((way) => way.count > 0).sort((a, b) => b.count - a.count);
    this.#box.replaceChildren();
    append(this.#box, 'p').textContent = strings.find.nothingDetail;
    for (const way of useful) {
      const button = append(this.#box, 'button');
      const words = way.condition ? conditionWords(way.condition, strings) : way.isOther ? strings.find.customFilter : strings.find.searchWords(wish.search.trim());
      button.textContent = strings.find.wouldFind(words, way.count);
      button.addEventListener('click', () => {
        this.#context.leave();
        this.#context.change(way.wish);
      });
    }
    if (ways.length > 1 || !useful.length) this.#clear(wish);
    this.#box.hidden = false;
  }

  /** @param {Wish} wish */
  #clear(wish) {
    const button = append(this.#box, 'button', 'clear-all');
    button.textContent = strings.find.clearAll;
    button.addEventListener('click', () => {
      this.#context.leave();
      this.#context.change({ ...wish, search: '', conditions: [], other: undefined });
    });
  }
}

/**
 * How many items a wish would find; 0 where it cannot be said.
 * @param {string} collection
 * @param {Wish} wish
 * @returns {Promise<number>}
 */
async function count(collection, wish) {
  const query = queryOf(withoutArrangement(wish));
  const answer = await (query ? call('POST', collectionPath(collection, 'queries'), query) : call('GET', collectionPath(collection))).catch(() => undefined);
  return answer?.itemCount ?? 0;
}
