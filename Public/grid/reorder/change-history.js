// @ts-check
// Undo and redo: by keys, and by the button of the message about a change. What they changed is brought into view.

import { collectionPath, Problem, reasonOf } from '../server/api.js';

/** @typedef {'undo' | 'redo'} Way */

/** Maximum items of a change whose undo is fetched and shown. What comes back has descriptions, which are large. */
const MANY = 1000;

export class ChangeHistory {
  /**
   * Brings what was undone into view; comes after the first screen.
   * @type {typeof import('./shown-change.js').showChange | undefined}
   */
  show;
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
   * @param {boolean} [isLarge] the change concerns so many items that the operations of its undo are not fetched
   */
  async go(way, version, isLarge = false) {
    const strings = this.#strings;
    const headers = { ...(version !== undefined && { 'If-Match': `"${version}"` }), ...(isLarge && { Prefer: 'return=minimal' }) };
    const before = this.#presenter.store.version;
    try {
      const patch = await this.#presenter.server.call('POST', collectionPath(this.#collection, way), {}, { headers });
      this.#presenter.expect(patch.to);
      const isUndone = way === 'undo';
      this.#offer(isUndone ? strings.undone : strings.redone, isUndone ? 'redo' : 'undo', patch.to > patch.from ? patch.to : undefined, isLarge);
      await this.show?.(patch, this.#presenter, before).catch(() => {});
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
   * @param {number} [count] of the items that it concerned
   * @param {boolean} [isBeside] the change was made to other collections, through this one: no version of this one names it
   */
  tell(sentence, patch, count = 1, isBeside = false) {
    const isLarge = count > MANY;
    if (isBeside) this.#offer(sentence, 'undo', undefined, isLarge);
    else if (patch && patch.to > patch.from) this.#offer(sentence, 'undo', patch.to, isLarge);
    else this.#speech.say(sentence);
  }

  /**
   * @param {string} sentence
   * @param {Way} way
   * @param {number | undefined} version
   * @param {boolean} isLarge
   */
  #offer(sentence, way, version, isLarge) {
    this.#speech.offer(sentence, { words: this.#strings[way], act: () => this.go(way, version, isLarge) });
  }
}
