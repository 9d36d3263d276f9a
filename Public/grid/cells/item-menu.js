// @ts-check
// The menu of an item, and those of what is selected: which entries they have.

import { markEntries } from '../marks/mark-entries.js';
import { Taking } from '../taking/taking.js';
import { ItemMenuEvent } from '../element/grid-events.js';
import { may, mayChange } from '../element/session-description.js';
import { newestWords } from '../reorder/history-words.js';
import { newestOfOthers } from '../reorder/reverting.js';
import { CellMenu } from './cell-menu.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('./cell-menu.js').MenuEntry} MenuEntry */
/** @typedef {import('./cell-menu.js').MenuOwner} MenuOwner */

export class ItemMenu {
  #context;
  #menu;
  #taking;

  /** @param {import('./cell-actions.js').CellActionsContext} context */
  constructor(context) {
    this.#context = context;
    this.#menu = new CellMenu(context.parts.frame, (id) => context.focus.take(id));
    this.#taking = new Taking(context);
  }

  /**
   * Opens the menu over a cell.
   * @param {MenuOwner} node
   * @param {Cell} cell
   * @param {{clientX: number, clientY: number}} [point]
   */
  open(node, cell, point) {
    const { history, description, parts, presenter, strings } = this.#context;
    const event = new ItemMenuEvent(cell, this.#entries(cell));
    // From the frame it reaches the page around through the shadow root, as the grid's.
    if (!parts.frame.dispatchEvent(event) || !event.entries.length) return;
    this.#menu.open(node, strings.actions(cell.item?.title ?? ''), event.entries, point);
    if (description.readOnly || !mayChange(description)) return;
    const menu = this.#menu.shown;
    // What others did is named, and comes once it is known.
    newestOfOthers(presenter.server, description.id).then((newest) => newest && this.#menu.add(menu, {
      name: 'undo', sign: 'undo', words: newestWords(newest, strings), beginsGroup: true, act: () => history.go('undo', newest.name),
    }));
  }

  /**
   * Opens the menu that marks what is selected.
   * @param {HTMLElement} button
   */
  openMarks(button) { this.#menu.open({ element: button }, this.#context.strings.mark.more, this.#marks(undefined)); }

  /**
   * Opens the menu of what can be taken away.
   * @param {HTMLElement} button
   */
  openExport(button) { this.#taking.open(button); }

  /**
   * @param {Cell} cell
   * @returns {MenuEntry[]}
   */
  #entries(cell) {
    const { description, strings: words, focus, selecting, albums, open, presenter } = this.#context;
    // While the menu is open, the item may come to another place, or go.
    const now = (/** @type {(cell: Cell) => void} */ act) => () => {
      const shown = presenter.store.cells.get(cell.id);
      if (shown) act(shown);
    };
    const title = cell.item?.title ?? '';
    /** @type {MenuEntry[]} */
    const entries = [];
    if (cell.image) entries.push({ name: 'open', sign: 'photo', words: words.open, key: 'Enter', act: now(open) });
    entries.push(...this.#marks(cell));
    if (selecting.isOffered) entries.push({
      name: 'select', sign: 'checked', words: words.select, key: 'Ctrl+Space', beginsGroup: entries.length > 0, act: now((shown) => selecting.toggle(shown)),
    });
    if (may(description, 'move')) {
      entries.push({ name: 'move', sign: 'move', words: words.moveTo, key: 'M', act: now((shown) => {
        focus.set(shown, false);
        selecting.moveTo();
      }) });
    }
    // Loaded with this menu.
    albums.use((editing) => entries.push(...editing.entries(cell)));
    // Only pages with a secure origin may write to the clipboard.
    if (title && navigator.clipboard) entries.push({ name: 'copy', sign: 'copy', words: words.copyName, act: () => this.#copy(title) });
    return [...entries, ...this.#context.comparing()?.entries(cell) ?? [], ...(may(description, 'export') ? this.#taking.entries(cell) : [])];
  }

  /**
   * @param {Cell | undefined} cell `undefined`: what is selected
   * @returns {MenuEntry[]}
   */
  #marks(cell) {
    const { strings } = this.#context;
    const marking = this.#context.marking();
    if (!marking?.isOffered) return [];
    return markEntries(
      marking.ratings, cell && (cell.item ?? {}), strings, (marks) => marking.mark(marks, cell), () => marking.askLabels(cell));
  }

  /** @param {string} title */
  #copy(title) {
    const { speech, strings } = this.#context;
    navigator.clipboard.writeText(title).then(() => speech.warn(strings.copied(title)), () => {});
  }
}
