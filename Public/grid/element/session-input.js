// @ts-check
// What hands and keys do to a session: they drag, select, open, move the focus, undo.

import { Keyboard } from '../access/keyboard.js';
import { letterOf } from '../access/letter-key.js';
import { ItemEvent } from './grid-events.js';
import { PointerDrag } from '../reorder/pointer-drag.js';

/**
 * @typedef {object} SessionInputContext
 * @property {import('./skeleton.js').Skeleton} parts
 * @property {import('./presenter.js').Presenter} presenter
 * @property {import('../access/roving-focus.js').RovingFocus} focus
 * @property {import('../selection/selecting.js').Selecting} selecting
 * @property {import('../reorder/reordering.js').Reordering} reordering
 * @property {import('../reorder/change-history.js').ChangeHistory} history
 * @property {import('../cells/cell-actions.js').CellActions} actions
 * @property {(event: KeyboardEvent, cell: import('../model/cell-store.js').Cell | undefined) => boolean} markByKey whether a key marks
 * @property {import('../albums/album-actions.js').AlbumActions} albums
 * @property {() => void} compare compares what is selected
 * @property {import('../scroll/navigation.js').Navigation} navigation
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {(event: Event) => boolean} dispatch tells the page around the grid; `false`: it does not want what follows
 * @property {(cell: import('../model/cell-store.js').Cell) => void} open shows an item's picture large
 * @property {() => boolean} canMove whether the collection can be put in order
 * @property {() => boolean} mayChange whether the reader may change anything at all
 * @property {() => void} refresh
 */

/**
 * A key was pressed.
 * @param {KeyboardEvent} event
 * @param {() => void} compare
 * @returns {boolean} whether it compares
 */
function compareKey(event, compare) {
  if (letterOf(event) !== 'c' || event.ctrlKey || event.metaKey) return false;
  compare();
  return true;
}

export class SessionInput {
  #drag;
  #keyboard;
  #reordering;
  #selecting;

  /** @param {SessionInputContext} context */
  constructor(context) {
    const { parts, presenter, focus, selecting, reordering, history, actions, markByKey, albums, compare, navigation, speech, strings, canMove, mayChange, open, dispatch } = context;
    const { surface } = presenter;
    this.#reordering = reordering;
    this.#selecting = selecting;
    this.#drag = new PointerDrag(parts.scroller, parts.ghosts, surface, reordering, {
      dragNode: (target) => actions.nodeOf(target),
      dragIsAllowed: canMove,
      dragGroup: (node) => node.cell && selecting.groupOf(node.cell),
      dragHeld: (node) => actions.openMenu(node),
      dragClicked: (node) => node.cell && focus.set(node.cell, false),
      dragBegan: (node, x) => albums.carry(node.cell && selecting.groupOf(node.cell) ? undefined : node.cell, x),
      dragIsOver: (x, y) => albums.isOver(x, y),
      dragTakes: () => albums.take(),
      dragEnded: () => albums.uncarry(),
      dragTapped: (node, event) => {
        const { cell } = node;
        if (cell && dispatch(new ItemEvent('itemclick', cell, event)) && !selecting.tapped(node, event)) open(cell);
      },
    });
    parts.cells.addEventListener('focusin', (event) => {
      const cell = actions.nodeOf(event.target)?.cell;
      if (cell) focus.adopt(cell);
    });
    this.#keyboard = new Keyboard(parts.frame, presenter, focus, reordering, {
      keyboardCanMove: () => {
        if (!canMove()) speech.warn(strings.notMovable);
        return canMove();
      },
      keyboardRefresh: context.refresh,
      keyboardGoTo: () => navigation.goTo(),
      keyboardOpen: open,
      keyboardMenu: (cell) => actions.openMenu(surface.node(cell.id)),
      keyboardSelect: (event, cell) => selecting.key(event, cell) || markByKey(event, cell) || albums.key(event, cell) || compareKey(event, compare) || (navigation.folding?.key(event, cell) ?? false),
      keyboardExtend: (from, to) => selecting.extend(from, to),
      keyboardHistory: (way) => mayChange() && history.go(way),
      keyboardEscape: () => this.#escape(),
    });
  }

  /**
   * @param {KeyboardEvent} event a key that was pressed where nothing has the focus
   * @returns {boolean} whether it was handled
   */
  takeKey(event) { return this.#keyboard.take(event); }

  get isDragging() { return this.#drag.isActive; }

  /**
   * Called in every frame.
   * @param {number} now
   */
  frame(now) { this.#drag.frame(now); }

  /** Cancels a drag by hand. */
  cancelDrag() {
    if (this.#drag.isActive) this.#drag.cancel();
  }

  /**
   * Cancels a drag; without one, clears the selection.
   * @returns {boolean} whether there was either
   */
  #escape() {
    if (this.#drag.isActive) this.#drag.cancel();
    else if (this.#reordering.isActive) this.#reordering.cancel();
    else return this.#selecting.clear();
    return true;
  }
}
