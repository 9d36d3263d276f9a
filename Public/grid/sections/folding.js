// @ts-check
// Sections: they are folded, by their headers, by keys, and all at once, while what is seen of the header stays where it is; and gone to.

import { allSections } from '../query/all-sections.js';
import { foldSection, foldSections, hasFolded } from '../query/fold-sections.js';
import { unfoldedSections } from './folded-counts.js';
import { askOutline } from './outline.js';

/** @typedef {import('../query/shown-order.js').Section} Section */

/** @typedef {import('../access/keys.js').Place} Place */

/** @type {import('../features/session-features.js').Feature} */
export const sections = {
  make: (context) => ({ owner: new Folding(context) }),
  keys: [
    { name: 'fold', keys: '[', act: (/** @type {Folding} */ folding, /** @type {Place} */ { cell }) => folding.foldSection(cell) },
    { name: 'fold', keys: ']', act: (/** @type {Folding} */ folding) => folding.foldAll(false) },
    { name: 'fold', keys: '{', act: (/** @type {Folding} */ folding) => folding.foldAll(true) },
    { name: 'goTo', keys: 'g', act: (/** @type {Folding} */ folding) => folding.goTo() },
  ],
};

export class Folding {
  #context;

  /** @param {import('../features/session-features.js').FeatureContext} context */
  constructor(context) {
    this.#context = context;
    const { sections } = context.parts;
    // The focus stays in the grid, whose keys work on.
    sections.addEventListener('mousedown', (event) => buttonOf(event) && event.preventDefault());
    sections.addEventListener('click', (event) => {
      const button = buttonOf(event);
      const id = /** @type {HTMLElement | null | undefined} */ (button?.closest('.header'))?.dataset.section;
      if (id !== undefined) this.fold(id, button?.getAttribute('aria-expanded') === 'true');
    });
  }

  /**
   * Folds a section, or unfolds it.
   * @param {string} id
   * @param {boolean} isFolded
   */
  async fold(id, isFolded) {
    const { query, presenter, speech, strings } = this.#context;
    const header = presenter.store.headers.find((one) => one.id === id);
    const y = header && Math.max(0, header.frame[1] - presenter.surface.offset);
    if (!foldSection(query.folds, query.plain, id, isFolded)) return speech.warn(strings.mark.foldsTooMany);
    await query.refold();
    this.#keep(id, y);
    const title = header?.title || strings.mark.untitled;
    speech.say(isFolded ? strings.mark.foldedSection(title) : strings.mark.unfoldedSection(title));
  }

  /** @param {boolean} isFolded */
  async foldAll(isFolded) {
    const { query, presenter, speech, strings } = this.#context;
    if (!isFolded && !hasFolded(query.folds, query.plain)) return;
    const { store, surface } = presenter;
    // The section at the top of the view.
    const top = store.headers.filter((header) => header.frame[1] <= surface.offset + 1).at(-1) ?? store.headers[0];
    foldSections(query.folds, query.plain, isFolded);
    await query.refold();
    if (top) this.#keep(top.id, 0);
    speech.say(isFolded ? strings.mark.foldedAll : strings.mark.unfoldedAll);
  }

  /** @param {import('../model/cell-store.js').Cell | undefined} cell in the section */
  foldSection(cell) {
    const header = this.#context.presenter.store.headers.find((one) => one.section === cell?.indexPath[0]);
    if (header) this.fold(header.id, true);
  }

  /** Asks where to go, and goes there. */
  async goTo() {
    const { parts, description, presenter, focus, strings, jumped } = this.#context;
    const { sections } = await unfoldedSections(presenter, description.id);
    const here = this.#sectionHere;
    const answer = await askOutline(parts.frame, sections, Math.max(0, sections.findIndex(({ id }) => id === here)), strings);
    if (!answer) return;
    const section = await this.#open(sections[answer.section].id);
    if (!section) return;
    const item = Math.min(section.itemCount, answer.position ?? 1) - 1;
    jumped(this.#context.here());
    await focus.go(Math.max(0, section.first + item));
    if (answer.position === undefined) this.#keep(section.id, 0);
    presenter.surface.requestFrame();
  }

  /** The section of the focused item, or else the one at the top of the view. */
  get #sectionHere() {
    const { presenter: { store, surface }, focus } = this.#context;
    const own = store.headers.find(({ section }) => section === focus.cell?.indexPath[0]);
    return (own ?? store.headers.filter(({ frame }) => frame[1] <= surface.offset).at(-1))?.id;
  }

  /**
   * Opens a section, if it is folded.
   * @param {string} id
   * @returns {Promise<Section | undefined>} the section as it is shown then
   */
  async #open(id) {
    const { query, presenter } = this.#context;
    const fold = query.folds.on(query.plain)?.fold;
    if (fold && fold.sections.includes(id) !== (fold.all ?? false)) {
      foldSection(query.folds, query.plain, id, false);
      await query.refold();
    }
    const { sections } = await allSections(presenter.order);
    return sections.find((section) => section.id === id);
  }

  /**
   * Keeps a header where it was in the view.
   * @param {string} id
   * @param {number | undefined} y
   */
  #keep(id, y) {
    const { surface, store } = this.#context.presenter;
    const header = store.headers.find((one) => one.id === id);
    if (!header || y === undefined) return;
    surface.jump(Math.max(0, header.frame[1] - y));
    surface.drawNow();
  }
}

/** @param {Event} event */
const buttonOf = (event) => (event.target instanceof Element ? event.target.closest('.fold') : null);
