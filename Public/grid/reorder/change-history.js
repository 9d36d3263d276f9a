// @ts-check
// Undo and redo: by keys, and by the button of the message about a change. What they changed is brought into view.

import { collectionPath, Problem, reasonOf } from '../server/api.js';
import { loadLaterStrings } from '../../strings/strings.js';

/** @typedef {'undo' | 'redo'} Way */
/** @typedef {import('../server/wire.js').Change} Change */
/** @typedef {import('../model/patch.js').Patch & {change?: Change}} Reverted the answer to undo and redo */

/** @typedef {typeof import('./history-words.js')} HistoryWords */

/** @returns {Promise<HistoryWords | undefined>} `undefined`: they cannot be loaded now */
const loadWords = () => Promise.all([import('./history-words.js'), loadLaterStrings()]).then(([words]) => words, () => undefined);

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
    const { collection, server, follow } = this.#context;
    const path = collectionPath(collection, way) + (name === undefined ? '' : `?change=${encodeURIComponent(name)}`);
    const show = follow();
    try {
      const reverted = await server.call('POST', path, {});
      this.#tellReverted(way, reverted, await loadWords());
      await Promise.resolve(show(reverted)).catch(() => {});
    } catch (error) {
      await this.#explain(way, error);
    }
  }

  /**
   * Tells of a change, and offers to undo it.
   * @param {string} sentence
   * @param {import('../model/patch.js').Patch | undefined} patch `undefined`, or from and to the same version: nothing has changed
   * @param {boolean} [isBeside] the change was made to other collections, through this one: no version of this one names it
   */
  tell(sentence, patch, isBeside = false) {
    if (isBeside) this.#offer(sentence, 'undo');
    else if (patch && patch.to > patch.from) this.#offer(sentence, 'undo', String(patch.to));
    else this.#context.speech.say(sentence);
  }

  /** The newest change of anybody, if it is not what this browser would undo; `undefined` also where it cannot be had. */
  async newest() {
    const { collection, server } = this.#context;
    /** @type {{undo?: Change, newest?: Change}} */
    const { undo, newest } = await server.call('GET', collectionPath(collection, 'history')).catch(() => ({}));
    return newest && newest.name !== undo?.name ? newest : undefined;
  }

  /**
   * @param {Way} way
   * @param {Reverted} reverted
   * @param {HistoryWords | undefined} words
   */
  #tellReverted(way, { from, to, change }, words) {
    const { strings } = this.#context;
    const isUndone = way === 'undo';
    const sentence = change && words ? words.revertedWords(way, change, strings) : isUndone ? strings.undone : strings.redone;
    // What was marked through an album has the same name again.
    this.#offer(sentence, isUndone ? 'redo' : 'undo', to > from ? String(to) : change?.name);
  }

  /**
   * Why nothing was taken back, and what could be instead: nobody's change is taken back unasked.
   * @param {Way} way
   * @param {unknown} error
   */
  async #explain(way, error) {
    const { speech, strings } = this.#context;
    const words = await loadWords();
    if (!(error instanceof Problem) || error.status !== 409 || !words) return speech.explain(reasonOf(error));
    const { change, older } = error.changes;
    if (change) {
      const offer = older && { words: words.insteadWords(older, strings), act: () => this.go(way, older.name) };
      return speech.explain(error.reason, (reason) => words.refusedWords(change, reason, strings), offer);
    }
    const newest = way === 'undo' && error.reason?.code === 'nothing-to-undo' ? await this.newest() : undefined;
    if (!newest) return speech.warn(way === 'undo' ? strings.nothingToUndo : strings.nothingToRedo);
    speech.offer(words.nothingOwnWords(strings), { words: words.newestWords(newest, strings), act: () => this.go('undo', newest.name) });
  }

  /**
   * @param {string} sentence
   * @param {Way} way
   * @param {string} [name]
   */
  #offer(sentence, way, name) {
    this.#context.speech.offer(sentence, { words: this.#context.strings[way], act: () => this.go(way, name) });
  }
}
