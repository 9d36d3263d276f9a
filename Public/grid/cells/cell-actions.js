// @ts-check
// Actions on one cell: its menu, and loading its picture again.

import { CONTROLS } from '../dom.js';
import { collectionPath, reasonOf } from '../server/api.js';

/** @typedef {import('./cell-pool.js').CellNode} CellNode */
/** @typedef {import('../model/cell-store.js').Cell} Cell */

export class CellActions {
  #context;
  #open;

  /**
   * @param {Pick<import('../element/session-editing.js').SessionContext, 'parts' | 'description' | 'presenter' | 'features'>} context
   * @param {(node: CellNode, point?: {clientX: number, clientY: number}) => void} open opens the menu of an item, once the features are loaded
   */
  constructor(context, open) {
    this.#context = context;
    this.#open = open;
    const { cells } = context.parts;
    cells.addEventListener('contextmenu', (event) => this.#contextMenu(event));
    cells.addEventListener('click', (event) => this.#click(event));
  }

  /**
   * The cell under an event, unless a control in it was meant.
   * @param {EventTarget | null} target
   */
  nodeOf(target) {
    const element = target instanceof Element && !target.closest(CONTROLS) ? target.closest('.cell') : null;
    for (const node of this.#context.presenter.surface.nodes) if (node.element === element) return node;
    return undefined;
  }

  /**
   * Opens the menu over a cell.
   * @param {CellNode | undefined} node
   * @param {{clientX: number, clientY: number}} [point]
   * @returns {boolean} whether the node shows an item
   */
  openMenu(node, point) {
    const id = node?.cell?.id;
    if (id === undefined) return false;
    this.#context.features.use(() => {
      // Where the menu had to be loaded first, the item may be elsewhere, or gone.
      const shown = this.#context.presenter.surface.node(id);
      if (shown?.cell) this.#open(shown, point);
    });
    return true;
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
    const { presenter, description } = this.#context;
    presenter.change({ id, state: 'loading' });
    presenter.surface.retryPictures();
    presenter.server.call('POST', collectionPath(description.id, 'items', id, 'retry'), {}).catch((error) => {
      presenter.change({ id, state: 'failed', reason: reasonOf(error) });
    });
  }
}
