// @ts-check
// The keys that move the focus on the wall, by places: of its items the page holds only the one that has the focus.

import { CONTROLS } from '../dom.js';
import { isOfBrowser } from '../access/keys.js';

/** Part of the view that PageUp and PageDown move by. */
const PAGE = 0.85;

/** @typedef {import('../model/cell-store.js').Cell} Cell */

export class WallKeys {
  #wall;
  /**
   * Where the focus is going, while that item is read: keys are quicker than answers.
   * @type {number | undefined}
   */
  #target;
  #isEntering = false;
  #closing = new AbortController();

  /** @param {import('./wall.js').Wall} wall */
  constructor(wall) {
    this.#wall = wall;
    wall.context.parts.frame.addEventListener('keydown', (event) => {
      if (!this.#isOurs(event) || !this.#press(event)) return;
      event.preventDefault();
      event.stopPropagation();
    }, { capture: true, signal: this.#closing.signal });
  }

  remove() { this.#closing.abort(); }

  /**
   * Gives the focus to an item.
   * @param {number} index
   * @returns {Promise<Cell | undefined>}
   */
  async go(index) {
    const { presenter, focus } = this.#wall.context;
    this.#target = index;
    if (!this.#wall.places.frame(index)) await this.#wall.counts.read();
    if (!this.#wall.places.frame(index)) {
      presenter.seek(index, presenter.surface.height / 2);
      await new Promise((resolve) => presenter.afterDraw(() => resolve(undefined)));
    }
    const cell = await this.#wall.lent.take(index);
    if (this.#target !== index) return undefined;
    this.#target = undefined;
    if (!cell) return undefined;
    focus.set(cell);
    this.#wall.lent.release(cell.id);
    return cell;
  }

  /** The view stands: its first item can be reached by Tab, and one that had the focus has it again. */
  async settled() {
    const { presenter: { store, surface }, focus, parts } = this.#wall.context;
    if (this.#isEntering || focus.cell || this.#target !== undefined || !store.itemCount) return;
    const [first, end] = this.#wall.places.span(surface.offset, surface.offset + surface.height);
    const isThere = focus.isFar && focus.index >= first && focus.index < end;
    if (!isThere && [...store.cells.values()].some((cell) => cell.index >= first && cell.index < end)) return;
    this.#isEntering = true;
    const cell = await this.#wall.lent.take(isThere ? focus.index : this.#firstWhole(first));
    this.#isEntering = false;
    if (!cell || focus.cell) return;
    const { activeElement } = /** @type {ShadowRoot} */ (parts.frame.getRootNode());
    if (isThere && activeElement === parts.scroller) return focus.set(cell, false);
    const node = surface.node(cell.id);
    if (node) node.element.tabIndex = 0;
  }

  /** @param {number} first in view, perhaps in part */
  #firstWhole(first) {
    const { presenter: { surface } } = this.#wall.context;
    const frame = this.#wall.places.frame(first);
    return frame && frame[1] < surface.offset ? this.#wall.places.inRow(first, 1) : first;
  }

  /** @param {KeyboardEvent} event */
  #isOurs(event) {
    const { context, isShown } = this.#wall;
    const target = /** @type {HTMLElement} */ (event.target);
    return isShown && !context.parts.frame.classList.contains('reordering') && !isOfBrowser(event) && !target.closest(`button, input, select, dialog, [role=menu], [role=slider], .cell :is(${CONTROLS})`);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it moves the focus
   */
  #press(event) {
    const from = this.#from;
    const to = this.#next(event, from);
    if (to === undefined) return false;
    const { selecting, presenter: { store } } = this.#wall.context;
    const index = Math.max(0, Math.min(store.itemCount - 1, to));
    this.#wall.lens.hide();
    this.go(index).then((cell) => cell && this.#wall.look(cell));
    if (event.shiftKey) selecting.extend(from, index);
    return true;
  }

  get #from() {
    const { focus, presenter: { surface } } = this.#wall.context;
    if (this.#target !== undefined) return this.#target;
    return focus.cell || focus.isFar ? focus.index : this.#wall.places.span(surface.offset, surface.offset + surface.height)[0];
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number} from
   * @returns {number | undefined}
   */
  #next({ key, ctrlKey, metaKey }, from) {
    const { places, context: { presenter: { store, surface } } } = this.#wall;
    const forward = store.isMirrored ? -1 : 1;
    const page = Math.max(1, Math.floor((surface.height * PAGE) / places.pitch));
    switch (key) {
      case 'ArrowLeft': return from - forward;
      case 'ArrowRight': return from + forward;
      case 'ArrowUp': return places.inRow(from, -1);
      case 'ArrowDown': return places.inRow(from, 1);
      case 'PageUp': return places.inRow(from, -page);
      case 'PageDown': return places.inRow(from, page);
      case 'Home': return ctrlKey || metaKey ? 0 : this.#edge(from, -1);
      case 'End': return ctrlKey || metaKey ? store.itemCount - 1 : this.#edge(from, 1);
    }
    return undefined;
  }

  /**
   * The first item of a row, or the last one.
   * @param {number} index
   * @param {-1 | 1} way
   */
  #edge(index, way) {
    const frame = this.#wall.places.frame(index);
    const row = frame && this.#wall.places.rows(frame[1], frame[1] + 1).find(({ first, count }) => index >= first && index < first + count);
    return !row ? index : way < 0 ? row.first : row.first + row.count - 1;
  }
}
