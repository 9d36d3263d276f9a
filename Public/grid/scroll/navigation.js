// @ts-check
// Navigation: the scroll bar, the size of cells, "go to…", and the place that Back returns to.

import { collectionPath } from '../server/api.js';
import { Scrubber } from './scrubber.js';

/** @typedef {{item: string, index: number, viewY: number}} Place an item, its flat index, and where its top is in the view */

/**
 * @typedef {object} NavigationContext what navigation works with
 * @property {import('../element/skeleton.js').Skeleton} parts
 * @property {string} collection
 * @property {import('../element/session-query.js').SessionQuery} query
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../element/presenter.js').Presenter} presenter
 * @property {import('../access/roving-focus.js').RovingFocus} focus
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {import('../features/lazy-features.js').LazyFeatures} features
 * @property {(way: 1 | -1) => void} resize larger or smaller
 * @property {(from: Place | undefined) => void} jumped the view moved far
 */

export class Navigation {
  #context;
  #scrubber;
  /** @type {import('../sections/folding.js').Folding | undefined} comes after the first screen */
  folding;

  /** @param {NavigationContext} context */
  constructor(context) {
    this.#context = context;
    const { parts, presenter, strings } = context;
    const { surface, store } = presenter;
    this.#scrubber = new Scrubber(parts.frame, surface, store, strings, {
      scrubberMarks: async () => presenter.order.titled(await presenter.server.call('GET', `/viewers/${presenter.viewer}/sections?limit=500`)).sections,
      scrubberDate: async (id) => (await presenter.server.call('GET', collectionPath(context.collection, 'items', id, 'date'))).date,
      scrubberJumped: () => context.jumped(this.#before),
      scrubberHeld: () => (this.#before = this.place),
    });
    context.features.whenLoaded(({ labelsBeside, Folding }) => {
      this.#scrubber.labelsBeside = labelsBeside;
      this.folding = new Folding(context);
    });
    context.features.whenLoaded(({ DensityInput }) => new DensityInput(parts.scroller, (way, x, y) => {
      presenter.focal = [x, y];
      context.resize(way);
    }));
  }

  /** @type {Place | undefined} */
  #before;

  /** @returns {Place | undefined} the first item in view */
  get place() {
    const { store, surface } = this.#context.presenter;
    let first;
    for (const cell of store.cellsMeeting(surface.visibleRect)) {
      if (cell.frame[1] >= surface.offset && (!first || cell.index < first.index)) first = cell;
    }
    return first && { item: first.id, index: first.index, viewY: first.frame[1] - surface.offset };
  }

  frame() { this.#scrubber.update(); }
  settled() { this.#scrubber.settled(); }

  /**
   * Goes to an item, wherever it is.
   * @param {string} id
   * @param {number} [viewY] where its top shall be in the view; without it, it gets the focus too
   * @returns {Promise<{exists: boolean, cell?: import('../model/cell-store.js').Cell}>} `cell`: it has the focus
   */
  async show(id, viewY) {
    const { presenter, focus } = this.#context;
    const index = await presenter.order.flatIndex(id);
    if (index === undefined) return { exists: false };
    if (viewY === undefined) return { exists: true, cell: await focus.go(index) };
    presenter.seek(index, viewY);
    return { exists: true };
  }

  /** Asks where to go, and goes there. */
  async goTo() {
    const { parts, presenter, focus, strings, features } = this.#context;
    const loaded = await features.get(() => this.goTo());
    const { folding } = this;
    if (!loaded || !folding) return;
    const { sections } = await loaded.unfoldedSections(presenter, this.#context.collection);
    const here = this.#sectionHere;
    const answer = await loaded.askOutline(parts.frame, sections, Math.max(0, sections.findIndex(({ id }) => id === here)), strings);
    if (!answer) return;
    const section = await folding.open(sections[answer.section].id);
    if (!section) return;
    const item = Math.min(section.itemCount, answer.position ?? 1) - 1;
    this.#context.jumped(this.place);
    await focus.go(Math.max(0, section.first + item));
    if (answer.position === undefined) folding.toTop(section.id);
    presenter.surface.requestFrame();
  }

  /** The section of the focused item, or else the one at the top of the view. */
  get #sectionHere() {
    const { presenter: { store, surface }, focus } = this.#context;
    const own = store.headers.find(({ section }) => section === focus.cell?.indexPath[0]);
    return (own ?? store.headers.filter(({ frame }) => frame[1] <= surface.offset).at(-1))?.id;
  }
}
