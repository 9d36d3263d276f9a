// @ts-check
// Actions on one cell: rating, selecting and moving it, and loading its picture again.

import { call, collectionPath, reasonOf } from '../server/api.js';
import { Rating } from './rating.js';

/** @typedef {import('./cell-pool.js').CellNode} CellNode */

export class CellActions {
  #description;
  #presenter;
  #rating;
  #speech;
  #strings;
  #more;

  /**
   * @param {import('../element/skeleton.js').Skeleton} parts
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {import('../element/presenter.js').Presenter} presenter
   * @param {import('../access/speech.js').Speech} speech
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {{select: (cell: import('../model/cell-store.js').Cell) => void, move: (cell: import('../model/cell-store.js').Cell) => void}} more
   */
  constructor(parts, description, presenter, speech, strings, more) {
    this.#more = more;
    this.#description = description;
    this.#presenter = presenter;
    this.#speech = speech;
    this.#strings = strings;
    this.#rating = new Rating(parts.frame, description.id, strings);
    parts.cells.addEventListener('contextmenu', (event) => this.#menu(event));
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
   * Opens the menu over a cell: ratings, where the collection has them, selecting and moving.
   * @param {CellNode | undefined} node
   */
  openMenu(node) {
    const choices = this.#description.capabilities?.rate ?? [];
    const cell = node?.cell;
    if (!node || !cell) return false;
    const words = this.#strings;
    const title = cell.item?.title ?? '';
    const more = [{ sign: 'checked', words: words.select, act: () => this.#more.select(cell) }];
    if (this.#description.capabilities?.move !== false) {
      more.push({ sign: 'move', words: words.moveTo, act: () => this.#more.move(cell) });
    }
    this.#rating.open(node, choices, more, (error) => this.#speech.warn(words.reason(reasonOf(error))), (rating) =>
      this.#speech.say(rating ? words.rated(title, words.ratings[rating] ?? rating) : words.unrated(title)));
    return true;
  }

  /** @param {MouseEvent} event */
  #menu(event) {
    const node = this.nodeOf(event.target);
    if (!node) return;
    // A long press asks for the menu too; the drag opens it when the finger is lifted.
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === 'touch';
    if (isTouch || this.openMenu(node)) event.preventDefault();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const button = /** @type {Element} */ (event.target).closest('.retry');
    const id = /** @type {HTMLElement | null | undefined} */ (button?.closest('.cell'))?.dataset.item;
    if (id === undefined) return;
    this.#presenter.change({ id, state: 'loading' });
    this.#presenter.surface.retryPictures();
    call('POST', collectionPath(this.#description.id, 'items', id, 'retry'), {}).catch((error) => {
      this.#presenter.change({ id, state: 'failed', reason: reasonOf(error) });
    });
  }
}
