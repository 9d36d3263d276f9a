// @ts-check
// What can be done to one cell with a press: rating it, trying its picture again.

import { call, collectionPath } from './api.js';
import { Rating } from './rating.js';

/** @typedef {import('./cell-pool.js').CellNode} CellNode */

export class CellActions {
  #description;
  #presenter;
  #rating;
  #speech;
  #strings;

  /**
   * @param {import('./skeleton.js').Skeleton} parts
   * @param {any} description the collection, as the server describes it
   * @param {import('./presenter.js').Presenter} presenter
   * @param {import('./speech.js').Speech} speech
   * @param {import('../strings/strings.js').Strings} strings
   */
  constructor(parts, description, presenter, speech, strings) {
    this.#description = description;
    this.#presenter = presenter;
    this.#speech = speech;
    this.#strings = strings;
    this.#rating = new Rating(parts.frame, description.id, strings);
    parts.stage.addEventListener('contextmenu', (event) => this.#menu(event));
    parts.stage.addEventListener('click', (event) => this.#click(event));
  }

  /**
   * The cell under an event, unless a button in it was meant.
   * @param {EventTarget | null} target
   */
  nodeOf(target) {
    const element = target instanceof Element && !target.closest('button') ? target.closest('.cell') : null;
    for (const node of this.#presenter.surface.stage.nodes.values()) if (node.element === element) return node;
    return undefined;
  }

  /**
   * Opens the rating overlay over a cell. Answers whether there is one for this collection.
   * @param {CellNode | undefined} node
   */
  openRating(node) {
    const choices = this.#description.capabilities?.rate ?? [];
    if (!node?.cell || choices.length === 0) return false;
    const words = this.#strings;
    const title = node.cell.item?.title ?? '';
    this.#rating.open(node, choices, (error) => this.#speech.warn(error.message), (rating) =>
      this.#speech.say(rating ? words.rated(title, words.ratings[rating] ?? rating) : words.unrated(title)));
    return true;
  }

  /** @param {MouseEvent} event */
  #menu(event) {
    const node = this.nodeOf(event.target);
    if (!node) return;
    // A long press of a finger asks for the menu too; it is answered when the finger is lifted.
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === 'touch';
    if (isTouch || this.openRating(node)) event.preventDefault();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const button = /** @type {Element} */ (event.target).closest('.retry');
    const id = /** @type {HTMLElement | null | undefined} */ (button?.closest('.cell'))?.dataset.item;
    if (id === undefined) return;
    this.#presenter.change({ id, state: 'loading' });
    this.#presenter.surface.stage.pictures.forgive();
    call('POST', collectionPath(this.#description.id, 'items', id, 'retry'), {}).catch((error) => {
      this.#presenter.change({ id, state: 'failed', error: error.message });
    });
  }
}
