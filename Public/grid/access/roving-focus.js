// @ts-check
// One cell of the grid can be reached by Tab; arrow keys choose which. Its node stays in the page however far the view scrolls.

import { setAttribute } from '../dom.js';
import { flatAfter, pathAfter } from '../model/patch.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** Room left above a focused cell, for a sticky header, and below, in px. */
const MARGIN_TOP = 40;
const MARGIN_BOTTOM = 12;
/** Maximum viewports that a key scrolls; beyond it is a jump, which predicts nothing. */
const STEP_VIEWPORTS = 2;

export class RovingFocus {
  #presenter;
  /** @type {string | undefined} */
  #id;
  #index = 0;
  /** @type {import('../model/geometry.js').IndexPath} */
  #path = [0, 0];
  /** @type {Promise<Cell | undefined> | undefined} */
  #waiting;

  /** @param {import('../element/presenter.js').Presenter} presenter */
  constructor(presenter) {
    this.#presenter = presenter;
  }

  /**
   * The cell that has, or would get, the focus.
   * @returns {Cell | undefined}
   */
  get cell() {
    const { store } = this.#presenter;
    return (this.#id !== undefined ? store.cells.get(this.#id) : undefined);
  }

  /** Whether an item has the focus that is too far away to be loaded. */
  get isFar() { return this.#id !== undefined && !this.cell; }
  /** Its flat index, also when it is far away. */
  get index() { return (this.#waiting ? undefined : this.cell?.index) ?? this.#index; }

  /**
   * Gives the focus to a cell.
   * @param {Cell} cell
   * @param {boolean} [reveals] scrolls so that it is whole in view
   */
  set(cell, reveals = true) {
    const { store, surface } = this.#presenter;
    if (this.#id !== cell.id) {
      if (this.#id !== undefined) {
        store.pinned.delete(this.#id);
        const old = surface.node(this.#id);
        if (old) old.element.tabIndex = -1;
      }
      this.#id = cell.id;
    }
    this.#index = cell.index;
    this.#path = cell.indexPath;
    store.pinned.add(cell.id);
    if (reveals) this.reveal(cell.frame);
    surface.drawNow();
    const node = surface.node(cell.id);
    if (!node) return;
    node.element.tabIndex = 0;
    node.element.focus({ preventScroll: true });
  }

  /**
   * Gives the focus to an item's cell; where it is gone, to the one that had it last, or to the first in view.
   * @param {string} [id]
   */
  take(id = this.#id) {
    const { store, surface } = this.#presenter;
    const cell = store.cells.get(id ?? '') ?? this.cell ?? store.cellsMeeting(surface.visibleRect).sort((a, b) => a.index - b.index)[0];
    if (cell) this.set(cell, false);
  }

  /**
   * A cell got the focus by other means: a screen reader, a script.
   * @param {Cell} cell
   */
  adopt(cell) {
    if (cell.id !== this.#id) this.set(cell, false);
  }

  /**
   * Goes to a flat index, also one that is not known yet.
   * @param {number} index
   * @returns {Promise<Cell | undefined>} the cell, once it has the focus
   */
  async go(index) {
    const { store, surface } = this.#presenter;
    const target = Math.max(0, Math.min(store.itemCount - 1, index));
    const cell = store.byIndex.get(target);
    if (cell) {
      this.set(cell);
      return cell;
    }
    if (store.wall) return this.#presenter.wall?.go(target);
    const isDown = target > this.index;
    this.#index = target;
    this.#presenter.seek(target, isDown ? Math.max(MARGIN_TOP, surface.height / 2) : MARGIN_TOP);
    // Several keys may be pressed before the first answer: the last one counts.
    this.#waiting ??= new Promise((resolve) => this.#presenter.afterDraw(() => {
      this.#waiting = undefined;
      const found = store.byIndex.get(this.#index);
      if (found) this.set(found);
      resolve(found);
    }));
    return this.#waiting;
  }

  /**
   * Scrolls as little as needed for a frame to be whole in view.
   * @param {import('../model/geometry.js').Frame} frame
   */
  reveal(frame) {
    const { surface, store } = this.#presenter;
    const [, y, , h] = frame;
    const top = store.headers.length ? MARGIN_TOP : MARGIN_BOTTOM;
    const lowest = y - top;
    const highest = y + h + MARGIN_BOTTOM - surface.height;
    const offset = lowest < surface.offset ? lowest : Math.max(highest, surface.offset);
    if (offset === surface.offset) return;
    if (Math.abs(offset - surface.offset) > STEP_VIEWPORTS * surface.height) surface.jump(offset);
    else surface.step(offset);
  }

  /**
   * A node shows a cell, for the first time or again.
   * @param {import('../cells/cell-pool.js').CellNode} node
   * @param {Cell} cell
   */
  configure(node, cell) {
    const isHere = this.#id === undefined ? cell.index === 0 : cell.id === this.#id;
    setAttribute(node.element, 'tabindex', isHere ? '0' : '-1');
  }

  /**
   * After a new version: the focus stays on its item, however far away it is, or goes to the one at its place.
   * @param {import('../model/patch.js').Patch[]} [patches] `undefined`: what has changed is not known
   */
  restore(patches) {
    const { store, surface } = this.#presenter;
    if (this.#id === undefined) return;
    const cell = store.cells.get(this.#id);
    if (cell) {
      this.#index = cell.index;
      this.#path = cell.indexPath;
      store.pinned.add(cell.id);
      return;
    }
    if (patches?.length && this.#follow(patches)) return;
    const near = store.byIndex.get(Math.min(this.#index, store.itemCount - 1)) ?? store.cellsMeeting(surface.visibleRect)[0];
    const had = surface.hasFocus;
    store.pinned.delete(this.#id);
    this.#id = near?.id;
    if (near && had) this.#presenter.afterDraw(() => this.set(near, false));
  }

  /**
   * @param {import('../model/patch.js').Patch[]} patches
   * @returns {boolean} whether the item is still there
   */
  #follow(patches) {
    for (const patch of patches) {
      const after = pathAfter(patch, this.#path);
      if (!after) return false;
      this.#index = flatAfter(patch, this.#path, after, this.#index);
      this.#path = after;
    }
    return true;
  }
}
