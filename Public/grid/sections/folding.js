// @ts-check
// Folding sections: by their headers, by keys, and all at once. What is seen of the header stays where it is.

/** @typedef {import('../query/shown-order.js').Section} Section */

/**
 * @typedef {object} FoldingContext
 * @property {import('../element/skeleton.js').Skeleton} parts
 * @property {string} collection
 * @property {import('../element/presenter.js').Presenter} presenter
 * @property {import('../element/session-query.js').SessionQuery} query
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../../strings/strings.js').Strings} strings
 */

export class Folding {
  #context;

  /** @param {FoldingContext} context */
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
    if (!query.folds.set(query.plain, id, isFolded)) return speech.warn(strings.mark.foldsTooMany);
    await query.refold();
    this.#keep(id, y);
    const title = header?.title || strings.mark.untitled;
    speech.say(isFolded ? strings.mark.foldedSection(title) : strings.mark.unfoldedSection(title));
  }

  /** @param {boolean} isFolded */
  async foldAll(isFolded) {
    const { query, presenter, speech, strings } = this.#context;
    if (!isFolded && !query.folds.has(query.plain)) return;
    const { store, surface } = presenter;
    // The section at the top of the view.
    const top = store.headers.filter((header) => header.frame[1] <= surface.offset + 1).at(-1) ?? store.headers[0];
    query.folds.setAll(query.plain, isFolded);
    await query.refold();
    if (top) this.#keep(top.id, 0);
    speech.say(isFolded ? strings.mark.foldedAll : strings.mark.unfoldedAll);
  }

  /**
   * A key was pressed.
   * @param {KeyboardEvent} event
   * @param {import('../model/cell-store.js').Cell | undefined} cell the focused one
   * @returns {boolean} whether it folds
   */
  key(event, cell) {
    if (event.ctrlKey || event.metaKey || (event.key !== '[' && event.key !== ']' && event.key !== '{')) return false;
    const header = this.#context.presenter.store.headers.find((one) => one.section === cell?.indexPath[0]);
    if (event.key === '[' && header) this.fold(header.id, true);
    else if (event.key !== '[') this.foldAll(event.key === '{');
    return true;
  }

  /**
   * Opens a section, if it is folded.
   * @param {string} id
   * @returns {Promise<Section | undefined>} the section as it is shown then
   */
  async open(id) {
    const { query, presenter } = this.#context;
    const fold = query.folds.on(query.plain)?.fold;
    if (fold && fold.sections.includes(id) !== (fold.all ?? false)) {
      query.folds.set(query.plain, id, false);
      await query.refold();
    }
    const { sections } = await presenter.order.sections();
    return sections.find((section) => section.id === id);
  }

  /** @param {string} id of the section whose header goes to the top of the view */
  toTop(id) { this.#keep(id, 0); }

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

