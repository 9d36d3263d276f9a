// @ts-check
// Between the grid and the comparison: offers it for two to four selected pictures, opens it, and returns to the grid.

import { selectedItems } from '../selection/selected-items.js';
import { reasonOf } from '../server/api.js';

/** How many pictures are compared. */
const [FEWEST, MOST] = [2, 4];

/**
 * @typedef {object} ComparingContext
 * @property {import('../element/skeleton.js').Skeleton} parts
 * @property {import('../server/wire.js').CollectionDescription} description
 * @property {import('../element/presenter.js').Presenter} presenter
 * @property {import('../access/roving-focus.js').RovingFocus} focus
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {import('../features/lazy-features.js').LazyFeatures} features
 * @property {import('../selection/selecting.js').Selecting} selecting
 */

export class Comparing {
  #context;
  /** @type {import('./compare.js').Compare | undefined} */
  #compare;
  #isOpening = false;
  #version = 0;

  /** @param {ComparingContext} context */
  constructor(context) {
    this.#context = context;
  }

  /** Whether as many are selected as can be compared. */
  get isOffered() {
    const { count } = this.#context.selecting.selection;
    return count >= FEWEST && count <= MOST;
  }

  get isIdle() { return !this.#isOpening && (this.#compare?.isIdle ?? true); }

  /**
   * What a menu offers.
   * @param {import('../model/cell-store.js').Cell} cell
   * @returns {import('../cells/cell-menu.js').MenuEntry[]}
   */
  entries(cell) {
    const { selecting, strings } = this.#context;
    if (!this.isOffered || !selecting.selection.has(cell.index)) return [];
    return [{ name: 'compare', sign: 'compare', words: strings.mark.compareSelected(selecting.selection.count), key: 'C', act: () => this.open() }];
  }

  /** Compares what is selected. */
  async open() {
    const { speech, strings } = this.#context;
    if (!this.isOffered) return speech.warn(strings.mark.compareHowMany);
    if (this.#compare || this.#isOpening) return;
    this.#isOpening = true;
    try {
      await this.#show();
    } catch (error) {
      speech.explain(reasonOf(error));
    } finally {
      this.#isOpening = false;
    }
  }

  async #show() {
    const { parts, description, presenter, selecting, speech, strings, features } = this.#context;
    this.#version = presenter.store.version;
    const loaded = await features.get(() => this.open());
    if (!loaded) return;
    const items = await selectedItems({ presenter, editing: { selecting } }, MOST);
    // What is not shown as a picture has nothing to compare.
    if (items.length < FEWEST) return speech.warn(strings.mark.compareHowMany);
    // Large pictures must not wait behind small ones: a browser has few connections.
    presenter.surface.pausePictures('large', true);
    this.#compare = new loaded.Compare(parts.frame, description, presenter.order, items, strings, {
      compareSmall: ({ id }) => this.#small(id),
      compareClosed: () => this.#closed(),
    });
  }

  /** Called in every frame. */
  frame() {
    const { version } = this.#context.presenter.store;
    if (!this.#compare || version === this.#version) return;
    this.#version = version;
    this.#compare.refresh();
  }

  /** @param {boolean} isPaused while paused, no picture is fetched */
  pause(isPaused) { this.#compare?.pause(isPaused); }

  /** The grid itself is removed. */
  remove() {
    this.#compare?.remove();
    this.#compare = undefined;
  }

  /** @param {string} id */
  #small(id) {
    const node = this.#context.presenter.surface.node(id);
    return node?.picture.isShown ? node.picture.url : node?.cell?.preview;
  }

  #closed() {
    this.#compare = undefined;
    this.#context.presenter.surface.pausePictures('large', false);
    this.#context.focus.take();
    this.#context.presenter.surface.requestFrame();
  }
}
