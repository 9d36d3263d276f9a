// @ts-check
// Between the server's answers and what is drawn: asks for what is in view, replaces versions, keeps the view steady.

import { anchorAt } from '../model/anchor.js';
import { CellStore } from '../model/cell-store.js';
import { RangeQuery } from '../model/range-query.js';
import { ShownOrder } from '../query/shown-order.js';
import { ANCHOR_TRIES } from '../model/steady-view.js';
import { OrderSwitch } from './order-switch.js';
import { Surface } from '../scroll/surface.js';
import { ViewerConnection } from '../server/viewer-connection.js';
import { VersionChange } from './version-change.js';
import { applyEvent } from '../model/viewer-event.js';

/**
 * @typedef {import('../model/cell-store.js').Cell} Cell
 * @typedef {import('../server/viewer-connection.js').Context} Context
 * @typedef {import('../server/viewer-connection.js').Form} Form
 * @typedef {import('../server/wire.js').RangeAnswer} RangeAnswer
 * @typedef {object} PresenterDelegate
 * @property {(state: import('./grid-session.js').GridState) => void} presenterState
 * @property {(isLost: boolean) => void} presenterConnection
 * @property {(isAway: boolean) => void} presenterStore whether changes wait or are refused
 * @property {(event: import('../server/wire.js').RefreshEvent) => void} presenterRefresh
 * @property {(node: import('../cells/cell-pool.js').CellNode, cell: Cell) => void} presenterConfigure
 * @property {(now: number) => void} presenterFrame
 * @property {(patch: import('../model/patch.js').Patch) => void} presenterKept the store holds a new version with every item where it was
 * @property {(patches: import('../model/patch.js').Patch[], isReset: boolean, shift: number) => void} presenterTransition the store
 *   holds a new version, which is not drawn yet; `shift`: how far the offset moved to keep the view steady
 * @property {() => void} presenterSettled
 * @property {(problem: import('../server/api.js').Problem) => void} presenterWaits the server is still reading what a query asks for
 * @property {(problem: import('../server/api.js').Problem) => void} presenterRefused the query cannot be answered
 */

export class Presenter {
  store = new CellStore();
  /**
   * A point of the view whose item shall stay there when the layout changes next.
   * @type {[number, number] | undefined}
   */
  focal;
  /** The order that is shown, or about to be. */
  order;
  #delegate;
  /** @type {ViewerConnection} */
  #connection;
  #query = new RangeQuery();
  /** @type {{answer: RangeAnswer, context: Context} | undefined} */
  #pending;
  /** @type {OrderSwitch} */
  #orders;
  #versions;

  /**
   * @param {import('../server/server.js').Server} server
   * @param {string} collection
   * @param {import('./skeleton.js').Skeleton} parts
   * @param {PresenterDelegate} delegate
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(server, collection, parts, delegate, strings) {
    this.order = new ShownOrder(collection, strings, server);
    this.#delegate = delegate;
    this.surface = new Surface(parts, this.store, {
      surfaceFrame: (now) => this.#frame(now),
      surfaceConfigure: delegate.presenterConfigure,
      surfaceSettled: delegate.presenterSettled,
      surfaceSource: server,
      // Without a reason from the server. While the connection is lost, pictures are fetched again when it is back.
      surfacePictureFailed: (id) => !this.isLost && this.change({ id, state: 'failed' }),
    }, strings);
    this.#versions = new VersionChange({
      store: this.store, surface: this.surface, query: this.#query, order: this.order, delegate, invalidate: () => this.#invalidate(),
    });
    this.#orders = new OrderSwitch({
      order: this.order, store: this.store, surface: this.surface, query: this.#query, versions: this.#versions, invalidate: () => this.#invalidate(),
    });
    this.#connection = new ViewerConnection(server, collection, {
      connectionOpened: (answer, form) => this.#orders.opened(answer, form),
      connectionAnswered: (answer, context) => this.#answered(answer, context),
      connectionReceived: (event) => this.#received(event),
      connectionChanged: (isLost) => {
        delegate.presenterConnection(isLost);
        if (isLost) return;
        // The order may have changed unheard, and with it the numbers of versions.
        this.#query.reset();
        this.#invalidate();
        this.surface.restartPictures();
      },
      connectionStore: delegate.presenterStore,
      connectionFailed: (problem) => delegate.presenterState({ state: 'failed', reason: server.reasonOfOpening(problem, collection), problem }),
      connectionShaped: (answer, form) => this.#orders.shaped(answer, form),
      connectionWaits: delegate.presenterWaits,
      connectionRefused: delegate.presenterRefused,
    });
  }

  /** The server that has the collection. */
  get server() { return this.order.server; }
  get isLost() { return this.#connection.isLost; }
  /** The server's name for this view; another one after a lost connection. */
  get viewer() { return this.#connection.viewer; }
  /** Whether what is drawn is the server's newest version, pictures included. */
  get isIdle() {
    return !this.#query.needsAll && !this.#pending && !this.#connection.isBusy && this.surface.motion.phase === 'settled' &&
      !this.surface.isBusy;
  }

  /**
   * @param {Form} form
   * @param {import('../scroll/navigation.js').Place} [place] to show first
   * @param {number} [count] approximately how many items fill the view
   */
  open(form, place, count) {
    this.#orders.open(form, place, count ?? 1);
    this.surface.resize(form.width, form.height);
    // Where an item is to be shown, its place may still change with the viewer's order.
    const first = this.#query.seek ? undefined : this.#query.next(this.surface, this.store, performance.now(), document.hidden);
    this.#connection.open(form, first);
  }

  /**
   * Changes layout or size; the item under the eye keeps its place.
   * @param {Form} form
   * @param {() => void} restyle called when the new frames have come
   */
  async relayout(form, restyle) {
    this.#versions.restyle = restyle;
    const anchor = this.#query.seek ? undefined : anchorAt(this.store, this.surface.visibleRect, this.focal);
    this.focal = undefined;
    if (anchor) this.#query.seek = { index: anchor.index, viewY: anchor.viewY, id: anchor.id, tries: ANCHOR_TRIES, isHeld: true };
    this.#query.generation++;
    this.#invalidate();
    this.surface.resize(form.width, form.height);
    await this.#connection.change(form);
    this.surface.requestFrame();
  }

  /**
   * The view's top edge moved, and its bottom did not: what is in view stays where it is on the screen, but for the content's start.
   * @param {number} distance downwards, in px
   */
  moveTop(distance) {
    const { seek } = this.#query;
    if (seek?.isHeld) seek.viewY -= distance;
    if (this.surface.offset > 0) this.surface.hold(this.surface.offset + distance);
  }

  /**
   * Shows the result of another query. What is in both orders keeps its cell.
   * @param {Form} form
   * @param {import('../scroll/navigation.js').Place | undefined} place at the top of the view now
   * @returns {Promise<void>} settles when it is drawn, or will not be
   */
  async find(form, place) {
    await this.#orders.find(form, place, () => this.#connection.change(form));
  }

  /** Reports the visible range. To be called directly where no frame may come: a hidden page draws none. */
  reportRange() {
    const now = performance.now();
    const { event, context, force } = this.#query.next(this.surface, this.store, now, document.hidden);
    this.order.server.pictureDelay?.tell(event, this.surface.height);
    this.#connection.offer(event, context, force);
    this.#connection.tick(now);
  }

  close() {
    this.surface.close();
    this.#connection.close();
  }

  /**
   * Goes to the item at a flat index.
   * @param {number} index
   * @param {number} viewY where its top shall be in the view
   */
  seek(index, viewY) {
    const cell = this.store.byIndex.get(index);
    if (cell && this.store.window) return this.surface.jump(cell.frame[1] - viewY);
    this.#query.seek = { index, viewY, tries: ANCHOR_TRIES };
    this.#invalidate();
  }

  /**
   * A version is known to exist.
   * @param {number} version
   */
  expect(version) {
    this.#query.expect(version, this.store.version);
    this.surface.requestFrame();
  }

  /** @param {import('../server/wire.js').CellChange} change what the page itself knows of a cell */
  change(change) { this.#configure(this.store.update([change])); }

  /** @param {() => void} work runs after the next drawing of a new version */
  afterDraw(work) { this.#versions.afterDraw(work); }

  #invalidate() {
    this.#query.invalidate();
    this.surface.retryPictures();
    this.surface.requestFrame();
  }

  /** @param {number} now */
  #frame(now) {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending) this.#versions.show(pending.answer, pending.context);
    this.#delegate.presenterFrame(now);
    this.reportRange();
    if (this.#connection.isBusy) this.surface.requestFrame();
  }

  /**
   * @param {RangeAnswer} answer
   * @param {Context} context
   */
  #answered(answer, context) {
    this.surface.requestFrame();
    this.order.word(answer.headers);
    if (this.#query.continues(context, this.store)) this.#versions.keep(answer.patches ?? []);
    switch (this.#query.use(answer, context, this.store)) {
      case 'replace':
        this.#pending = { answer, context };
        if (!document.hidden) this.surface.runNow();
        break;
      case 'newer':
        this.expect(answer.version);
        break;
      case 'merge':
        if (this.store.merge(answer, context.clock)) this.surface.contentChanged();
        // Not with the next frame: pictures are requested that much earlier.
        if (!document.hidden) this.surface.drawNow();
    }
  }

  /**
   * @param {import('../server/wire.js').ViewerEvent} event
   * @returns {void}
   */
  #received(event) {
    if (event.name === 'refresh') return this.#delegate.presenterRefresh(event.data);
    if (event.name === 'patch') return this.#patched(event.data);
    const effect = applyEvent(this.store, event);
    if (effect.kind === 'reset') return this.#invalidate();
    if (effect.kind !== 'changed') return;
    if (event.name === 'preview') return this.surface.preview(effect.cells);
    this.#configure(event.name === 'cells' ? this.surface.pictureProgress(effect.cells) : effect.cells);
  }

  /** @param {import('../model/patch.js').Patch} patch that was announced */
  #patched(patch) {
    if (!this.#query.needsAll) this.#versions.keep([patch]);
    if (patch.to > this.store.version) this.#query.missed(patch, this.store.version);
    this.surface.requestFrame();
  }

  /** @param {Cell[]} cells */
  #configure(cells) {
    for (const cell of cells) this.surface.configure(cell);
    this.surface.requestFrame();
  }
}
