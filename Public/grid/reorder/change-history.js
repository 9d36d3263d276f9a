// @ts-check
// Undo and redo.

import { call, collectionPath, Problem, reasonOf } from '../server/api.js';

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

  /** @param {'undo' | 'redo'} way */
  async go(way) {
    try {
      const patch = await call('POST', collectionPath(this.#collection, way), {});
      if (patch?.to !== undefined) this.#presenter.expect(patch.to);
      this.#speech.say(way === 'undo' ? this.#strings.undone : this.#strings.redone);
    } catch (error) {
      const { nothingToUndo, nothingToRedo, reason } = this.#strings;
      // A conflict: the history is empty.
      const isEmpty = error instanceof Problem && error.status === 409;
      this.#speech.warn(isEmpty ? (way === 'undo' ? nothingToUndo : nothingToRedo) : reason(reasonOf(error)));
    }
  }
}
