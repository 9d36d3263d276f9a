// @ts-check
// The features of one session: made for its collection, and asked for what they add to its keys, menus, bar and large pictures.

import { keyLabel, takenTwice } from '../access/key-choices.js';
import { CellMenu } from '../cells/cell-menu.js';
import { ItemMenuEvent } from '../grid-events.js';
import { inputKeys } from '../element/session-input.js';
import { isBundled } from '../file-address.js';
import { SelectionBar } from '../selection/selection-bar.js';

/**
 * @typedef {import('../model/cell-store.js').Cell} Cell
 * @typedef {import('../cells/cell-menu.js').MenuEntry} MenuEntry
 * @typedef {import('../access/keys.js').Place} Place
 * @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription
 */

/**
 * @typedef {import('../element/session-editing.js').SessionContext & {
 *   history: import('../reorder/change-history.js').ChangeHistory,
 *   selecting: import('../selection/selecting.js').Selecting,
 *   place: Place,
 *   keys: import('../access/keys.js').KeyTable,
 *   ownOrder: import('../query/own-order.js').OwnOrder,
 * }} EditingContext
 */

/**
 * @typedef {EditingContext & {
 *   menu: CellMenu,
 *   added: SessionFeatures,
 *   now: (cell: Cell, act: (cell: Cell) => void) => () => void,
 * }} FeatureContext what features work with. `now` acts on an item as it is then: while a menu is open, it may come to another place, or go
 */

/**
 * @typedef {object} Feature one thing that people do: a value in the list of features, which knows none of the others
 * @property {(context: FeatureContext) => Part} make
 * @property {import('../access/keys.js').Key[]} [keys] their owner is the part that `make` returns
 * @property {(description: CollectionDescription) => boolean} [isOffered] `false`: the collection, or its page, has no use for it
 */

/**
 * @typedef {object} Part what a feature adds to a session
 * @property {(cell: Cell) => MenuEntry[]} [menu] entries in the menu of an item
 * @property {() => MenuEntry[]} [selected] entries in the menu of marks of what is selected
 * @property {() => Promise<MenuEntry | undefined>} [lateEntry] one at the end of that menu, once it is known
 * @property {import('../selection/selection-bar.js').BarAction} [bar] a button in the bar of the selection
 * @property {(place: Place, host: ControlsHost) => (cell: Cell) => void} [controls] adds to a large picture; returns what shows them for an item
 * @property {(place: any, cell: Cell) => MenuEntry[]} [large] entries in the menu at a large picture
 * @property {DropTarget} [target] appears beside an item that is dragged
 * @property {() => void} [frame] called in every frame
 * @property {(isPaused: boolean) => void} [pause] while paused, it fetches no picture
 * @property {boolean} [isIdle] whether it waits for nothing
 * @property {() => void} [remove] the grid itself is removed
 * @property {object} [owner] gets its keys, in the place of the part itself
 */

/**
 * @typedef {object} ControlsHost the parts of a large picture that features fill
 * @property {HTMLElement} foot below the picture; hidden unless a feature shows it
 * @property {(sign: string, words: string, className: string) => HTMLButtonElement} [addSign] adds a button to the bar above it
 * @property {AbortSignal} [removed] aborted when they are removed
 */

/**
 * @typedef {object} DropTarget
 * @property {(cell: Cell | undefined, x: number) => void} show an item was picked up by hand: `undefined` for what is selected; `x` of the
 *   pointer in the window
 * @property {(x: number, y: number) => boolean} isOver whether the pointer is over it
 * @property {() => DOMRect | undefined} take it was dropped: returns where, if the target takes it
 * @property {() => void} hide it is in no hand any more
 */

export class SessionFeatures {
  #context;
  /** @type {Part[]} */
  #parts = [];

  /**
   * @param {Feature[]} features
   * @param {EditingContext} editing
   */
  constructor(features, editing) {
    const { parts, description, focus, strings, presenter, selecting, keys } = editing;
    /** @type {FeatureContext} */
    const context = (this.#context = {
      ...editing, menu: new CellMenu(parts.frame, (id) => focus.take(id), (name) => keyLabel(keys, name)), added: this,
      now: (/** @type {Cell} */ cell, /** @type {(cell: Cell) => void} */ act) => () => {
        const shown = presenter.store.cells.get(cell.id);
        if (shown) act(shown);
      },
    });
    for (const { keys: own = [], make, isOffered = () => true } of features) {
      if (!isOffered(description)) continue;
      const part = make(context);
      this.#parts.push(part);
      keys.add(own, part.owner ?? part);
    }
    keys.isWhole = true;
    const bar = this.#parts.flatMap((part) => part.bar ?? []);
    selecting.showIn(new SelectionBar(parts.frame, strings, bar, { barClear: () => selecting.clear(), barLeft: () => focus.take() }));
    if (isBundled) return;
    for (const taken of takenTwice([...inputKeys, ...features.flatMap((feature) => feature.keys ?? [])])) console.error(`A key is taken twice: ${taken}`);
  }

  get isIdle() { return this.#parts.every((part) => part.isIdle ?? true); }
  get target() { return this.#parts.find((part) => part.target)?.target; }

  /**
   * Opens the menu over a cell.
   * @param {import('../cells/cell-pool.js').CellNode} node
   * @param {{clientX: number, clientY: number}} [point]
   */
  openMenu(node, point) {
    const { parts, strings, menu } = this.#context;
    const cell = /** @type {Cell} */ (node.cell);
    const event = new ItemMenuEvent(cell, this.#parts.flatMap((part) => part.menu?.(cell) ?? []));
    // From the frame it reaches the page around through the shadow root, as the grid's.
    if (!parts.frame.dispatchEvent(event) || !event.entries.length) return;
    menu.open(node, strings.actions(cell.item?.title ?? ''), event.entries, { point });
    const { shown } = menu;
    for (const part of this.#parts) part.lateEntry?.().then((entry) => entry && menu.add(shown, entry));
  }

  /**
   * Adds what features have for a large picture.
   * @param {Place} place
   * @param {ControlsHost} host
   * @returns {(cell: Cell) => void} shows an item in them
   */
  controls(place, host) {
    const shows = this.#parts.flatMap((part) => part.controls?.(place, host) ?? []);
    return (cell) => shows.forEach((show) => show(cell));
  }

  /**
   * What features have for the menu at a large picture.
   * @param {Place} place
   * @param {Cell} cell
   */
  largeEntries(place, cell) { return this.#parts.flatMap((part) => part.large?.(place, cell) ?? []); }

  /** Entries of features in the menu of marks of the selection. */
  selectedEntries() { return this.#parts.flatMap((part) => part.selected?.() ?? []); }

  frame() { for (const part of this.#parts) part.frame?.(); }

  /** @param {boolean} isPaused */
  pause(isPaused) { for (const part of this.#parts) part.pause?.(isPaused); }

  remove() { for (const part of this.#parts) part.remove?.(); }
}
