// @ts-check
// Folding sections, and unfolding them: what `Folds` keeps for each grouping. Free of the DOM.

import { keyOf } from './folds.js';

/** @typedef {import('./query.js').Query} Query */
/** @typedef {import('./folds.js').Folds} Folds */

/** Maximum sections that a query names: the server's limit. */
const MOST = 1000;

/**
 * Folds a section, or unfolds it.
 * @param {Folds} folds
 * @param {Query | undefined} query
 * @param {string} section
 * @param {boolean} isFolded
 * @returns {boolean} whether that is possible: not with too many of both kinds
 */
export function foldSection(folds, query, section, isFolded) {
  const { all = false, sections } = folds.sections.get(keyOf(query)) ?? { sections: [] };
  const others = sections.filter((id) => id !== section);
  const named = isFolded === all ? others : [...others, section];
  if (named.length > MOST) return false;
  store(folds, query, { ...(all && { all }), sections: named });
  return true;
}

/**
 * Folds all sections, or unfolds all.
 * @param {Folds} folds
 * @param {Query | undefined} query
 * @param {boolean} isFolded
 */
export const foldSections = (folds, query, isFolded) => store(folds, query, isFolded ? { all: true, sections: [] } : { sections: [] });

/**
 * Whether any section is folded.
 * @param {Folds} folds
 * @param {Query | undefined} query
 */
export const hasFolded = (folds, query) => folds.sections.has(keyOf(query));

/**
 * @param {Folds} folds
 * @param {Query | undefined} query
 * @param {import('./folds.js').Fold} fold
 */
function store({ sections }, query, fold) {
  if (fold.all || fold.sections.length) sections.set(keyOf(query), fold);
  else sections.delete(keyOf(query));
}
