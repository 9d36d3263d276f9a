// @ts-check
// Undo and redo: by keys, by the button of the message about a change, and of others by the menu. Asks the server, says what was done or why it
// was not, and brings it into view.

import { mayChange } from '../server/capabilities.js';
import { collectionPath, Problem, reasonOf } from '../server/api.js';

/** @typedef {import('../../strings/strings.js').Strings} Strings */
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

/**
 * The newest change of anybody, if it is not what this browser would undo; `undefined` also where it cannot be had.
 * @param {import('../server/server.js').Server} server
 * @param {string} collection
 */
async function newestOfOthers(server, collection) {
  /** @type {{undo?: Change, newest?: Change}} */
  const { undo, newest } = await server.call('GET', collectionPath(collection, 'history')).catch(() => ({}));
  return newest && newest.name !== undo?.name ? newest : undefined;
}

/**
 * The words for what a change did.
 * @param {Change} change
 * @param {Strings} strings
 */
function done({ kind, count, item }, strings) {
  const { history } = strings;
  const words = Object.hasOwn(history.done, kind) ? history.done[kind] : history.done.batch;
  return words(count === 1 && item ? item.title || item.id : strings.items(count));
}

/**
 * The words of an action that undoes the newest change of anybody.
 * @param {Change} change
 * @param {Strings} strings
 */
function newestWords(change, strings) {
  const time = change.time && new Date(change.time).toLocaleTimeString(strings.language, { hour: 'numeric', minute: '2-digit' });
  return strings.history.undoNewest(done(change, strings), time || '');
}

const EVERYWHERE = { where: 'grid large compare', changes: true };
/** @typedef {import('../access/keys.js').Place} Place */

/** @type {import('../features/session-features.js').Feature} */
export const undoing = {
  isOffered: mayChange,
  keys: [
    { ...EVERYWHERE, name: 'undo', keys: 'Ctrl+z', act: (_, /** @type {Place} */ { history }) => history.go('undo') },
    { ...EVERYWHERE, name: 'undo', keys: 'Ctrl+Shift+z', act: (_, /** @type {Place} */ { history }) => history.go('redo') },
  ],
  make: ({ description, presenter, history, strings }) => ({
    // A change of somebody else is named, so it comes once it is known.
    async lateEntry() {
      const newest = await newestOfOthers(presenter.server, description.id);
      return newest && {
        name: 'undo', sign: 'undo', words: newestWords(newest, strings), beginsGroup: true, act: () => history.go('undo', newest.name),
      };
    },
  }),
};

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
    /** @type {Reverted} */
    let reverted;
    try {
      reverted = await server.call('POST', path, {});
    } catch (error) {
      return this.#explain(way, error);
    }
    this.#report(way, reverted);
    await Promise.resolve(show(reverted)).catch(() => {});
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

  /**
   * @param {Way} way
   * @param {Reverted} reverted
   */
  #report(way, { from, to, change }) {
    const { strings } = this.#context;
    const isUndone = way === 'undo';
    const sentence = change
      ? (isUndone ? strings.history.undone : strings.history.redone)(done(change, strings), change.own)
      : isUndone ? strings.undone : strings.redone;
    // A mark given through an album keeps its name.
    this.offer(sentence, isUndone ? 'redo' : 'undo', to > from ? String(to) : change?.name);
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
      const offer = older && { words: strings.history.instead(done(older, strings)), act: () => this.go(way, older.name) };
      return speech.explain(error.reason, (reason) => strings.history.cannot(done(change, strings), change.own, reason), offer);
    }
    const newest = way === 'undo' && error.reason?.code === 'nothing-to-undo' ? await newestOfOthers(server, collection) : undefined;
    if (!newest) return speech.warn(way === 'undo' ? strings.nothingToUndo : strings.nothingToRedo);
    speech.offer(strings.history.nothingOwn, { words: newestWords(newest, strings), act: () => this.go('undo', newest.name) });
  }
}
