// @ts-check
// What keys and buttons do with albums. What it takes is loaded when it is wanted (`album-editing.js`).

import { letterOf } from '../access/letter-key.js';
import { may } from '../element/session-description.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('./album-editing.js').AlbumEditing} AlbumEditing */

/**
 * @typedef {object} AlbumContext
 * @property {import('../element/skeleton.js').Skeleton} parts
 * @property {import('../server/wire.js').CollectionDescription} description
 * @property {import('../element/presenter.js').Presenter} presenter
 * @property {import('../access/roving-focus.js').RovingFocus} focus
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../reorder/change-history.js').ChangeHistory} history
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {import('../features/lazy-features.js').LazyFeatures} features
 * @property {(event: Event) => boolean} dispatch tells the page around the grid
 */

export class AlbumActions {
  #context;
  #selection;
  /** @type {AlbumEditing | undefined} */
  #editing;
  /** @type {{cell: Cell | undefined} | undefined} what a hand carries */
  #carried;
  /** @type {import('./album-strip.js').AlbumStrip | undefined} */
  #strip;

  /**
   * @param {AlbumContext} context
   * @param {import('../selection/selection.js').Selection} selection
   */
  constructor(context, selection) {
    this.#context = context;
    this.#selection = selection;
    // The sections of an album have menus.
    if (context.description.album) context.features.whenLoaded(() => this.use(() => {}));
  }

  /**
   * A key was pressed.
   * @param {KeyboardEvent} event
   * @param {Cell | undefined} cell the focused one
   * @returns {boolean} whether it is one of these
   */
  key(event, cell) {
    if (!may(this.#context.description, 'albums') || event.ctrlKey || event.metaKey || (!cell && this.#selection.isEmpty)) return false;
    const meant = this.#selection.isEmpty ? cell : undefined;
    if (letterOf(event) === 'a' && !event.shiftKey) this.use((editing) => editing.add(meant));
    else if (this.#context.description.album && event.key === 'Delete') this.use((editing) => editing.remove(meant));
    else return false;
    return true;
  }

  /**
   * Asks what to do with what is selected.
   * @param {HTMLElement} button that was pressed
   */
  open(button) { this.use((editing) => editing.open(button)); }

  /**
   * An item was picked up by hand: the albums appear beside it.
   * @param {Cell | undefined} cell `undefined`: what is selected
   * @param {number} x of the pointer in the window
   */
  carry(cell, x) {
    if (!may(this.#context.description, 'albums')) return;
    const carried = (this.#carried = { cell });
    if (cell?.item?.kind === 'gone') return;
    this.use((editing) => editing.strip(x).then((strip) => {
      // It may have been dropped meanwhile.
      if (this.#carried === carried) this.#strip = strip;
      else strip.close();
    }, () => {}));
  }

  /**
   * Whether the pointer that carries it is over the albums.
   * @param {number} x in the window
   * @param {number} y in the window
   */
  isOver(x, y) { return this.#strip?.over(x, y) ?? false; }

  /**
   * It was dropped: the album under the pointer takes it.
   * @returns {DOMRect | undefined} where that album is; `undefined`: none is there
   */
  take() {
    const target = this.#strip?.target;
    const cell = this.#carried?.cell;
    if (target) this.use((editing) => (target.album ? editing.addTo(target.album, cell) : editing.add(cell)));
    return target?.node.getBoundingClientRect();
  }

  /** It is in no hand any more: the albums go. */
  uncarry() {
    this.#strip?.close();
    this.#strip = this.#carried = undefined;
  }

  /** @param {(editing: AlbumEditing) => void} work done at once where the features are loaded */
  use(work) {
    this.#context.features.use(({ AlbumEditing }) => work((this.#editing ??= new AlbumEditing(this.#context, this.#selection))));
  }
}
