// @ts-check
// Selecting: check marks, Ctrl, Shift, a frame on empty space, keys.

import { SelectionChangeEvent } from '../grid-events.js';
import { showHandle } from '../cells/cell-face.js';
import { pointIn, setAttribute } from '../dom.js';
import { may } from '../server/capabilities.js';
import { Selection } from './selection.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../cells/cell-pool.js').CellNode} CellNode */

/** Size of a cell's corner in which a click hits its check mark, in px. */
const CHECK_REACH = 40;

/** @typedef {'one' | 'many' | undefined} Choosing how many items a form asks for; `undefined` where it asks for none */

/**
 * @typedef {import('../element/session-editing.js').SessionContext & {
 *   history: () => import('../reorder/change-history.js').ChangeHistory,
 *   ownOrder: () => import('../query/own-order.js').OwnOrder,
 * }} SelectingContext what selecting works with
 */

export class Selecting {
  /** @type {Selection} */
  selection;
  #context;
  /** @type {import('./selection-bar.js').SelectionBar | undefined} comes after the first screen */
  #bar;
  /** @type {import('./marquee.js').Marquee | undefined} */
  #marquee;
  /** @type {import('./selection-move.js').SelectionMove | undefined} */
  #move;

  /** @param {SelectingContext} context */
  constructor(context) {
    const { parts, presenter, speech, strings, choosing } = (this.#context = context);
    parts.frame.classList.toggle('choosing', choosing !== undefined);
    parts.frame.classList.toggle('fixed', !this.isOffered);
    parts.rows.setAttribute('aria-multiselectable', String(this.isOffered && !this.isOne));
    this.selection = new Selection(presenter.order, presenter.store, {
      selectionChanged: () => {
        this.#draw();
        context.dispatch(new SelectionChangeEvent(this.selection.count));
      },
      selectionLost: () => !this.#move?.isRunning && speech.warn(strings.selectionLost),
    });
    context.features.whenLoaded((loaded) => {
      this.#move = new loaded.SelectionMove(context, this.selection);
      this.#marquee = this.#frameOf(loaded);
    });
  }

  get isActive() { return !this.selection.isEmpty; }
  /** Whether at most one item is selected. */
  get isOne() { return this.#context.choosing === 'one'; }
  /** Whether people select. */
  get isOffered() { return may(this.#context.description, 'select'); }

  /**
   * Moves all that is selected to where one of them, alone, would go. Only what is carried lands, and by then this is loaded.
   * @param {string} item
   * @param {() => import('../model/geometry.js').IndexPath} target in the version on screen
   */
  async land(item, target) { return this.#move?.land(item, target); }

  /** Asks where to move what is selected, or the focused item, and moves it there. */
  moveTo() { this.#context.features.use(() => this.#move?.askAndMove()); }

  /** @param {number} now */
  frame(now) { this.#marquee?.frame(now); }

  /** @param {import('./selection-bar.js').SelectionBar} bar shows what can be done with the selection from now on */
  showIn(bar) {
    this.#bar = bar;
    this.#draw();
  }

  /** @param {import('../element/lazy-features.js').Features} loaded */
  #frameOf({ Marquee }) {
    const { parts, presenter } = this.#context;
    return new Marquee(parts.scroller, parts.frame, presenter.surface, presenter.store, {
      marqueeIsEmptySpace: (target) => this.isOffered && !this.isOne && !(target instanceof Element && target.closest('.cell, button')),
      marqueeBegins: (adds) => !adds && this.selection.clear(),
      marqueeHolds: (ranges) => this.selection.frame(ranges),
      marqueeEnds: (wasDrawn) => {
        if (wasDrawn) this.selection.frame(undefined);
        else this.clear();
        if (wasDrawn) this.#say();
      },
    });
  }

  /**
   * A cell was clicked.
   * @param {CellNode} node
   * @param {PointerEvent} event
   * @returns {boolean} whether that changed the selection
   */
  tapped(node, event) {
    const cell = node.cell;
    if (!cell || !this.isOffered) return false;
    if (event.shiftKey && this.selection.hasAnchor && !this.isOne) {
      this.selection.extend(cell.index);
      this.#say();
      return true;
    }
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    const { store, wall } = this.#context.presenter;
    if (store.wall && !adds && !this.#context.choosing && wall?.tapped(cell, event)) return true;
    const isOnCheck = event.pointerType !== 'touch' && isInCorner(node.element, event);
    const isMeant = adds || this.isActive || isOnCheck;
    if (!isMeant && !this.#context.choosing) return false;
    this.toggle(cell);
    return true;
  }

  /** @param {Cell} cell */
  toggle(cell) {
    // Where one is wanted, it takes the place of the one before.
    if (this.isOne && !this.selection.has(cell.index)) this.selection.only(cell.index);
    else this.selection.toggle(cell.index);
    this.#say();
  }

  /**
   * A key was pressed on a cell that, elsewhere, is not the selection's.
   * @param {Cell} cell
   * @returns {boolean} whether items are chosen for a form, and that is what it does
   */
  choose(cell) {
    if (!this.#context.choosing || !this.isOffered) return false;
    this.toggle(cell);
    return true;
  }

  /**
   * @param {() => void} work of a key that selects several items
   * @returns {boolean} whether several can be selected
   */
  byKeys(work) {
    const mayBeMany = this.isOffered && !this.isOne;
    if (mayBeMany) work();
    return mayBeMany;
  }

  /**
   * The focus moved with Shift held.
   * @param {number} from flat index
   * @param {number} to
   */
  extend(from, to) {
    if (this.isOne || !this.isOffered) return;
    this.selection.extend(to, from);
    this.#say();
  }

  all() {
    this.selection.all();
    this.#say();
  }

  /** @returns {boolean} whether anything was selected */
  clear() {
    if (!this.isActive) return false;
    this.selection.clear();
    this.#context.speech.say(this.#context.strings.selectionCleared);
    return true;
  }

  /**
   * A node shows a cell, for the first time or again.
   * @param {CellNode} node
   * @param {Cell} cell
   */
  configure(node, cell) {
    const isSelected = this.selection.has(cell.index);
    if (node.element.classList.contains('selected') !== isSelected) node.element.classList.toggle('selected', isSelected);
    setAttribute(node.element, 'aria-selected', String(isSelected));
    const { hasHandles, parts } = this.#context;
    if (hasHandles || node.handle) showHandle(node, cell, isSelected, parts.frame.dataset.layout === 'list');
  }

  /**
   * The selected items that are carried with a cell, and the nodes of those that are mounted.
   * @param {Cell} cell
   * @returns {{count: number, nodes: CellNode[]} | undefined} `undefined` when it is carried alone
   */
  groupOf(cell) {
    if (this.selection.count < 2 || !this.selection.has(cell.index)) return undefined;
    return {
      count: this.selection.count,
      nodes: [...this.#context.presenter.surface.nodes].filter((node) => node.cell && node.id !== cell.id && this.selection.has(node.cell.index)),
    };
  }

  /**
   * The store holds a new version.
   * @param {import('../model/patch.js').Patch[]} patches
   * @param {boolean} isReset
   * @param {boolean} isOtherOrder
   * @param {number} shift of what is in view, in content px
   */
  rebase(patches, isReset, isOtherOrder, shift) {
    this.selection.rebase(patches, isReset, isOtherOrder);
    if (!this.#marquee?.isActive) return;
    this.selection.keepFar();
    this.#marquee.rebase(shift);
  }

  #say() {
    const { speech, strings } = this.#context;
    speech.say(this.isActive ? strings.selected(this.selection.count) : strings.selectionCleared);
  }

  #draw() {
    const { presenter, parts } = this.#context;
    parts.frame.classList.toggle('selecting', this.isActive);
    this.#bar?.show(this.isOne || !this.isOffered ? 0 : this.selection.count);
    for (const node of presenter.surface.nodes) if (node.cell) this.configure(node, node.cell);
  }
}

/**
 * @param {HTMLElement} cell
 * @param {PointerEvent} event
 */
function isInCorner(cell, event) {
  const { x, y } = pointIn(cell, event);
  const { offsetWidth: width, offsetHeight: height } = cell;
  const isRightToLeft = getComputedStyle(cell).direction === 'rtl';
  return (isRightToLeft ? width - x : x) < Math.min(CHECK_REACH, width / 2.5) && y < Math.min(CHECK_REACH, height);
}
