// @ts-check
// What hands and keys do to a session: they drag, select, open, move the focus, undo.

import { Keyboard } from '../access/keyboard.js';
import { ItemEvent } from '../grid-events.js';
import { PointerDrag } from '../reorder/pointer-drag.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/**
 * @typedef {import('./session-editing.js').SessionContext & {
 *   editing: import('./session-editing.js').SessionEditing,
 *   canMove: () => boolean,
 * }} SessionInputContext whether the collection can be put in order now
 */

/**
 * The keys that work before the features are loaded.
 * @type {import('../access/keys.js').Key<SessionInput>[]}
 */
export const inputKeys = [
  { name: 'focus', keys: 'ArrowLeft ArrowRight ArrowUp ArrowDown PageUp PageDown' },
  { name: 'ends', keys: 'Home End Ctrl+Home Ctrl+End' },
  { name: 'escape', keys: 'Escape' },
  { name: 'open', keys: 'Enter Ctrl+Enter', isOfItem: true, act: (input, { cell }) => cell && input.open(cell) },
  { name: 'look', keys: 'Space', isOfItem: true, act: (input, { cell }, event) => cell && (event.repeat || input.open(cell, true)) },
  { name: 'pickUp', keys: 't', changes: true, isOfItem: true, act: (input, { cell }) => input.pickUp(cell) },
  { name: 'select', keys: 'Ctrl+Space', act: ({ selecting }, { cell }) => cell && !selecting.choose(cell) && selecting.byKeys(() => selecting.toggle(cell)) },
  { name: 'extend', keys: 'Shift+Space', isOfItem: true, act: ({ selecting }, { cell }) => selecting.byKeys(() => cell && selecting.extend(cell.index, cell.index)) },
  { name: 'selectAll', keys: 'Ctrl+a', act: ({ selecting }) => selecting.byKeys(() => selecting.all()) },
  { name: 'menu', keys: 'Shift+F10 ContextMenu', act: (input, { cell }) => cell && input.openMenu(cell) },
  { name: 'refresh', keys: 'r', changes: true, act: (input) => input.refresh() },
];

export class SessionInput {
  #context;
  #drag;
  #keyboard;

  /** @param {SessionInputContext} context */
  constructor(context) {
    this.#context = context;
    const { parts, presenter, focus, editing, features, canMove, dispatch } = context;
    const { actions, selecting, reordering, keys } = editing;
    this.#drag = new PointerDrag(parts.scroller, parts.ghosts, presenter.surface, reordering, {
      dragNode: (target) => actions.nodeOf(target),
      dragIsAllowed: canMove,
      dragGroup: (node) => node.cell && selecting.groupOf(node.cell),
      dragHeld: (node) => actions.openMenu(node),
      dragClicked: (node) => node.cell && focus.set(node.cell, false),
      dragBegan: (node, x) => editing.added?.target?.show(node.cell && selecting.groupOf(node.cell) ? undefined : node.cell, x),
      dragIsOver: (x, y) => editing.added?.target?.isOver(x, y) ?? false,
      dragTakes: () => editing.added?.target?.take(),
      dragEnded: () => editing.added?.target?.hide(),
      dragTapped: (node, event) => {
        const { cell } = node;
        if (cell && dispatch(new ItemEvent('itemclick', cell, event)) && !selecting.tapped(node, event)) context.open(cell);
      },
    });
    parts.cells.addEventListener('focusin', (event) => {
      const cell = actions.nodeOf(event.target)?.cell;
      if (cell) focus.adopt(cell);
    });
    keys.add(inputKeys, this);
    this.#keyboard = new Keyboard(parts.frame, presenter, focus, reordering, keys, {
      keyboardPlace: (cell) => ({ ...editing.place, cell }),
      keyboardEscape: () => this.#escape(),
      keyboardExtend: (from, to) => selecting.extend(from, to),
      keyboardUndo: () => editing.history?.go('undo'),
      keyboardWaits: (again) => features.use(again),
    });
  }

  get selecting() { return this.#context.editing.selecting; }
  get isDragging() { return this.#drag.isActive; }

  /**
   * @param {KeyboardEvent} event a key that was pressed where nothing has the focus
   * @returns {boolean} whether it was handled
   */
  takeKey(event) { return this.#keyboard.take(event); }

  /**
   * Shows an item's picture large; where items are chosen for a form, chooses it.
   * @param {Cell} cell
   * @param {boolean} [isLook] whether Space opens it, which closes it as well
   */
  open(cell, isLook) { if (!this.selecting.choose(cell)) this.#context.open(cell, isLook); }

  /**
   * Picks an item up; where items are chosen for a form, chooses it.
   * @param {Cell | undefined} cell
   */
  pickUp(cell) {
    if (!cell || this.selecting.choose(cell)) return;
    const { canMove, speech, strings } = this.#context;
    if (canMove()) this.#keyboard.pickUp(cell.id);
    else speech.warn(strings.notMovable);
  }

  /** @param {Cell} cell */
  openMenu({ id }) { this.#context.editing.actions.openMenu(this.#context.presenter.surface.node(id)); }

  refresh() { this.#context.refresh(); }

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
    const { selecting, reordering } = this.#context.editing;
    if (this.#drag.isActive) this.#drag.cancel();
    else if (reordering.isActive) reordering.cancel();
    else return selecting.clear();
    return true;
  }
}
