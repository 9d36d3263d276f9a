// @ts-check
// Undo and redo: by keys, and by the button of the message about a change. What they changed is brought into view.

import { collectionPath, Problem, reasonOf } from '../server/api.js';
import { showChange } from './shown-change.js';

/** @typedef {'undo' | 'redo'} Way */

export class ChangeHistory {
  #collection;
  #presenter;
  #speech;
  #strings;

  /**
   * @param {string} collection
   * @param {import('../element/presenter.js').Presenter} presenter
   * @param {import('../access/speech.js').Speech} speech
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(collection, presenter, speech, strings) {
    this.#collection = collection;
    this.#presenter = presenter;
    this.#speech = speech;
    this.#strings = strings;
  }

  /**
   * @param {Way} way
   * @param {number} [version] without it, whatever was changed last; with it, only while it is the newest: the change of
   *   another viewer is not undone by a button that meant one's own
   * @param {boolean} [isWhole] the change concerns the whole order: it may have a million operations, which are not fetched
   */
  async go(way, version, isWhole = false) {
    const strings = this.#strings;
    const headers = { ...(version !== undefined && { 'If-Match': `"${version}"` }), ...(isWhole && { Prefer: 'return=minimal' }) };
    try {
      const patch = await this.#presenter.server.call('POST', collectionPath(this.#collection, way), {}, { headers });
      this.#presenter.expect(patch.to);
      const isUndone = way === 'undo';
      this.#offer(isUndone ? strings.undone : strings.redone, isUndone ? 'redo' : 'undo', patch.to > patch.from ? patch.to : undefined, isWhole);
      await showChange(patch, this.#presenter);
    } catch (error) {
      // A conflict: the history is empty.
      const isEmpty = error instanceof Problem && error.status === 409;
      if (isEmpty) this.#speech.warn(way === 'undo' ? strings.nothingToUndo : strings.nothingToRedo);
      else this.#speech.explain(reasonOf(error));
    }
  }

  /**
   * Tells of a change, and offers to undo it.
   * @param {string} sentence
   * @param {import('../model/patch.js').Patch | undefined} patch `undefined`, or from and to the same version: nothing has changed
   * @param {boolean} [isWhole] the change concerns the whole order
   * @param {boolean} [isBeside] the change was made to other collections, through this one: no version of this one names it
   */
  tell(sentence, patch, isWhole = false, isBeside = false) {
    if (isBeside) this.#offer(sentence, 'undo', undefined, isWhole);
    else if (patch && patch.to > patch.from) this.#offer(sentence, 'undo', patch.to, isWhole);
    else this.#speech.say(sentence);
  }

  /**
   * @param {string} sentence
   * @param {Way} way
   * @param {number | undefined} version
   * @param {boolean} isWhole
   */
  #offer(sentence, way, version, isWhole) {
    this.#speech.offer(sentence, { words: this.#strings[way], act: () => this.go(way, version, isWhole) });
  }
}
