// @ts-check
// What a program may ask a grid to do with the collection that it shows, and what it may know of it.

import { selectedItems, selectItems } from '../selection/selected-items.js';
import { ElementAttributes } from './element-attributes.js';
import { expectThat, isList } from './program-error.js';

export class ElementView extends ElementAttributes {
  /**
   * For the grid's own modules, not for pages around it.
   * @internal
   * @type {import('./grid-session.js').GridSession | undefined}
   */
  session;

  /**
   * Gives the focus to the cell that had it last, or to the first in view.
   * @param {FocusOptions} [options]
   */
  focus(options) {
    if (this.session) this.session.focus();
    else super.focus(options);
  }

  /**
   * Makes the sort of the query the collection's own order, for everybody; says so, and offers to undo it.
   * @returns {Promise<boolean>} whether the collection has that order now
   */
  async makeOwnOrder() {
    await this.session?.features.get();
    return (await this.session?.editing.ownOrder?.make()) ?? false;
  }

  /** Reverts the newest change of the collection, says so, and shows where it was. */
  async undo() { await this.session?.editing.history.go('undo'); }

  /** Makes the change that was reverted last once more. */
  async redo() { await this.session?.editing.history.go('redo'); }

  /**
   * Speaks a sentence and shows it for some seconds.
   * @param {string} sentence
   * @param {import('../access/speech.js').Offer} [offer] a button for what can be done about it
   */
  notify(sentence, offer) { this.session?.speech.notify(sentence, offer); }

  /** How many items the collection, or the result of the query, has. */
  get itemCount() { return this.session?.presenter.store.itemCount ?? 0; }
  /** Whether the source is being read. */
  get isRefreshing() { return this.session?.isRefreshing ?? false; }
  /**
   * The server's name for this view; `undefined` while there is none.
   * @returns {string | undefined}
   */
  get viewer() { return this.session?.presenter.viewer; }
  /**
   * Cells in view, and how many of them wait for their picture.
   * @internal
   */
  get blanks() { return this.session?.presenter.surface.blanks ?? { cells: 0, blank: 0 }; }
  /** Whether all that is in view is drawn and no request is under way. */
  get isIdle() { return (this.session?.presenter.isIdle && this.session.picture.isIdle && (this.session.editing.comparing?.isIdle ?? true)) ?? false; }
  /** Top of the view in content px. The scroller's own position differs where the content is taller than an element may be. */
  get offset() { return this.session?.presenter.surface.offset ?? 0; }
  set offset(offset) {
    expectThat(typeof offset === 'number', 'offset is a number of px');
    expectThat(!Number.isNaN(offset), 'offset is a number of px', RangeError);
    this.session?.presenter.surface.jump(Math.max(0, Math.min(offset, this.contentHeight)));
  }
  /** The height of everything, in px. */
  get contentHeight() { return this.session?.presenter.store.contentSize[1] ?? 0; }

  /**
   * Scrolls by a distance, as the viewer does: the server predicts from it.
   * @internal
   * @param {number} delta in px
   */
  nudge(delta) { this.session?.presenter.surface.nudge(delta); }

  /**
   * Shows the same place as another grid of the same shape, with the same motion.
   * @internal
   * @param {ElementView} other
   */
  follow(other) {
    const surface = other.session?.presenter.surface;
    if (surface) this.session?.presenter.surface.follow(surface);
  }

  /** Reads the collection's source again. Does nothing while a refresh is running. */
  async refresh() { await this.session?.refresh(); }

  /**
   * Goes to an item by its flat index; to the last one where there are fewer.
   * @param {number} index
   */
  scrollToItem(index) {
    expectThat(typeof index === 'number', 'scrollToItem takes a flat index; showItem takes an identifier');
    expectThat(Number.isInteger(index) && index >= 0, `scrollToItem takes a whole number from 0, not ${index}`, RangeError);
    const last = this.itemCount - 1;
    if (this.session && last >= 0) this.session.presenter.seek(Math.min(index, last), this.session.layout.headerHeight + 4);
  }

  /** Opens the outline, which lists all sections with their numbers of items, and goes where the reader chooses. */
  async openOutline() { await this.session?.goTo(); }

  /** The item whose picture is shown large. */
  get openItem() { return this.session?.picture.cell?.id; }

  /**
   * Goes to an item, wherever it is.
   * @param {string} id
   * @param {boolean} [opens] shows its picture large
   * @param {number} [viewY] where its top shall be in the view
   * @returns {Promise<boolean>} whether there is such an item
   */
  async showItem(id, opens = false, viewY = undefined) {
    expectThat(typeof id === 'string', 'showItem takes an identifier; scrollToItem takes a flat index');
    return (await this.session?.show(id, opens, viewY)) ?? false;
  }

  /** Returns from the large picture to its cell. */
  closePicture() { return this.session?.picture.close(); }

  /**
   * What is selected, as flat indices of a version: a selection may have millions of items.
   * @returns {{count: number, version: number, ranges: number[][]}}
   */
  get selection() {
    const selection = this.session?.editing.selecting.selection;
    return selection ? { count: selection.count, ...selection.wire } : { count: 0, version: 0, ranges: [] };
  }

  /**
   * Selects items instead of those that are selected.
   * @param {string[]} ids those that the collection does not have are left out
   */
  async select(ids) {
    expectThat(isList(ids), 'select takes a list of identifiers');
    if (this.session) await selectItems(this.session, ids);
  }

  /** Selects all items, loaded or not. */
  selectAll() { this.session?.editing.selecting.selection.all(); }

  /** Selects nothing. */
  clearSelection() { this.session?.editing.selecting.selection.clear(); }

  /**
   * The selected items, read from the server.
   * @param {number} [limit] the first so many
   * @returns {Promise<import('../server/wire.js').Item[]>} in the order that is shown
   */
  async selectedItems(limit = 1000) { return this.session ? selectedItems(this.session, limit) : []; }
}
