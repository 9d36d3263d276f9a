// @ts-check
// Takes changes back, and brings them back: asks the server, says what was done or why it was not, and brings it into view.

import { collectionPath, Problem, reasonOf } from '../server/api.js';
import { insteadWords, newestWords, nothingOwnWords, refusedWords, revertedWords } from './history-words.js';

/** @typedef {import('./change-history.js').Change} Change */
/** @typedef {import('./change-history.js').Way} Way */
/** @typedef {import('./change-history.js').Reverted} Reverted */

/**
 * The newest change of anybody, if it is not what this browser would undo; `undefined` also where it cannot be had.
 * @param {import('../server/server.js').Server} server
 * @param {string} collection
 */
export async function newestOfOthers(server, collection) {
  /** @type {{undo?: Change, newest?: Change}} */
  const { undo, newest } = await server.call('GET', collectionPath(collection, 'history')).catch(() => ({}));
  return newest && newest.name !== undo?.name ? newest : undefined;
}

export class Reverting {
  #history;
  #context;

  /**
   * @param {import('./change-history.js').ChangeHistory} history
   * @param {import('./change-history.js').ChangeHistoryContext} context
   */
  constructor(history, context) {
    this.#history = history;
    this.#context = context;
  }

  /**
   * @param {Way} way
   * @param {string} [name] of the change; without it, the newest one of this browser
   */
  async go(way, name) {
    const { collection, server, follow } = this.#context;
    const path = collectionPath(collection, way) + (name === undefined ? '' : `?change=${encodeURIComponent(name)}`);
    const show = follow();
    /** @type {Reverted} */
    let reverted;
    try {
      reverted = await server.call('POST', path, {});
    } catch (error) {
      return this.#explain(way, error);
    }
    this.#tell(way, reverted);
    await Promise.resolve(show(reverted)).catch(() => {});
  }

  /**
   * @param {Way} way
   * @param {Reverted} reverted
   */
  #tell(way, { from, to, change }) {
    const { strings } = this.#context;
    const isUndone = way === 'undo';
    const sentence = change ? revertedWords(way, change, strings) : isUndone ? strings.undone : strings.redone;
    // What was marked through an album has the same name again.
    this.#history.offer(sentence, isUndone ? 'redo' : 'undo', to > from ? String(to) : change?.name);
  }

  /**
   * Says why nothing was taken back, and what could be instead: nobody's change is taken back unasked.
   * @param {Way} way
   * @param {unknown} error
   */
  async #explain(way, error) {
    const { collection, server, speech, strings } = this.#context;
    if (!(error instanceof Problem) || error.status !== 409) return speech.explain(reasonOf(error));
    const { change, older } = error.changes;
    if (change) {
      const offer = older && { words: insteadWords(older, strings), act: () => this.#history.go(way, older.name) };
      return speech.explain(error.reason, (reason) => refusedWords(change, reason, strings), offer);
    }
    const newest = way === 'undo' && error.reason?.code === 'nothing-to-undo' ? await newestOfOthers(server, collection) : undefined;
    if (!newest) return speech.warn(way === 'undo' ? strings.nothingToUndo : strings.nothingToRedo);
    speech.offer(nothingOwnWords(strings), { words: newestWords(newest, strings), act: () => this.#history.go('undo', newest.name) });
  }
}
