// @ts-check
// One collection on screen: its nodes, what draws it, and what handles user input. Another collection is another session.

import { AccessibleRows } from '../access/accessible-rows.js';
import { call, collectionPath } from '../server/api.js';
import { CellActions } from '../cells/cell-actions.js';
import { ChangeHistory } from '../reorder/change-history.js';
import { configureFace } from '../cells/cell-face.js';
import { ListColumns } from '../cells/list-columns.js';
import { PictureView } from '../picture/picture-view.js';
import { Presenter } from './presenter.js';
import { RefreshControl } from './refresh-control.js';
import { Reordering } from '../reorder/reordering.js';
import { RovingFocus } from '../access/roving-focus.js';
import { Selecting } from '../selection/selecting.js';
import { Navigation } from '../scroll/navigation.js';
import { SessionInput } from './session-input.js';
import { SessionLayout } from './session-layout.js';
import { SessionStatus } from './session-status.js';
import { makeSkeleton } from './skeleton.js';
import { Speech } from '../access/speech.js';

/**
 * @typedef {import('../model/cell-store.js').Cell} Cell
 * @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription
 * @typedef {{state: 'loading'|'ready'|'empty'|'failed', reason?: import('../server/wire.js').Reason}} GridState
 * @typedef {{place?: import('../scroll/navigation.js').Place, selection?: import('../selection/selection.js').SelectedRanges}} RestorableState
 *   what shows the same again: the item at the top of the view, unless that is the very top, and what is selected
 * @typedef {object} SessionDelegate
 * @property {(state: GridState) => void} sessionState
 * @property {(isRunning: boolean) => void} sessionRefresh
 * @property {(way: 1 | -1) => void} sessionResize the viewer wants larger or smaller cells
 * @property {(from: import('../scroll/navigation.js').Place | undefined) => void} sessionJumped the view moved far from a place
 * @property {(cell: Cell | undefined) => void} sessionPicture another picture is shown large, or none
 */

export class GridSession {
  #description;
  #strings;
  #delegate;
  #parts;
  #speech;
  #rows;
  /** @type {RefreshControl} */
  #refresh;
  #focus;
  #reordering;
  /** @type {Selecting} */
  #selecting;
  /** @type {ListColumns} */
  #columns;
  /** @type {Navigation} */
  #navigation;
  /** @type {SessionInput} */
  #input;
  #status;
  #layout;
  /** What is to be shown first, until it is. */
  #restored;

  /**
   * @param {ShadowRoot} root
   * @param {CollectionDescription} description
   * @param {import('./session-layout.js').Wish} wish
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {SessionDelegate} delegate
   * @param {RestorableState} [restored]
   */
  constructor(root, description, wish, strings, delegate, restored) {
    this.#description = description;
    this.#strings = strings;
    this.#delegate = delegate;
    this.#restored = restored;
    const parts = (this.#parts = makeSkeleton(root, strings));
    const collection = description.id;
    const hasHandles = this.#canMove && matchMedia('(pointer: coarse)').matches;
    parts.frame.classList.toggle('handles', hasHandles);
    this.#speech = new Speech(parts.live, parts.toast, () => this.#focus.take());
    this.#status = new SessionStatus(parts, this.#speech, strings);
    this.presenter = new Presenter(collection, parts, {
      presenterState: (state) => this.#state(state),
      presenterConnection: (isLost) => {
        if (isLost) this.#refresh.lost();
        this.#status.connection(isLost);
      },
      presenterRefresh: (event) => this.#refresh.receive(event),
      presenterConfigure: (node, cell) => this.#configure(node, cell),
      presenterFrame: (now) => {
        this.#input.frame(now);
        this.#selecting.frame(now);
        this.#navigation.frame();
      },
      presenterSettled: () => {
        this.#rows.update([...surface.nodes], this.presenter.store.version);
        this.#navigation.settled();
        if (this.#layout.kind === 'list') this.#columns.settled();
      },
      presenterTransition: (patches, isReset) => this.#changed(patches, isReset),
    }, strings.count);
    this.#layout = new SessionLayout(parts, this.presenter, description, wish);
    const surface = this.presenter.surface;
    this.#rows = new AccessibleRows(parts.rows);
    this.#columns = new ListColumns(collection, this.presenter, strings);
    this.#focus = new RovingFocus(this.presenter);
    const history = new ChangeHistory(collection, this.presenter, this.#speech, strings);
    this.#selecting = new Selecting({
      parts, description, presenter: this.presenter, focus: this.#focus, speech: this.#speech, history, strings, hasHandles,
    });
    const actions = new CellActions(parts, description, this.presenter, this.#speech, strings, {
      open: (cell) => this.picture.open(cell),
      select: (cell) => this.#selecting.toggle(cell),
      focus: (id) => this.#focus.take(id),
      move: (cell) => {
        this.#focus.set(cell, false);
        this.#selecting.moveTo();
      },
    });
    this.picture = new PictureView(
      parts.frame, description, this.presenter, this.#focus, strings, { pictureShown: delegate.sessionPicture });
    this.#reordering = new Reordering({
      presenter: this.presenter, collection, layout: () => this.layout, host: parts.frame, speech: this.#speech, strings,
      selecting: this.#selecting, history,
    });
    this.#navigation = new Navigation({
      parts, collection, presenter: this.presenter, focus: this.#focus, strings,
      resize: delegate.sessionResize, jumped: delegate.sessionJumped,
    });
    this.#input = new SessionInput({
      parts, presenter: this.presenter, picture: this.picture, focus: this.#focus, selecting: this.#selecting,
      reordering: this.#reordering, history, actions, navigation: this.#navigation, speech: this.#speech, strings,
      canMove: () => this.#canMove, refresh: () => this.refresh(),
    });
    this.#refresh = new RefreshControl(parts.scroller, parts.pull, collection, this.#speech, strings, {
      refreshCanPull: () => surface.offset <= 0 && !this.#input.isDragging && description.capabilities?.refresh !== false,
      refreshChanged: (isRunning) => delegate.sessionRefresh(isRunning),
    });
    const selection = restored?.selection;
    if (selection) this.presenter.afterDraw(() => this.#selecting.selection.restore(selection));
    this.presenter.open(this.#layout.form, restored?.place, this.#layout.cellsInView);
  }

  /** The layout's arithmetic, where it is columns. */
  get layout() { return this.#layout.metrics; }
  /** The item at the top of the view. */
  get place() { return this.#navigation.place; }
  /** @returns {RestorableState} */
  get restorableState() {
    // Nothing has been shown yet.
    if (this.#restored) return this.#restored;
    const { surface } = this.presenter;
    return { place: surface.offset > 0 ? this.place : undefined, selection: this.#selecting.selection.restorable };
  }
  get isRefreshing() { return this.#refresh.isRunning; }
  /** The view's own size changed. */
  resize() { this.#layout.update(); }

  /** @param {import('./session-layout.js').Wish} wish */
  change(wish) { this.#layout.change(wish); }

  /** @param {import('../scroll/trace-recorder.js').TraceRecorder | undefined} recorder */
  record(recorder) { this.presenter.surface.recorder = recorder; }

  async refresh() {
    if (this.#description.capabilities?.refresh !== false) await this.#refresh.start();
  }

  /** Gives the focus to the cell that had it last, or to the first in view. */
  focus() { this.#focus.take(); }

  /** @param {boolean} isAway the page was left, and may be returned to: it fetches no picture meanwhile */
  leave(isAway) {
    this.presenter.surface.pausePictures('away', isAway);
    this.picture.pause(isAway);
  }

  /** The window lost the focus: its end would not be noticed. */
  cancelDrag() { this.#input.cancelDrag(); }

  /**
   * Goes to an item, wherever it is.
   * @param {string} id
   * @param {boolean} opens shows its picture large
   * @param {number} [viewY] where its top shall be in the view; without it, it gets the focus too
   * @returns {Promise<boolean>} whether there is such an item
   */
  async show(id, opens, viewY) {
    const found = await this.#navigation.show(id, viewY);
    if (opens && found.cell) this.picture.open(found.cell);
    return found.exists;
  }

  close() {
    this.#status.close();
    this.#columns.close();
    this.#reordering.cancel();
    this.picture.remove();
    this.presenter.close();
    this.#parts.frame.remove();
  }

  /**
   * @param {import('../cells/cell-pool.js').CellNode} node
   * @param {Cell} cell
   */
  #configure(node, cell) {
    configureFace(node, cell, this.#strings, this.layout, this.presenter.surface.width);
    this.#columns.configure(node, cell, this.#layout.kind === 'list');
    this.#focus.configure(node, cell);
    this.#selecting.configure(node, cell);
  }

  /**
   * @param {import('../model/patch.js').Patch[]} patches
   * @param {boolean} isReset
   */
  #changed(patches, isReset) {
    this.#restored = undefined;
    if (isReset || patches.some((patch) => patch.insertSections || patch.deleteSections)) this.#describe();
    this.#rows.reset();
    this.#focus.restore();
    this.#selecting.rebase(patches, isReset);
    this.#reordering.rebase(patches);
    const { store, surface } = this.presenter;
    this.#rows.describe(this.layout, this.#description.sectionCount ?? 1, store, surface.width);
  }

  /** Sections were inserted or deleted: the layout may need headers now. */
  async #describe() {
    try {
      this.#description = await call('GET', collectionPath(this.#description.id));
      if (this.#description.open === false) return;
      this.#layout.describe(this.#description);
      if (this.#description.itemCount === 0) this.#state({ state: 'empty' });
    } catch {
      // A lost connection is shown elsewhere.
    }
  }

  /** @param {GridState} state */
  #state(state) {
    // The source is being read for the first time.
    if (state.state === 'empty' && this.#description.open === false) state = { state: 'loading' };
    this.#status.show(state, this.#description.skipped);
    this.#delegate.sessionState(state);
  }

  get #canMove() { return this.#description.capabilities?.move !== false; }
}
