// @ts-check
// Undo and redo: by keys, and by the button of the message about a change. What they do is loaded after the first screen.

import { loadFeatures } from '../features/lazy-features.js';
import { CONNECTION_LOST, reasonOf } from '../server/problem.js';

/** @typedef {'undo' | 'redo'} Way */
/** @typedef {import('../server/wire.js').Change} Change */
/** @typedef {import('../model/patch.js').Patch & {change?: Change}} Reverted the answer to undo and redo */

/**
 * @typedef {object} ChangeHistoryContext
 * @property {string} collection
 * @property {import('../server/server.js').Server} server
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {() => (reverted: Reverted) => unknown} follow called before the request; what it returns brings what was taken back into view
 */

export class ChangeHistory {
  #context;

  /** @param {ChangeHistoryContext} context */
  constructor(context) {
    this.#context = context;
  }

  /**
   * Takes back, or brings back, what this browser did last; with a name, the change that is named.
   * @param {Way} way
   * @param {string} [name]
   */
  async go(way, name) {
    const { speech } = this.#context;
    try {
      const { Reverting } = await loadFeatures();
      await new Reverting(this, this.#context).go(way, name);
    } catch (error) {
      speech.explain(reasonOf(error) ?? CONNECTION_LOST);
    }
  }

  /**
   * Tells of a change, and offers to undo it.
   * @param {string} sentence
   * @param {import('../model/patch.js').Patch | undefined} patch `undefined`, or from and to the same version: nothing has changed
   * @param {boolean} [isBeside] the change was made to other collections, through this one: no version of this one names it
   */
  tell(sentence, patch, isBeside = false) {
    if (isBeside) this.offer(sentence, 'undo');
    else if (patch && patch.to > patch.from) this.offer(sentence, 'undo', String(patch.to));
    else this.#context.speech.say(sentence);
  }

  /**
   * Says a sentence, and offers what takes it back.
   * @param {string} sentence
   * @param {Way} way
   * @param {string} [name]
   */
  offer(sentence, way, name) {
    this.#context.speech.offer(sentence, { words: this.#context.strings[way], act: () => this.go(way, name) });
  }
}
