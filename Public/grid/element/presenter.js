// @ts-check
// Between the server's answers and what is drawn: asks for what is in view, replaces versions, keeps the view steady.

import { call, collectionPath } from '../server/api.js';
import { anchorAt } from '../model/anchor.js';
import { CellStore } from '../model/cell-store.js';
import { prefersReducedMotion } from '../dom.js';
import { summary } from '../model/patch.js';
import { RangeQuery } from '../model/range-query.js';
import { ANCHOR_TRIES, offsetFor, steadyView } from '../model/steady-view.js';
import { Surface } from '../scroll/surface.js';
import { ViewerConnection } from '../server/viewer-connection.js';
import { applyEvent } from '../model/viewer-event.js';

/**
 * @typedef {import('../model/cell-store.js').Cell} Cell
 * @typedef {import('../server/viewer-connection.js').Context} Context
 * @typedef {import('../server/viewer-connection.js').Form} Form
 * @typedef {import('../server/wire.js').RangeAnswer} RangeAnswer
 * @typedef {object} PresenterDelegate
 * @property {(state: import('./grid-session.js').GridState) => void} presenterState
 * @property {(isLost: boolean) => void} presenterConnection
 * @property {(event: import('../server/wire.js').RefreshEvent) => void} presenterRefresh
 * @property {(node: import('../cells/cell-pool.js').CellNode, cell: Cell) => void} presenterConfigure
 * @property {(now: number) => void} presenterFrame
 * @property {(patches: import('../model/patch.js').Patch[], isReset: boolean) => void} presenterTransition the store holds a new
 *   version, which is not drawn yet
 * @property {() => void} presenterSettled
 */

export class Presenter {
  store = new CellStore();
  /**
   * A point of the view whose item shall stay there when the layout changes next.
   * @type {[number, number] | undefined}
   */
  focal;
  #collection;
  #delegate;
  #connection;
  #query = new RangeQuery();
  /** @type {{answer: RangeAnswer, context: Context} | undefined} */
  #pending;
  /** @type {(() => void)[]} */
  #afterDraw = [];
  #isFirst = true;

  /**
   * @param {string} collection
   * @param {import('./skeleton.js').Skeleton} parts
   * @param {PresenterDelegate} delegate
   * @param {(count: number) => string} formatCount
   */
  constructor(collection, parts, delegate, formatCount) {
    this.#collection = collection;
    this.#delegate = delegate;
    this.surface = new Surface(parts, this.store, {
      surfaceFrame: (now) => this.#frame(now),
      surfaceConfigure: delegate.presenterConfigure,
      surfaceSettled: delegate.presenterSettled,
      // Without a reason from the server. While the connection is lost, pictures are fetched again when it is back.
      surfacePictureFailed: (id) => !this.isLost && this.change({ id, state: 'failed' }),
    }, formatCount);
    this.#connection = new ViewerConnection(collection, {
      connectionOpened: (answer) => this.#opened(answer),
      connectionAnswered: (answer, context) => this.#answered(answer, context),
      connectionReceived: (event) => this.#received(event),
      connectionChanged: (isLost) => {
        delegate.presenterConnection(isLost);
        if (!isLost) this.#invalidate();
      },
      connectionFailed: ({ reason }) => delegate.presenterState({ state: 'failed', reason }),
    });
  }

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
    if (place) this.#query.seek = { index: place.index, viewY: place.viewY, id: place.item, tries: ANCHOR_TRIES, count };
    this.surface.resize(form.width, form.height);
    this.#connection.open(form);
  }

  /**
   * Changes layout or size; the item under the eye keeps its place.
   * @param {Form} form
   */
  async relayout(form) {
    const anchor = this.#query.seek ? undefined : anchorAt(this.store, this.surface.visibleRect, this.focal);
    this.focal = undefined;
    if (anchor) this.#query.seek = { index: anchor.index, viewY: anchor.viewY, id: anchor.id, tries: ANCHOR_TRIES };
    this.#query.generation++;
    this.#invalidate();
    this.surface.resize(form.width, form.height);
    await this.#connection.change(form);
    this.surface.requestFrame();
  }

  /** Reports the visible range. To be called directly where no frame may come: a hidden page draws none. */
  reportRange() {
    const now = performance.now();
    const { event, context, force } = this.#query.next(this.surface, this.store, now, document.hidden);
    this.#connection.offer(event, context, force);
    this.#connection.tick(now);
  }

  close() {
    this.surface.stop();
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
  afterDraw(work) { this.#afterDraw.push(work); }

  #invalidate() {
    this.#query.invalidate();
    this.surface.retryPictures();
    this.surface.requestFrame();
  }

  /** @param {import('../server/wire.js').ViewerAnswer} answer */
  #opened(answer) {
    if (this.#isFirst) {
      this.store.version = answer.version;
      this.store.contentSize = answer.contentSize;
      this.store.itemCount = answer.itemCount;
      const { seek } = this.#query;
      if (seek) seek.index = Math.min(seek.index, answer.itemCount - 1);
      if (!answer.itemCount) this.#query.seek = undefined;
    }
    this.#query.reset();
    this.#invalidate();
  }

  /** @param {number} now */
  #frame(now) {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending) this.#transition(pending.answer, pending.context);
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
    switch (this.#query.use(answer, context, this.store.version)) {
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
   * Replaces what is shown: by another version, another layout, another place.
   * @param {RangeAnswer} answer
   * @param {Context} context
   */
  #transition(answer, context) {
    const { store, surface } = this;
    const { landing, seek } = steadyView(store, surface.visibleRect, this.#query.seek, answer, context.tries);
    if (seek) {
      this.#query.seek = seek;
      return this.#invalidate();
    }
    const patches = answer.patches ?? [];
    const seen = this.#isFirst || prefersReducedMotion() ? undefined : surface.capture();
    const oldOffset = surface.offset;
    store.replace(answer, context.clock);
    surface.hold(offsetFor(store, landing) ?? oldOffset);
    this.#query.satisfied(answer.version);
    this.#delegate.presenterTransition(patches, this.#isFirst || answer.reset === true);
    if (!this.#isFirst) surface.reload(summary(patches).reloaded);
    if (seen) surface.animate(seen, patches, surface.offset - oldOffset);
    this.#isFirst = false;
    this.#reportState(answer);
    queueMicrotask(() => this.#afterDraw.splice(0).forEach((work) => work()));
  }

  /** @param {RangeAnswer} answer */
  #reportState(answer) {
    const report = () => this.#delegate.presenterState({ state: this.store.itemCount === 0 ? 'empty' : 'ready' });
    if (answer.itemCount !== undefined || !answer.patches?.length) return report();
    call('GET', collectionPath(this.#collection)).then((collection) => {
      this.store.itemCount = collection.itemCount;
      report();
    }, () => {});
  }

  /** @param {import('../server/wire.js').ViewerEvent} event */
  #received(event) {
    if (event.name === 'refresh') return this.#delegate.presenterRefresh(event.data);
    const effect = applyEvent(this.store, event, !this.#query.needsAll);
    if (effect.kind === 'reset') return this.#invalidate();
    if (effect.kind === 'newer') return this.expect(effect.version);
    if (effect.kind !== 'changed') return;
    if (event.name === 'patch') this.#query.expect(event.data.to, this.store.version);
    this.#configure(event.name === 'cells' ? this.surface.pictureProgress(effect.cells) : effect.cells);
  }

  /** @param {Cell[]} cells */
  #configure(cells) {
    for (const cell of cells) this.surface.configure(cell);
    this.surface.requestFrame();
  }
}
