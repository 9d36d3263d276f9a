// @ts-check
// One collection on screen: its nodes, what draws it, and what handles user input. Another collection is another session.

import { AccessibleRows } from '../access/accessible-rows.js';
import { call, collectionPath } from '../server/api.js';
import { CellActions } from '../cells/cell-actions.js';
import { ChangeHistory } from '../reorder/change-history.js';
import { configureFace, showHandle } from '../cells/cell-face.js';
import { Keyboard } from '../access/keyboard.js';
import { PictureView } from '../picture/picture-view.js';
import { PointerDrag } from '../reorder/pointer-drag.js';
import { Presenter } from './presenter.js';
import { RefreshControl } from './refresh-control.js';
import { Reordering } from '../reorder/reordering.js';
import { RovingFocus } from '../access/roving-focus.js';
import { Selecting } from '../selection/selecting.js';
import { Navigation } from '../scroll/navigation.js';
import { SessionLayout } from './session-layout.js';
import { SessionStatus } from './session-status.js';
import { makeSkeleton } from './skeleton.js';
import { Speech } from '../access/speech.js';

/**
 * @typedef {import('../model/cell-store.js').Cell} Cell
 * @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription
 * @typedef {{state: 'loading'|'ready'|'empty'|'failed', reason?: import('../server/wire.js').Reason}} GridState
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
  /** @type {Navigation} */
  #navigation;
  /** @type {PointerDrag} */
  #drag;
  #hasHandles;
  #status;
  #layout;

  /**
   * @param {ShadowRoot} root
   * @param {CollectionDescription} description
   * @param {import('./session-layout.js').Wish} wish
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {SessionDelegate} delegate
   */
  constructor(root, description, wish, strings, delegate) {
    this.#description = description;
    this.#strings = strings;
    this.#delegate = delegate;
    const parts = (this.#parts = makeSkeleton(root, strings));
    const collection = description.id;
    this.#hasHandles = this.#canMove && matchMedia('(pointer: coarse)').matches;
    parts.frame.classList.toggle('handles', this.#hasHandles);
    this.#speech = new Speech(parts.live, parts.toast);
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
        this.#drag.frame(now);
        this.#selecting.frame(now);
        this.#navigation.frame();
      },
      presenterSettled: () => {
        this.#rows.update([...surface.nodes], this.presenter.store.version);
        this.#navigation.settled();
      },
      presenterTransition: (patches, isReset) => this.#changed(patches, isReset),
    }, strings.count);
    this.#layout = new SessionLayout(parts, this.presenter, description, wish);
    const surface = this.presenter.surface;
    this.#rows = new AccessibleRows(parts.rows);
    this.#focus = new RovingFocus(this.presenter);
    this.#selecting = new Selecting({ parts, description, presenter: this.presenter, focus: this.#focus, speech: this.#speech, strings });
    const actions = new CellActions(parts, description, this.presenter, this.#speech, strings, {
      select: (cell) => this.#selecting.toggle(cell),
      move: (cell) => {
        this.#focus.set(cell, false);
        this.#selecting.moveTo();
      },
    });
    this.picture = new PictureView(
      parts.frame, description, this.presenter, this.#focus, strings, { pictureShown: delegate.sessionPicture });
    this.#reordering = new Reordering({
      presenter: this.presenter, collection, layout: () => this.layout, host: parts.frame, speech: this.#speech, strings,
      selecting: this.#selecting,
    });
    this.#drag = new PointerDrag(parts.scroller, parts.ghosts, surface, this.#reordering, {
      dragNode: (target) => actions.nodeOf(target),
      dragIsAllowed: () => this.#canMove,
      dragGroup: (node) => node.cell && this.#selecting.groupOf(node.cell),
      dragHeld: (node) => actions.openMenu(node),
      dragHandled: (node, event) => !this.#selecting.tapped(node, event) && actions.openMenu(node),
      dragClicked: (node) => node.cell && this.#focus.set(node.cell, false),
      dragTapped: (node, event) => node.cell && !this.#selecting.tapped(node, event) && this.picture.open(node.cell),
    });
    parts.cells.addEventListener('focusin', (event) => {
      const cell = actions.nodeOf(event.target)?.cell;
      if (cell) this.#focus.adopt(cell);
    });
    this.#navigation = new Navigation({
      parts, collection, presenter: this.presenter, focus: this.#focus, strings,
      resize: delegate.sessionResize, jumped: delegate.sessionJumped,
    });
    const history = new ChangeHistory(collection, this.presenter, this.#speech, strings);
    new Keyboard(parts.frame, this.presenter, this.#focus, this.#reordering, {
      keyboardCanMove: () => {
        if (!this.#canMove) this.#speech.warn(strings.notMovable);
        return this.#canMove;
      },
      keyboardRefresh: () => this.refresh(),
      keyboardGoTo: () => this.#navigation.goTo(),
      keyboardOpen: (cell) => this.picture.open(cell),
      keyboardMenu: (cell) => actions.openMenu(surface.node(cell.id)),
      keyboardSelect: (event, cell) => this.#selecting.key(event, cell),
      keyboardExtend: (from, to) => this.#selecting.extend(from, to),
      keyboardHistory: (way) => history.go(way),
      keyboardEscape: () => this.#escape(),
    });
    this.#refresh = new RefreshControl(parts.scroller, parts.pull, collection, this.#speech, strings, {
      refreshCanPull: () => surface.offset <= 0 && !this.#drag.isActive && description.capabilities?.refresh !== false,
      refreshChanged: (isRunning) => delegate.sessionRefresh(isRunning),
    });
    this.presenter.open(this.#layout.form);
  }

  /** The layout's arithmetic, where it is columns. */
  get layout() { return this.#layout.metrics; }
  /** The item at the top of the view. */
  get place() { return this.#navigation.place; }
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

  /** The window lost the focus: its end would not be noticed. */
  cancelDrag() {
    if (this.#drag.isActive) this.#drag.cancel();
  }

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
    if (this.#hasHandles) showHandle(node, cell, this.#layout.kind === 'list');
    this.#focus.configure(node, cell);
    this.#selecting.configure(node, cell);
  }

  /**
   * @param {import('../model/patch.js').Patch[]} patches
   * @param {boolean} isReset
   */
  #changed(patches, isReset) {
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
    this.#status.show(state);
    this.#delegate.sessionState(state);
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

  get #canMove() { return this.#description.capabilities?.move !== false; }
}
