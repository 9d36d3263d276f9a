// @ts-check
// What is done with one cell, or with what is selected, by menus; and loading a picture again.

import { CONTROLS } from '../dom.js';
import { collectionPath, reasonOf } from '../server/api.js';

/** @typedef {import('./cell-pool.js').CellNode} CellNode */
/** @typedef {import('../model/cell-store.js').Cell} Cell */

/**
 * @typedef {object} CellActionsContext
 * @property {import('../element/skeleton.js').Skeleton} parts
 * @property {import('../server/wire.js').CollectionDescription} description
 * @property {import('../element/presenter.js').Presenter} presenter
 * @property {import('../access/roving-focus.js').RovingFocus} focus
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {import('../features/lazy-features.js').LazyFeatures} features
 * @property {import('../selection/selecting.js').Selecting} selecting
 * @property {() => import('../marks/marking.js').Marking | undefined} marking
 * @property {import('../albums/album-actions.js').AlbumActions} albums
 * @property {() => import('../picture/comparing.js').Comparing | undefined} comparing
 * @property {import('../reorder/change-history.js').ChangeHistory} history
 * @property {(cell: Cell) => void} open shows a picture large
 */

export class CellActions {
  #context;
  /** @type {import('./item-menu.js').ItemMenu | undefined} */
  #menu;

  /** @param {CellActionsContext} context */
  constructor(context) {
    this.#context = context;
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
    this.#use((menu) => {
      // Where the menu had to be loaded first, the item may be elsewhere, or gone.
      const shown = this.#context.presenter.surface.node(id);
      if (shown?.cell) menu.open(shown, shown.cell, point);
    });
    return true;
  }

  /**
   * Opens the menu that marks what is selected.
   * @param {HTMLElement} button
   */
  openMarks(button) { this.#use((menu) => menu.openMarks(button)); }

  /**
   * Opens the menu of what can be taken away.
   * @param {HTMLElement} button
   */
  openExport(button) { this.#use((menu) => menu.openExport(button)); }

  /** @param {(menu: import('./item-menu.js').ItemMenu) => void} work */
  #use(work) {
    this.#context.features.use(({ ItemMenu }) => work((this.#menu ??= new ItemMenu(this.#context))));
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
