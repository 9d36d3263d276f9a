// @ts-check
// The keyboard: arrows, Home, End, PageUp, PageDown move the focus, or the item that a key picked up.

import { CONTROLS } from '../dom.js';
import { cellInNextRow, samePath } from '../model/geometry.js';
import { isOfBrowser, letterOf } from './keys.js';

/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */
/** @typedef {import('../model/cell-store.js').Cell} Cell */

/**
 * @typedef {object} KeyboardDelegate
 * @property {(cell: Cell | undefined) => import('./keys.js').Place} keyboardPlace where keys are pressed, with the focused cell
 * @property {() => boolean} keyboardEscape returns whether there was something to cancel or clear
 * @property {(from: number, to: number) => void} keyboardExtend the focus moved from index to index with Shift held
 * @property {() => void} keyboardUndo
 * @property {(again: () => void) => void} keyboardWaits calls back once the keys of all features are in the table
 */

/** What has keys of its own. */
const ELSEWHERE = `button, input, select, dialog, [role=menu], .cell :is(${CONTROLS})`;

export class Keyboard {
  #presenter;
  #focus;
  #reordering;
  #keys;
  #delegate;
  /**
   * Settles when what was dropped by keys is where it belongs; `undefined` while it is carried.
   * @type {Promise<void> | undefined}
   */
  #dropped;
  /**
   * The keys that were pressed while what carries an item was loaded.
   * @type {KeyboardEvent[] | undefined}
   */
  #held;

  /**
   * @param {HTMLElement} frame
   * @param {import('../element/presenter.js').Presenter} presenter
   * @param {import('./roving-focus.js').RovingFocus} focus
   * @param {import('../reorder/reordering.js').Reordering} reordering
   * @param {import('./keys.js').KeyTable} keys
   * @param {KeyboardDelegate} delegate
   */
  constructor(frame, presenter, focus, reordering, keys, delegate) {
    this.#presenter = presenter;
    this.#focus = focus;
    this.#reordering = reordering;
    this.#keys = keys;
    this.#delegate = delegate;
    frame.addEventListener('keydown', (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      // The buttons of the selection's bar and of headers leave the grid all keys that do not press them: Escape, those that mark, Ctrl+Z.
      const isLeft = target.closest('.selection-bar, .header') && event.key !== 'Enter' && event.key !== ' ';
      if ((target.closest(ELSEWHERE) && !isLeft) || isOfBrowser(event)) return;
      if (this.#key(event)) event.preventDefault();
    });
  }

  /**
   * A key was pressed where nothing has the focus: the cell that had it last gets it again. What acts on an item waits until the reader
   * sees which one it is.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was handled
   */
  take(event) {
    if (isOfBrowser(event)) return false;
    const hadCell = this.#focus.cell !== undefined;
    if (hadCell) this.#focus.take();
    const isDone = this.#key(event, this.#focus.cell, hadCell ? undefined : () => this.take(event));
    const isOfItem = this.#keys.find('grid', event)?.key.isOfItem ?? false;
    if (!hadCell && isOfItem) this.#focus.take();
    return isDone || isOfItem;
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Cell} [cell] the focused one
   * @param {() => void} [again] presses the key once the features are loaded
   * @returns {boolean} whether the key was handled
   */
  #key(event, cell = this.#focus.cell, again = () => this.#keys.press(this.#delegate.keyboardPlace(cell), event)) {
    if (event.key === 'Escape') return this.#delegate.keyboardEscape();
    if (this.#held) return this.#held.push(event) > 0;
    if (this.#reordering.isByKeys) return this.#carry(event);
    if (this.#keys.press(this.#delegate.keyboardPlace(cell), event)) return true;
    const from = this.#focus.index;
    const hasMoved = this.#moveFocus(event);
    if (hasMoved && event.shiftKey) this.#delegate.keyboardExtend(from, this.#focus.index);
    if (!hasMoved && !this.#keys.isWhole && mayBeAdded(event)) {
      // It may be a feature's that is still to come, unless the page around takes it now.
      setTimeout(() => event.defaultPrevented || this.#delegate.keyboardWaits(again));
    }
    return hasMoved;
  }

  /** Where the next item is: 1 at the right, -1 at the left. */
  get #rightward() { return this.#presenter.store.isMirrored ? -1 : 1; }

  /** @param {KeyboardEvent} event */
  #moveFocus(event) {
    const { store, surface } = this.#presenter;
    const cell = this.#focus.cell;
    if (!cell) {
      if (!isMotionKey(event)) return false;
      const first = store.cellsMeeting(surface.visibleRect).sort((a, b) => a.index - b.index)[0];
      if (event.ctrlKey && event.key === 'End') this.#focus.go(store.itemCount - 1);
      else if (event.ctrlKey && event.key === 'Home') this.#focus.go(0);
      else if (this.#focus.isFar) this.#focus.go(this.#focus.index);
      else if (first) this.#focus.set(first);
      return true;
    }
    surface.input.noteInput();
    switch (event.key) {
      case 'ArrowLeft': this.#focus.go(cell.index - this.#rightward); return true;
      case 'ArrowRight': this.#focus.go(cell.index + this.#rightward); return true;
      case 'ArrowUp': return this.#rows(cell, -1, cell.frame);
      case 'ArrowDown': return this.#rows(cell, 1, cell.frame);
      case 'PageUp':
      case 'PageDown': {
        const direction = event.key === 'PageUp' ? -1 : 1;
        const [x, y, w, h] = cell.frame;
        const far = Math.max(0, surface.height * 0.85 - h);
        return this.#rows(cell, direction, [x, y + direction * far, w, h]);
      }
      case 'Home':
        this.#focus.go(event.ctrlKey ? 0 : this.#edgeOfRow(cell, -1));
        return true;
      case 'End':
        this.#focus.go(event.ctrlKey ? store.itemCount - 1 : this.#edgeOfRow(cell, 1));
        return true;
    }
    return false;
  }

  /**
   * @param {Cell} cell
   * @param {-1 | 1} direction
   * @param {import('../model/geometry.js').Frame} from
   */
  #rows(cell, direction, from) {
    const { store } = this.#presenter;
    const next = cellInNextRow(store.cells.values(), from, direction);
    if (next) this.#focus.set(next);
    else {
      // Beyond what the page holds: a guess from the row's cells; `go` keeps it inside the collection.
      const guess = cell.index + direction * Math.max(1, this.#edgeOfRow(cell, 1) - this.#edgeOfRow(cell, -1) + 1);
      this.#focus.go(guess);
    }
    return true;
  }

  /**
   * Flat index of the first or last cell in a cell's row.
   * @param {Cell} cell
   * @param {-1 | 1} direction
   */
  #edgeOfRow(cell, direction) {
    const { store } = this.#presenter;
    let index = cell.index;
    for (let next = store.byIndex.get(index + direction); next; next = store.byIndex.get(index + direction)) {
      if (next.frame[1] !== cell.frame[1]) break;
      index += direction;
    }
    return index;
  }

  /**
   * Picks an item up, once what carries it is loaded.
   * @param {string} id
   */
  async pickUp(id) {
    /** @type {KeyboardEvent[]} */
    const held = [];
    const wait = this.#reordering.prepare();
    if (wait) this.#held = held;
    const isPrepared = await (wait ?? true);
    this.#held = undefined;
    // While it was loaded, the item may have gone.
    const cell = this.#presenter.store.cells.get(id);
    if (!isPrepared || !cell) return;
    this.#pickUp(cell);
    for (const event of held) this.#key(event);
  }

  /** @param {Cell} cell */
  #pickUp(cell) {
    this.#dropped = undefined;
    this.#reordering.begin(cell, true, () => {
      this.#presenter.afterDraw(() => {
        const again = this.#presenter.store.cells.get(cell.id);
        if (again) this.#focus.set(again);
      });
      this.#presenter.store.pinned.add(cell.id);
    });
  }

  /** @param {KeyboardEvent} event */
  #carry(event) {
    const { aim: from, places, cell } = this.#reordering;
    switch (letterOf(event)) {
      case ' ':
      case 't':
      case 'Enter': this.#dropped ??= this.#reordering.drop(); return true;
      case 'z':
        // Undone as soon as it is done: keys are quicker than answers.
        if (event.ctrlKey || event.metaKey) this.#dropped?.then(() => this.#delegate.keyboardUndo());
        return true;
      case 'Tab': this.#reordering.cancel(); return false;
    }
    if (!places || !cell) return true;
    const [source] = cell.indexPath;
    const last = (/** @type {number} */ s) => (places.count(s) ?? 1) - (s === source ? 1 : 0);
    /** @type {IndexPath} */
    let to = from;
    const isBack = event.key === (this.#rightward > 0 ? 'ArrowLeft' : 'ArrowRight');
    switch (event.key) {
      case 'ArrowLeft':
      case 'ArrowRight':
        if (isBack && from[1] > 0) to = [from[0], from[1] - 1];
        else if (isBack && places.count(from[0] - 1) !== undefined) to = [from[0] - 1, last(from[0] - 1)];
        else if (!isBack && from[1] < last(from[0])) to = [from[0], from[1] + 1];
        else if (!isBack && places.count(from[0] + 1) !== undefined) to = [from[0] + 1, 0];
        break;
      case 'ArrowUp': to = places.inNextRow(from, -1); break;
      case 'ArrowDown': to = places.inNextRow(from, 1); break;
      case 'Home': to = [from[0], 0]; break;
      case 'End': to = [from[0], last(from[0])]; break;
      default: return true;
    }
    if (samePath(to, from)) return true;
    this.#reordering.propose(to);
    const frame = places.frame(to);
    if (frame) this.#focus.reveal(frame);
    return true;
  }
}

/**
 * Whether a feature may have a key: a character, Delete, Ctrl+Z.
 * @param {KeyboardEvent} event
 */
function mayBeAdded(event) {
  const letter = letterOf(event);
  return letter === 'Delete' || letter === 'z' || (letter.length === 1 && !event.ctrlKey && !event.metaKey);
}
/** @param {KeyboardEvent} event */
const isMotionKey = (event) => /^(Arrow(Left|Right|Up|Down)|Home|End|Page(Up|Down))$/.test(event.key);
