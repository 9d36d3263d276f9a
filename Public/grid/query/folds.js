// @ts-check
// Which sections are folded, for each grouping: a query without its items takes them along. Free of the DOM.

/** @typedef {import('./query.js').Query} Query */
/** @typedef {{all?: boolean, sections: string[]}} Fold those that are folded; with `all` those that are not */

/** Maximum sections that a query names: the server's limit. */
const MOST = 1000;

export class Folds {
  /** @type {Map<string, Fold>} */
  #folds = new Map();

  /** @param {Record<string, Fold>} [restored] */
  constructor(restored = {}) {
    for (const [key, fold] of Object.entries(restored)) this.#folds.set(key, fold);
  }

  /** What the constructor takes; `undefined` where nothing is folded. */
  get restorable() { return this.#folds.size ? Object.fromEntries(this.#folds) : undefined; }

  /**
   * A query with what is folded in its result.
   * @param {Query | undefined} query
   * @returns {Query | undefined}
   */
  on(query) {
    const fold = this.#folds.get(keyOf(query));
    return fold && hasSections(query) ? { ...query, fold } : query;
  }

  /**
   * Folds a section, or unfolds it.
   * @param {Query | undefined} query
   * @param {string} section
   * @param {boolean} isFolded
   * @returns {boolean} whether that is possible: not with too many of both kinds
   */
  set(query, section, isFolded) {
    const { all = false, sections } = this.#folds.get(keyOf(query)) ?? { sections: [] };
    const others = sections.filter((id) => id !== section);
    const named = isFolded === all ? others : [...others, section];
    if (named.length > MOST) return false;
    this.#store(query, { ...(all && { all }), sections: named });
    return true;
  }

  /**
   * Folds all sections, or unfolds all.
   * @param {Query | undefined} query
   * @param {boolean} isFolded
   */
  setAll(query, isFolded) { this.#store(query, isFolded ? { all: true, sections: [] } : { sections: [] }); }

  /**
   * Whether anything is folded.
   * @param {Query | undefined} query
   */
  has(query) { return this.#folds.has(keyOf(query)); }

  /**
   * @param {Query | undefined} query
   * @param {Fold} fold
   */
  #store(query, fold) {
    if (fold.all || fold.sections.length) this.#folds.set(keyOf(query), fold);
    else this.#folds.delete(keyOf(query));
  }
}

/**
 * A query without what is folded.
 * @param {Query | undefined} query
 * @returns {Query | undefined}
 */
export function unfolded(query) {
  if (!query?.fold) return query;
  const { fold, ...rest } = query;
  return Object.keys(rest).length ? rest : undefined;
}

/** @param {Query | undefined} query */
const hasSections = (query) => query?.group !== undefined || !query?.sort?.length;

/** @param {Query | undefined} query */
const keyOf = (query) => JSON.stringify(query?.group ?? 'own');
