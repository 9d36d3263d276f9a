// @ts-check
// Picks the sharpest pictures of a burst, or of what is selected, at once. The server knows how sharp they are.

import { collectionPath, reasonOf } from '../server/api.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../access/keys.js').Place} Place */
/** @typedef {import('../cells/cell-menu.js').MenuEntry} MenuEntry */

/** The number of pictures that are picked. */
const COUNT = 3;

/** @type {import('../features/session-features.js').Feature} */
export const sharpest = {
  // Where pictures are files. In an album, they would be asked of several collections.
  isOffered: ({ capabilities, album }) => capabilities?.marks === true && capabilities.stacks === true && !album,
  make: (context) => new Sharpest(context),
};

class Sharpest {
  #context;

  /** @param {import('../features/session-features.js').FeatureContext} context */
  constructor(context) { this.#context = context; }

  /** @param {Cell} cell */
  menu(cell) { return this.large(this.#context.place, cell); }

  /**
   * @param {Place} place
   * @param {Cell} cell
   * @returns {MenuEntry[]}
   */
  large(place, { id, item }) {
    const { stack } = item ?? {};
    // The files of a pair are one picture.
    if (!stack || stack.kind === 'pair' || stack.count <= COUNT) return [];
    const { description, presenter, query } = this.#context;
    const isFolded = query.plain?.stacks === 'folded' && !query.folds.openStacks.includes(stack.id);
    // Where it is folded, what is found of it; where it is open, all of it.
    const path = isFolded ? presenter.order.path('marks') : collectionPath(description.id, 'marks');
    return [this.#entry(() => this.#pick(place, path, { items: [id], stacks: 'members' }))];
  }

  selected() {
    const { place, presenter, selecting: { selection } } = this.#context;
    if (selection.count <= COUNT) return [];
    return [this.#entry(() => this.#pick(place, presenter.order.path('marks'), selection.wire))];
  }

  /** @param {() => void} act */
  #entry(act) { return { name: 'sharpest', sign: 'pick', words: this.#context.strings.mark.pickSharpest, act }; }

  /**
   * @param {Place} place
   * @param {string} path
   * @param {object} items as requests have them
   */
  async #pick(place, path, items) {
    const { presenter, strings } = this.#context;
    try {
      const patch = await presenter.server.call('POST', path, { ...items, sharpest: COUNT, flag: 'pick' }, { headers: { Prefer: 'return=minimal' } });
      presenter.expect(patch.to);
      place.history.tell(strings.mark.sharpestPicked, patch);
    } catch (error) {
      place.speech.explain(reasonOf(error));
    }
  }
}
