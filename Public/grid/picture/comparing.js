// @ts-check
// Between the grid and the comparison: offers it for two to four selected pictures, opens it, and returns to the grid.

import { selectedItems } from '../selection/selected-items.js';
import { reasonOf } from '../server/api.js';
import { Compare } from './compare.js';

/** How many pictures are compared. */
const [FEWEST, MOST] = [2, 4];

/** @type {import('../features/session-features.js').Feature} */
export const comparing = {
  make: (context) => new Comparing(context),
  keys: [
    { name: 'compare', keys: 'c', act: (/** @type {Comparing} */ comparing) => comparing.open() },
    { name: 'compare', keys: 'c', where: 'compare', act: (_, { view }) => view.close() },
    { name: 'step', keys: 'ArrowDown', where: 'compare', act: (_, { view }) => view.step(1) },
    { name: 'step', keys: 'ArrowUp', where: 'compare', act: (_, { view }) => view.step(-1) },
  ],
};

class Comparing {
  #context;
  /** @type {Compare | undefined} */
  #compare;
  #isOpening = false;
  #version = 0;

  /** @param {import('../features/session-features.js').FeatureContext} context */
  constructor(context) {
    this.#context = context;
    /** @type {import('../selection/selection-bar.js').BarAction} */
    this.bar = { name: 'compare', words: context.strings.mark.compare, sign: 'compare', isFor: isOffered, act: () => this.open() };
  }

  get isIdle() { return !this.#isOpening && (this.#compare?.isIdle ?? true); }

  /** @param {import('../model/cell-store.js').Cell} cell */
  menu(cell) {
    const { selecting: { selection }, strings } = this.#context;
    if (!isOffered(selection.count) || !selection.has(cell.index)) return [];
    return [{ name: 'compare', sign: 'compare', words: strings.mark.compareSelected(selection.count), does: 'compare', act: () => this.open() }];
  }

  /** Compares what is selected. */
  async open() {
    const { selecting, speech, strings } = this.#context;
    if (!isOffered(selecting.selection.count)) return speech.warn(strings.mark.compareHowMany);
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
    const { parts, presenter, selecting, speech, strings } = this.#context;
    this.#version = presenter.store.version;
    const items = await selectedItems({ presenter, editing: { selecting } }, MOST);
    // What is not shown as a picture has nothing to compare.
    if (items.length < FEWEST) return speech.warn(strings.mark.compareHowMany);
    // Large pictures must not wait behind small ones: a browser has few connections.
    presenter.cover(true);
    this.#compare = new Compare({ ...this.#context, frame: parts.frame, order: presenter.order }, items, {
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
    this.#context.presenter.cover(false);
    this.#context.focus.take();
    this.#context.presenter.surface.requestFrame();
  }
}

/** @param {number} count of items */
const isOffered = (count) => count >= FEWEST && count <= MOST;
