// @ts-check
// Navigation: the scroll bar, the size of cells, and the place that Back returns to.

import { collectionPath } from '../server/api.js';
import { Scrubber } from './scrubber.js';

/** @typedef {{item: string, index: number, viewY: number}} Place an item, its flat index, and where its top is in the view */

export class Navigation {
  #context;
  #scrubber;

  /** @param {import('../element/session-editing.js').SessionContext} context */
  constructor(context) {
    this.#context = context;
    const { parts, presenter, strings } = context;
    const { surface, store } = presenter;
    this.#scrubber = new Scrubber(parts.frame, surface, store, strings, {
      scrubberMarks: async () => presenter.order.titled(await presenter.server.call('GET', `/viewers/${presenter.viewer}/sections?limit=500`)).sections,
      scrubberJumped: () => context.jumped(this.#before),
      scrubberHeld: () => (this.#before = this.place),
    });
    context.features.whenLoaded(({ Zooming, ScrubberSigns }) => {
      this.#scrubber.sign(ScrubberSigns, async (id) => (await presenter.server.call('GET', collectionPath(context.description.id, 'items', id, 'date'))).date);
      new Zooming(context);
    });
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
}
