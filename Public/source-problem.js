// @ts-check
// Why a collection may differ from its source: most often, a disk is not mounted; and what was left out.

import { call, collectionPath } from './grid/server/api.js';
import { LeftOutNote } from './left-out-note.js';
import { PreparedNote } from './prepared-note.js';
import { strings } from './strings/strings.js';

/** @typedef {import('./grid/server/wire.js').CollectionDescription} CollectionDescription */

export class SourceProblem {
  #grid;
  #problem;
  #leftOut;
  #prepared;
  /** Whether the source had a problem, or had not been read yet, when last asked. */
  isTroubled = false;

  /**
   * @param {import('./grid/element/collection-grid-element.js').CollectionGrid} grid
   * @param {HTMLElement} problem
   * @param {HTMLElement} leftOut
   * @param {HTMLElement} prepared
   */
  constructor(grid, problem, leftOut, prepared) {
    this.#grid = grid;
    this.#problem = problem;
    this.#leftOut = new LeftOutNote(leftOut, () => grid.focus());
    this.#prepared = new PreparedNote(prepared, () => this.learn());
  }

  /**
   * Known only once the source has been read.
   * @param {CollectionDescription} collection
   */
  show(collection) {
    const { open, problemReason } = collection;
    this.isTroubled = !open || problemReason !== undefined;
    this.#problem.textContent = problemReason ? strings.reason(problemReason) : '';
    this.#problem.hidden = !problemReason;
    this.#leftOut.show(collection);
    this.#prepared.show(collection);
  }

  /** Asks the server. */
  async learn() {
    const shown = () => this.#grid.getAttribute('collection') ?? '';
    const id = shown();
    const collection = await call('GET', collectionPath(id)).catch(() => undefined);
    if (collection && id === shown()) this.show(collection);
  }
}
