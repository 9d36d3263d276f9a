// @ts-check
// Which sections are folded, for each grouping: a query without its items takes them along. Free of the DOM.

/** @typedef {import('./query.js').Query} Query */
/** @typedef {{all?: boolean, sections: string[]}} Fold those that are folded; with `all` those that are not */

export class Folds {
  /**
   * By grouping. `fold-sections.js`, which comes after the first screen, changes them.
   * @type {Map<string, Fold>}
   */
  sections;
  /**
   * Identifiers of the stacks that are open in their places.
   * @type {string[]}
   */
  openStacks = [];

  /** @param {Record<string, Fold>} [restored] */
  constructor(restored = {}) {
    this.sections = new Map(Object.entries(restored));
  }

  /** What the constructor takes; `undefined` where nothing is folded. */
  get restorable() { return this.sections.size ? Object.fromEntries(this.sections) : undefined; }

  /**
   * A query with what is folded in its result, and what is open.
   * @param {Query | undefined} query
   * @returns {Query | undefined}
   */
  on(query) {
    const fold = this.sections.get(keyOf(query));
    const { openStacks } = this;
    const whole = query?.stacks && openStacks.length ? { ...query, openStacks } : query;
    return fold && hasSections(query) ? { ...whole, fold } : whole;
  }
}

/**
 * A query without what is folded and opened by hand.
 * @param {Query | undefined} query
 * @returns {Query | undefined}
 */
export function unfolded(query) {
  if (!query?.fold && !query?.openStacks) return query;
  const { fold, openStacks, ...rest } = query;
  return Object.keys(rest).length ? rest : undefined;
}

/** @param {Query | undefined} query */
const hasSections = (query) => query?.group !== undefined || !query?.sort?.length;

/**
 * What sections are folded by.
 * @param {Query | undefined} query
 */
export const keyOf = (query) => JSON.stringify(query?.group ?? 'own');
