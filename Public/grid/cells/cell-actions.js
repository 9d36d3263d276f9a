// @ts-check
// Actions on one cell, as its menu offers them, and on what is selected; and loading a picture again.

import { collectionPath, reasonOf } from '../server/api.js';
import { CellMenu } from './cell-menu.js';

/** @typedef {import('./cell-pool.js').CellNode} CellNode */
/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('./cell-menu.js').MenuEntry} MenuEntry */

export class CellActions {
  #description;
  #presenter;
  #menu;
  #speech;
  #strings;
  #more;

  /**
   * @param {import('../element/skeleton.js').Skeleton} parts
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {import('../element/presenter.js').Presenter} presenter
   * @param {import('../access/speech.js').Speech} speech
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {{open: (cell: Cell) => void, select: (cell: Cell) => void, marks: (cell: Cell | undefined) => MenuEntry[], move: (cell: Cell) => void, focus: (id: string) => void, take: (cell: Cell) => MenuEntry[]}} more
   */
  constructor(parts, description, presenter, speech, strings, more) {
    this.#more = more;
    this.#description = description;
    this.#presenter = presenter;
    this.#speech = speech;
    this.#strings = strings;
    this.#menu = new CellMenu(parts.frame, more.focus);
    parts.cells.addEventListener('contextmenu', (event) => this.#contextMenu(event));
    parts.cells.addEventListener('click', (event) => this.#click(event));
  }

  /**
   * The cell under an event, unless a button in it was meant.
   * @param {EventTarget | null} target
   */
  nodeOf(target) {
    const element = target instanceof Element && !target.closest('button') ? target.closest('.cell') : null;
    for (const node of this.#presenter.surface.nodes) if (node.element === element) return node;
    return undefined;
  }

  /**
   * Opens the menu over a cell.
   * @param {CellNode | undefined} node
   * @param {{clientX: number, clientY: number}} [point]
   */
  openMenu(node, point) {
    const cell = node?.cell;
    if (!node || !cell) return false;
    this.#menu.open(node, this.#strings.actions(cell.item?.title ?? ''), this.#entries(cell), point);
    return true;
  }

  /**
   * Opens the menu that marks what is selected.
   * @param {HTMLElement} button
   */
  openMarks(button) { this.#menu.open({ element: button }, this.#strings.mark.more, this.#more.marks(undefined)); }

  /**
   * @param {Cell} cell
   * @returns {MenuEntry[]}
   */
  #entries(cell) {
    const { capabilities } = this.#description;
    const words = this.#strings;
    const title = cell.item?.title ?? '';
    /** @type {MenuEntry[]} */
    const entries = [];
    if (cell.image) entries.push({ sign: 'photo', words: words.open, key: 'Enter', act: () => this.#more.open(cell) });
    entries.push(...this.#more.marks(cell));
    entries.push({
      sign: 'checked', words: words.select, key: 'Ctrl+Space', beginsGroup: entries.length > 0, act: () => this.#more.select(cell),
    });
    if (capabilities?.move !== false) entries.push({ sign: 'move', words: words.moveTo, key: 'M', act: () => this.#more.move(cell) });
    // Only pages with a secure origin may write to the clipboard.
    if (title && navigator.clipboard) entries.push({ sign: 'copy', words: words.copyName, act: () => this.#copy(title) });
    return [...entries, ...this.#more.take(cell)];
  }

  /** @param {string} title */
  #copy(title) {
    navigator.clipboard.writeText(title).then(() => this.#speech.warn(this.#strings.copied(title)), () => {});
  }

  /** @param {MouseEvent} event */
  #contextMenu(event) {
    const node = this.nodeOf(event.target);
    if (!node) return;
    // A long press asks for the menu too; the drag opens it when the finger is lifted.
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === 'touch';
    if (isTouch || this.openMenu(node, event)) event.preventDefault();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const button = /** @type {Element} */ (event.target).closest('.retry');
    const id = /** @type {HTMLElement | null | undefined} */ (button?.closest('.cell'))?.dataset.item;
    if (id === undefined) return;
    this.#presenter.change({ id, state: 'loading' });
    this.#presenter.surface.retryPictures();
    this.#presenter.server.call('POST', collectionPath(this.#description.id, 'items', id, 'retry'), {}).catch((error) => {
      this.#presenter.change({ id, state: 'failed', reason: reasonOf(error) });
    });
  }
}
