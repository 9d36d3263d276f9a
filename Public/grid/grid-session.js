// @ts-check
// One collection on show: its nodes, what draws it, and the hands that work on it. Another collection is another session.

import { call, collectionPath } from './api.js';
import { configureFace } from './cell-face.js';
import { columnCount, columnWidth, rowTotal } from './column-metrics.js';
import { Keyboard } from './keyboard.js';
import { showMessage } from './message.js';
import { PointerDrag } from './pointer-drag.js';
import { Presenter } from './presenter.js';
import { Rating } from './rating.js';
import { RefreshControl } from './refresh-control.js';
import { Reordering } from './reordering.js';
import { RovingFocus } from './roving-focus.js';
import { makeSkeleton } from './skeleton.js';
import { Speech } from './speech.js';

/** A cut of the line shorter than this is not worth a word. In ms. */
const BANNER_DELAY_MS = 500;
const SPACING = 4;
const HEADER_HEIGHT = 36;

/**
 * @typedef {{state: 'loading'|'ready'|'empty'|'failed', detail?: string}} GridState
 * @typedef {object} SessionDelegate
 * @property {(state: GridState) => void} sessionState
 * @property {(isRunning: boolean) => void} sessionRefresh
 */

export class GridSession {
  #description;
  #wish;
  #strings;
  #delegate;
  #parts;
  #speech;
  #rating;
  #refresh;
  #focus;
  #reordering;
  #drag;
  #bannerTimer = 0;
  /** @type {import('./column-metrics.js').ColumnOptions} */
  layout;

  /**
   * @param {ShadowRoot} root @param {any} description the collection, as the server describes it
   * @param {{kind: string, density: number}} wish @param {import('../strings/strings.js').Strings} strings
   * @param {SessionDelegate} delegate
   */
  constructor(root, description, wish, strings, delegate) {
    this.#description = description;
    this.#wish = wish;
    this.#strings = strings;
    this.#delegate = delegate;
    const parts = (this.#parts = makeSkeleton(root, strings));
    const collection = description.id;
    this.#speech = new Speech(parts.live, parts.toast);
    this.presenter = new Presenter(collection, parts, {
      presenterState: (state, detail) => this.#state({ state, detail }),
      presenterConnection: (isLost) => this.#connection(isLost),
      presenterRefresh: (data) => this.#refresh.event(data),
      presenterConfigure: (node, cell) => this.#configure(node, cell),
      presenterFrame: (now) => this.#drag.frame(now),
      presenterTransition: (patches) => this.#changed(patches),
      presenterSettled: () => {},
    }, strings.count);
    this.layout = this.#choose();
    const surface = this.presenter.surface;
    this.#focus = new RovingFocus(this.presenter);
    this.#reordering = new Reordering({
      presenter: this.presenter, collection, layout: () => this.layout, host: parts.frame, speech: this.#speech, strings,
    });
    this.#drag = new PointerDrag(parts.scroller, parts.ghosts, surface, this.#reordering, {
      dragNode: (target) => this.#nodeOf(target),
      dragIsAllowed: () => description.capabilities?.move !== false,
      dragHeld: (node) => this.#openRating(node),
      dragClicked: (node) => node.cell && this.#focus.set(node.cell, false),
    });
    new Keyboard(parts.frame, this.presenter, this.#focus, this.#reordering, {
      keyboardMayMove: () => this.#mayMove(),
      keyboardRefresh: () => this.refresh(),
      keyboardMenu: (cell) => this.#openRating(surface.nodes.get(cell.id)),
      keyboardEscape: () => (this.#drag.isActive ? this.#drag.cancel() : this.#reordering.cancel()),
    });
    this.#rating = new Rating(parts.frame, collection, strings);
    this.#refresh = new RefreshControl(parts.scroller, parts.pull, collection,
      () => surface.offset <= 0 && !this.#drag.isActive && description.capabilities?.refresh !== false,
      (isRunning, data) => this.#refreshing(isRunning, data));
    parts.stage.addEventListener('contextmenu', (event) => this.#menu(event));
    parts.stage.addEventListener('click', (event) => this.#click(event));
    this.presenter.open(this.layout, parts.scroller.clientWidth, parts.scroller.clientHeight);
  }

  get isRefreshing() { return this.#refresh.isRunning; }
  /** The view's own size changed. */
  resize() { this.#relayout(); }

  /** @param {{kind: string, density: number}} wish */
  change(wish) {
    this.#wish = wish;
    this.#relayout();
  }

  async refresh() {
    if (this.#description.capabilities?.refresh === false) return;
    try {
      await this.#refresh.start();
    } catch (error) {
      this.#speech.warn(this.#strings.refreshFailed(/** @type {Error} */ (error).message));
    }
  }

  /** The window lost the focus: nothing may stay in a hand. */
  letGo() {
    if (this.#drag.isActive) this.#drag.cancel();
  }

  close() {
    clearTimeout(this.#bannerTimer);
    this.#reordering.cancel();
    this.presenter.close();
    this.#parts.frame.remove();
  }

  /** The layout to ask for. Cells of columns are as tall as they are wide. */
  #choose() {
    const isSectioned = (this.#description.sectionCount ?? 1) > 1;
    const options = {
      kind: this.#wish.kind, minColumnWidth: this.#wish.density, cellHeight: 160, spacing: SPACING, inset: SPACING,
      headerHeight: isSectioned ? HEADER_HEIGHT : 0,
    };
    options.cellHeight = Math.max(24, columnWidth(options, this.#parts.scroller.clientWidth));
    return options;
  }

  #relayout() {
    const { clientWidth: width, clientHeight: height } = this.#parts.scroller;
    const { surface } = this.presenter;
    const layout = this.#choose();
    if (width === 0 || height === 0) return;
    if (width === surface.width && height === surface.height && JSON.stringify(layout) === JSON.stringify(this.layout)) return;
    const isOnlyTaller = width === surface.width && JSON.stringify(layout) === JSON.stringify(this.layout);
    this.layout = layout;
    if (isOnlyTaller) {
      surface.resize(width, height);
      surface.requestFrame();
    } else this.presenter.change(layout, width, height);
  }

  /** @param {import('./cell-pool.js').CellNode} node @param {import('./cell-store.js').Cell} cell */
  #configure(node, cell) {
    configureFace(node, cell, this.#strings, this.layout, this.presenter.surface.width);
    this.#focus.configure(node, cell);
  }

  /** @param {any[]} patches */
  #changed(patches) {
    this.#focus.restore();
    this.#reordering.rebase(patches);
    const { store, surface } = this.presenter;
    const isColumns = this.layout.kind === 'column';
    const rows = isColumns ? rowTotal(this.layout, this.#description.sectionCount, store.contentSize[1]) : store.itemCount;
    const columns = isColumns ? columnCount(this.layout, surface.width) : 1;
    this.#parts.stage.setAttribute('aria-rowcount', String(rows));
    this.#parts.stage.setAttribute('aria-colcount', String(columns));
  }

  /** @param {GridState} state */
  #state(state) {
    this.#parts.frame.dataset.state = state.state;
    showMessage(this.#parts.message, state, this.#strings);
    this.#delegate.sessionState(state);
  }

  /** @param {boolean} isLost */
  #connection(isLost) {
    const { banner } = this.#parts;
    clearTimeout(this.#bannerTimer);
    if (isLost) {
      this.#refresh.lost();
      this.#bannerTimer = window.setTimeout(() => {
        banner.textContent = this.#strings.connectionLost;
        banner.classList.add('shown');
      }, BANNER_DELAY_MS);
    } else if (banner.classList.contains('shown')) {
      banner.classList.remove('shown');
      banner.textContent = '';
      this.#speech.say(this.#strings.connectionBack);
    }
  }

  /** @param {boolean} isRunning @param {any} [data] */
  #refreshing(isRunning, data) {
    if (data?.phase === 'ended') {
      if (data.error) this.#speech.warn(this.#strings.refreshFailed(data.error));
      else this.#speech.say(this.#strings.refreshed);
    }
    this.#delegate.sessionRefresh(isRunning);
  }

  #mayMove() {
    const mayMove = this.#description.capabilities?.move !== false;
    if (!mayMove) this.#speech.warn(this.#strings.notMovable);
    return mayMove;
  }

  /** @param {EventTarget | null} target */
  #nodeOf(target) {
    const element = target instanceof Element && !target.closest('button') ? target.closest('.cell') : null;
    for (const node of this.presenter.surface.nodes.values()) if (node.element === element) return node;
    return undefined;
  }

  /** @param {MouseEvent} event */
  #menu(event) {
    const node = this.#nodeOf(event.target);
    if (!node) return;
    // A long press of a finger asks for the menu too; it is answered when the finger is lifted.
    const isTouch = /** @type {PointerEvent} */ (event).pointerType === 'touch';
    if (isTouch || this.#drag.isActive) return event.preventDefault();
    if (this.#openRating(node)) event.preventDefault();
  }

  /** @param {import('./cell-pool.js').CellNode | undefined} node @returns {boolean} */
  #openRating(node) {
    const choices = this.#description.capabilities?.rate ?? [];
    if (!node?.cell || choices.length === 0) return false;
    const title = node.cell.item?.title ?? '';
    this.#rating.open(node, choices,
      (error) => this.#speech.warn(error.message),
      (rating) => this.#speech.say(rating ? this.#strings.rated(title, this.#strings.ratings[rating] ?? rating) : this.#strings.unrated(title)));
    return true;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const button = /** @type {Element} */ (event.target).closest('.retry');
    const id = /** @type {HTMLElement | null} */ (button?.closest('.cell'))?.dataset.item;
    if (id === undefined) return;
    const cell = this.presenter.store.cells.get(id);
    if (cell) this.presenter.retry(cell);
    call('POST', collectionPath(this.#description.id, 'items', id, 'retry'), {}).catch(
      (error) => this.#speech.warn(error.message));
  }
}
