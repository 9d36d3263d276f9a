// @ts-check
// Between the server's answers and what is drawn: asks for what is in view, replaces versions, keeps the view steady.

import { anchorIn } from '../model/anchor.js';
import { OrderFollower } from '../model/order-follower.js';
import { ShownOrder } from '../query/shown-order.js';
import { ANCHOR_TRIES } from '../model/steady-view.js';
import { OrderSwitch } from '../query/order-switch.js';
import { Surface } from '../scroll/surface.js';
import { ViewerConnection } from '../server/viewer-connection.js';
import { VersionChange } from './version-change.js';

/**
 * @typedef {import('../model/cell-store.js').Cell} Cell
 * @typedef {import('../server/viewer-connection.js').Context} Context
 * @typedef {import('../server/viewer-connection.js').Form} Form
 * @typedef {import('../server/wire.js').RangeAnswer} RangeAnswer
 * @typedef {object} PresenterDelegate
 * @property {() => Form} presenterForm how the collection is to be shown
 * @property {(state: import('./grid-session.js').GridState) => void} presenterState
 * @property {(isLost: boolean) => void} presenterConnection
 * @property {(isAway: boolean) => void} presenterStore whether changes wait or are refused
 * @property {(event: import('../server/wire.js').RefreshEvent) => void} presenterRefresh
 * @property {(node: import('../cells/cell-pool.js').CellNode, cell: Cell) => void} presenterConfigure
 * @property {(now: number) => void} presenterFrame
 * @property {(patch: import('../model/patch.js').Patch) => void} presenterKept the store holds a new version with every item where it was
 * @property {(patches: import('../model/patch.js').Patch[], isReset: boolean) => void} presenterFollows the store holds a new version, whose
 *   offset is to be found
 * @property {(patches: import('../model/patch.js').Patch[], isReset: boolean, shift: number) => void} presenterTransition the store
 *   holds a new version, which is not drawn yet; `shift`: how far the offset moved to keep the view steady
 * @property {() => void} presenterSettled
 * @property {(problem: import('../server/api.js').Problem) => void} presenterWaits the server is still reading what a query asks for
 * @property {(problem: import('../server/api.js').Problem) => void} presenterRefused the query cannot be answered
 */

export class Presenter {
  /** @type {OrderFollower} */
  #follower = new OrderFollower({
    followerUpdated: (cells, isPreview) => {
      if (isPreview) this.surface.preview(cells);
      else this.#configure(this.surface.pictureProgress(cells).map((cell) => ({ cell })));
    },
    followerKept: (patch, cells) => {
      this.#delegate.presenterKept(patch);
      this.#configure(cells);
    },
    followerValued: (cells) => this.surface.showValues(cells),
    followerStale: () => this.surface.requestFrame(),
  });
  store = this.#follower.store;
  /**
   * A point of the view, and the item that stays there when the layout changes next.
   * @type {{point: [number, number], anchor: import('../model/anchor.js').Anchor | undefined} | undefined}
   */
  focal;
  /** @type {import('../wall/wall.js').Wall | undefined} shows small items; comes after the first screen */
  wall;
  /** The order that is shown, or about to be. */
  order;
  #delegate;
  /** @type {ViewerConnection} */
  #connection;
  #ranges = this.#follower.ranges;
  /** @type {{answer: RangeAnswer, context: Context} | undefined} */
  #pending;
  #isCovered = false;
  /** @type {OrderSwitch} */
  #orders;
  #versions;

  /**
   * @param {import('../server/server.js').Server} server
   * @param {string} collection
   * @param {import('./skeleton.js').Skeleton} parts
   * @param {PresenterDelegate} delegate
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {import('../query/grid-query.js').GridQuery} query
   */
  constructor(server, collection, parts, delegate, strings, query) {
    this.order = new ShownOrder(collection, strings, server, query);
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
      follower: this.#follower, surface: this.surface, delegate, invalidate: () => this.#invalidate(),
    });
    this.#orders = new OrderSwitch({
      order: this.order, query, store: this.store, surface: this.surface, ranges: this.#ranges, versions: this.#versions,
      invalidate: () => this.#invalidate(),
    });
    this.#connection = new ViewerConnection(server, collection, {
      connectionForm: delegate.presenterForm,
      connectionOpened: (answer, form) => {
        this.store.forgetValues();
        this.#orders.opened(answer, form);
      },
      connectionAnswered: (answer, context) => this.#answered(answer, context),
      connectionReceived: (event) => this.#received(event),
      connectionChanged: (isLost) => {
        delegate.presenterConnection(isLost);
        if (isLost) return;
        // The order may have changed unheard, and with it the numbers of versions.
        this.#ranges.reset();
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
    return !this.#follower.isStale && !this.#pending && !this.#connection.isBusy && this.surface.motion.phase === 'settled' &&
      !this.surface.isBusy;
  }

  /**
   * @param {import('../scroll/navigation.js').Place | undefined} place to show first
   * @param {number} count approximately how many items fill the view
   */
  open(place, count) {
    const { width, height } = this.#delegate.presenterForm();
    this.#orders.open(place, count);
    this.surface.resize(width, height);
    // Where an item is to be shown, its place may still change with the viewer's order.
    const first = this.#ranges.seek ? undefined : this.#next();
    this.#connection.open(first);
  }

  /**
   * Changes layout or size; the item under the eye keeps its place.
   * @param {number} width of the view in px
   * @param {number} height
   * @param {() => void} restyle called when the new frames have come
   */
  async relayout(width, height, restyle) {
    this.#versions.restyle = restyle;
    const { focal } = this;
    const anchor = this.#ranges.seek ? undefined : focal?.anchor ?? anchorIn(this.store, this.surface.visibleRect, []);
    this.focal = undefined;
    if (anchor) this.#ranges.seek = { ...anchor, tries: ANCHOR_TRIES, isHeld: true };
    this.#ranges.generation++;
    this.#invalidate();
    this.surface.resize(width, height);
    this.wall?.expect(this.#ranges.seek, focal?.point);
    await this.#connection.change();
    this.surface.requestFrame();
  }

  /**
   * The view's top edge moved, and its bottom did not: what is in view stays where it is on the screen, but for the content's start.
   * @param {number} distance downwards, in px
   */
  moveTop(distance) {
    const { seek } = this.#ranges;
    if (seek?.isHeld) seek.viewY -= distance;
    if (this.surface.offset > 0) this.surface.hold(this.surface.offset + distance);
  }

  /**
   * Shows the result of the query that is asked. What is in both orders keeps its cell.
   * @param {import('../scroll/navigation.js').Place | undefined} place at the top of the view now
   * @returns {Promise<void>} settles when it is drawn, or will not be
   */
  async find(place) {
    this.#orders.leave(place);
    await this.#connection.change();
    await this.#orders.drawn();
  }

  /**
   * A large picture is over the view, or no longer: what it shows comes before what it covers.
   * @param {boolean} isCovered
   */
  cover(isCovered) {
    this.surface.pausePictures('large', isCovered);
    this.#isCovered = isCovered;
    this.reportRange();
  }

  /** Reports the visible range. To be called directly where no frame may come: a hidden page draws none. */
  reportRange() {
    const { event, context, force } = this.#next();
    this.order.server.pictureDelay?.tell(event, this.surface.height);
    this.#connection.offer(event, context, force);
    this.#connection.tick(performance.now());
  }

  #next() {
    const query = this.#follower.next(this.surface, performance.now(), document.hidden || this.#isCovered);
    if (this.wall?.isWanted) query.event.form = 'texel';
    return query;
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
    const frame = this.store.wall?.frame(index) ?? (this.store.window && this.store.byIndex.get(index)?.frame);
    if (frame) return this.surface.jump(frame[1] - viewY);
    this.#ranges.seek = { index, viewY, tries: ANCHOR_TRIES };
    this.#invalidate();
  }

  /**
   * A version is known to exist.
   * @param {number} version
   */
  expect(version) { this.#follower.expect(version); }

  /** @param {import('../server/wire.js').CellChange} change what the page itself knows of a cell */
  change(change) { this.#configure(this.store.update([change]).map((cell) => ({ cell }))); }

  /** @param {() => void} work runs after the next drawing of a new version */
  afterDraw(work) { this.#versions.afterDraw(work); }

  #invalidate() {
    this.#ranges.invalidate();
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
    const use = this.#follower.answered(answer, context);
    if (use === 'replace') this.#pending = { answer, context };
    if (use === 'grown') this.surface.contentChanged();
    if (use === 'ignore' || document.hidden) return;
    // Not with the next frame: pictures are requested that much earlier.
    if (use === 'replace') this.surface.runNow();
    else this.surface.drawNow();
  }

  /** @param {import('../server/wire.js').ViewerEvent} event */
  #received(event) {
    if (event.name === 'refresh') return this.#delegate.presenterRefresh(event.data);
    if (event.name === 'texels') return this.wall?.came(event.data);
    this.#follower.received(event);
    if (event.name === 'reset') this.surface.retryPictures();
  }

  /** @param {import('../model/cell-store.js').ChangedCell[]} cells */
  #configure(cells) {
    for (const { cell, changed } of cells) this.surface.configure(cell, changed);
    this.surface.requestFrame();
  }
}
