// @ts-check
// Why a collection may differ from its source: most often, a disk is not mounted; and what was left out.

import { showSentence } from '../grid/dom.js';
import { call, collectionPath, reasonOf } from '../grid/server/api.js';
import { LeftOutNote } from './left-out-note.js';
import { PreparedNote } from './prepared-note.js';
import { strings } from '../strings/strings.js';

/** @typedef {import('../grid/server/wire.js').CollectionDescription} CollectionDescription */

export class SourceProblem {
  #grid;
  #problem;
  #leftOut;
  #prepared;
  #words;
  #answers;
  #remove;
  /** What the reader wants to keep, in words. */
  #kept = '';
  /** Whether the source had a problem, or had not been read yet, when last asked. */
  isTroubled = false;

  /**
   * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
   * @param {HTMLElement} problem
   * @param {HTMLElement} leftOut
   * @param {HTMLElement} prepared
   */
  constructor(grid, problem, leftOut, prepared) {
    this.#grid = grid;
    this.#problem = problem;
    this.#words = /** @type {HTMLElement} */ (problem.querySelector('p'));
    this.#answers = /** @type {HTMLElement} */ (problem.querySelector('.answers'));
    const [keep, remove] = /** @type {NodeListOf<HTMLButtonElement>} */ (this.#answers.querySelectorAll('button'));
    this.#remove = remove;
    keep.textContent = strings.keepVanished;
    keep.addEventListener('click', () => this.#keep());
    remove.addEventListener('click', () => this.#removeVanished());
    this.#leftOut = new LeftOutNote(leftOut, () => grid.focus());
    this.#prepared = new PreparedNote(prepared, () => this.learn());
  }

  /**
   * Known only once the source has been read.
   * @param {CollectionDescription} collection
   */
  show(collection) {
    const { open, problem, problemReason, readOnly } = collection;
    this.isTroubled = !open || problemReason !== undefined;
    const words = problemReason ? strings.reason({ sentence: problem, ...problemReason }) : '';
    showSentence(this.#words, words);
    this.#problem.hidden = !problemReason || words === this.#kept;
    this.#answers.hidden = problemReason?.code !== 'items-vanished' || readOnly === true;
    this.#remove.disabled = false;
    if (!this.#answers.hidden) this.#remove.textContent = strings.removeVanished(Number(problemReason?.values?.count));
    this.#leftOut.show(collection);
    this.#prepared.show(collection);
  }

  /** The vanished items stay, and nothing more is said of these. */
  #keep() {
    this.#kept = this.#words.textContent ?? '';
    this.#grid.focus();
    this.#problem.hidden = true;
  }

  /** The vanished items were deleted: the collection forgets them. The end of the refresh says what is left. */
  async #removeVanished() {
    const id = this.#grid.getAttribute('collection') ?? '';
    this.#remove.disabled = true;
    this.#grid.focus();
    await call('POST', `${collectionPath(id, 'refresh')}?deletes=accept`).catch((error) => {
      this.#grid.notify(strings.refreshFailed(strings.reason(reasonOf(error))));
      this.#remove.disabled = false;
    });
  }

  /** Asks the server. */
  async learn() {
    const shown = () => this.#grid.getAttribute('collection') ?? '';
    const id = shown();
    const collection = await call('GET', collectionPath(id)).catch(() => undefined);
    if (collection && id === shown()) this.show(collection);
  }
}
