// @ts-check
// The numbers of items of all sections, by which places on the wall are found and patches followed: read once, and then where the view goes that
// waited for them.

import { offsetFor } from '../model/steady-view.js';
import { allSections } from '../query/all-sections.js';

/** Delay before they are read again that could not be had, in ms. */
const AGAIN_MS = 500;

export class SectionCounts {
  #presenter;
  #places;
  #texels;
  #changed;
  /** @type {Promise<void> | undefined} */
  #reading;

  /**
   * @param {import('../element/presenter.js').Presenter} presenter
   * @param {import('./wall-places.js').WallPlaces} places
   * @param {import('./texels.js').Texels} texels
   * @param {() => void} changed they are known
   */
  constructor(presenter, places, texels, changed) {
    this.#presenter = presenter;
    this.#places = places;
    this.#texels = texels;
    this.#changed = changed;
  }

  /** Whether they are being read, or the view waits for them. */
  get isBusy() { return this.#reading !== undefined || this.#places.landing !== undefined; }

  /** Called in every frame in which the wall is shown, before anything is drawn: the view goes where it was to be. */
  frame() {
    const { surface, store } = this.#presenter;
    const [places, texels] = [this.#places, this.#texels];
    if (texels.version !== store.version) texels.reset(store.version);
    if (!texels.counts) this.read();
    const { landing } = places;
    if (!landing) return;
    const offset = offsetFor(store, landing);
    const isAwaited = places.isAwaited(surface.offset);
    if (isAwaited && offset === undefined && !texels.counts) return;
    places.landing = undefined;
    if (isAwaited && offset !== undefined) surface.hold(offset);
  }

  /** @returns {Promise<void>} settles when they are known, or cannot be read now */
  read() {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #read() {
    const { order, store, surface } = this.#presenter;
    const texels = this.#texels;
    if (!this.#places.metrics.headerHeight) texels.counts = [store.itemCount];
    if (texels.counts) return;
    const found = await allSections(order).catch(() => undefined);
    if (found?.version !== texels.version || found.sections.length < found.total) return void setTimeout(() => surface.requestFrame(), AGAIN_MS);
    texels.counts = found.sections.map(({ itemCount }) => itemCount);
    this.#changed();
  }
}
