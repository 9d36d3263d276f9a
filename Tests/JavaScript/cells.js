// @ts-check
// Cells and answers of a column of rows 100 px tall, for tests of what the page holds.

import { CellStore } from '../../Public/grid/model/cell-store.js';

/** @typedef {import('../../Public/grid/model/cell-store.js').Cell} Cell */

/**
 * @param {number} index
 * @param {Partial<Cell>} [more]
 * @returns {Cell}
 */
export const cell = (index, more = {}) => ({
  id: `i${index}`, index, indexPath: [0, index], frame: [0, index * 100, 100, 100], state: 'loading', item: { id: `i${index}` }, ...more,
});

/**
 * A whole answer with the cells from `first` to `last`.
 * @param {number} first
 * @param {number} last
 * @param {Partial<import('../../Public/grid/server/wire.js').RangeAnswer>} [more]
 * @returns {import('../../Public/grid/server/wire.js').RangeAnswer}
 */
export const answer = (first, last, more = {}) => ({
  version: 1, window: [first, last], contentSize: [100, 100_000], itemCount: 1000, headers: [],
  cells: Array.from({ length: last - first + 1 }, (_, k) => cell(first + k)), ...more,
});

/**
 * A store that holds the cells from `first` to `last` of version 1.
 * @param {number} first
 * @param {number} last
 */
export function storeOf(first, last) {
  const store = new CellStore();
  store.replace(answer(first, last), 0);
  return store;
}
