// @ts-check
// One collection on screen: its nodes, what draws it, and what handles user input. Another collection is another session.

import { LazyFeatures } from './lazy-features.js';
import { PictureView } from '../picture/picture-view.js';
import { Presenter } from './presenter.js';
import { RefreshControl } from './refresh-control.js';
import {
  DescriptionChangeEvent, GridErrorEvent, ItemEvent, ItemsChangeEvent, JumpEvent, OwnOrderEvent, PictureChangeEvent, RefreshChangeEvent,
} from '../grid-events.js';
import { RovingFocus } from '../access/roving-focus.js';
import { Navigation } from '../scroll/navigation.js';
import { SessionCells } from './session-cells.js';
import { SessionDescription } from './session-description.js';
import { SessionEditing } from './session-editing.js';
import { SessionInput } from './session-input.js';
import { SessionLayout } from './session-layout.js';
import { SessionQuery } from './session-query.js';
import { SessionStatus } from './session-status.js';
import { makeSkeleton } from './skeleton.js';
import { VisibleRange } from './visible-range.js';
import { Speech } from '../access/speech.js';

/**
 * @typedef {import('../model/cell-store.js').Cell} Cell
 * @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription
 * @typedef {{state: 'loading'|'ready'|'empty'|'failed', reason?: import('../server/wire.js').Reason, problem?: unknown}} GridState `problem`: what a program may know beyond the reason
 * @typedef {{place?: import('../scroll/navigation.js').Place, selection?: import('../selection/selection.js').SelectedRanges, folded?: Record<string, import('../query/folds.js').Fold>}} RestorableState
 *   what shows the same again: the item at the top of the view, unless that is the very top, and what is selected, what is folded
 * @typedef {import('./session-delegate.js').SessionDelegate} SessionDelegate
 */

export class GridSession {
  #description;
  #delegate;
  #parts;
  /** @type {Speech} */
  speech;
  #cells;
  /** @type {RefreshControl} */
  #refresh;
  #focus;
  editing;
  #navigation;
  #input;
  #status;
  #visible;
  /** @type {SessionLayout} */
  #layout;
  /** What is to be shown first, until it is. */
  #restored;
  /** @type {SessionQuery} */
  query;
  /** @type {import('../sections/folded-counts.js').FoldedCounts | undefined} */
  #folded;

  /** @param {import('./session-delegate.js').GridSessionContext} context */
  constructor({ stage, sheets, server, wish, strings, choosing, delegate, restored, query, ...context }) {
    this.#description = new SessionDescription(context.description, server, { isFixed: choosing !== undefined, isReadOnly: context.isReadOnly, actions: context.actions });
    const { description } = this;
    query.begin(restored?.folded);
    const dispatch = delegate.sessionDispatch;
    this.#delegate = delegate;
    this.#restored = restored;
    const parts = (this.#parts = makeSkeleton(stage, strings));
    const collection = description.id;
    const hasHandles = this.#description.canMove && matchMedia('(pointer: coarse)').matches;
    parts.frame.classList.toggle('handles', hasHandles);
    this.speech = new Speech(parts.live, parts.toast, () => this.#focus.take());
    const features = (this.features = new LazyFeatures(sheets, this.speech, strings));
    this.#status = new SessionStatus(parts, this.speech, strings, (code, words) => dispatch(new GridErrorEvent({ code }, words)));
    this.presenter = new Presenter(server, collection, parts, {
      presenterForm: () => this.#layout.form,
      presenterState: (state) => this.#state(state),
      presenterConnection: (isLost) => {
        if (isLost) this.#refresh.lost();
        this.#status.connection(isLost);
      },
      presenterStore: (isAway) => this.#status.store(isAway),
      presenterRefresh: (event) => this.#refresh.receive(event),
      presenterConfigure: (node, cell) => this.#configure(node, cell),
      presenterFrame: (now) => {
        this.#input.frame(now);
        this.editing.frame(now);
        this.#navigation.frame();
        this.#visible.frame(now);
      },
      presenterSettled: () => {
        this.#cells.settled();
        this.#navigation.settled();
        this.#visible.settled();
        this.#cells.readDetails();
      },
      presenterKept: (patch) => {
        this.editing.selecting.selection.kept(patch);
        this.presenter.wall?.follow([patch], false);
        this.presenter.wall?.rebase([patch]);
        this.#tell([patch], false);
      },
      presenterFollows: (patches, isReset) => this.presenter.wall?.follow(patches, isReset),
      presenterTransition: (patches, isReset, shift) => this.#changed(patches, isReset, shift),
      presenterWaits: (problem) => this.query.waits(problem),
      presenterRefused: (problem) => {
        this.speech.explain(problem.reason);
        this.query.refused(problem);
      },
    }, strings, query);
    this.presenter.order.sharedFolder = description.sharedFolder ?? '';
    this.#layout = new SessionLayout(parts, this.presenter, description, wish, query);
    this.query = new SessionQuery(query, this.presenter, this.#layout, () => this.place, dispatch);
    this.#visible = new VisibleRange(this.presenter, dispatch);
    const surface = this.presenter.surface;
    this.#cells = new SessionCells(parts.rows, collection, this.presenter, this.#layout, strings, features);
    this.#focus = new RovingFocus(this.presenter);
    /** @type {import('./session-editing.js').SessionContext} */
    const shared = {
      parts, description, presenter: this.presenter, query: this.query, focus: this.#focus, speech: this.speech, strings, features, hasHandles, choosing,
      layout: () => this.layout,
      open: (cell, isLook) => dispatch(new ItemEvent('itemopen', cell)) && this.picture.open(cell, isLook),
      dispatch, resize: delegate.sessionResize, jumped: (from) => dispatch(new JumpEvent(from, this.place)), here: () => this.place,
      refresh: () => this.refresh(), sorted: () => dispatch(new OwnOrderEvent()),
    };
    const editing = (this.editing = new SessionEditing(shared));
    this.picture = new PictureView({ ...shared, editing }, { pictureShown: (cell) => dispatch(new PictureChangeEvent(cell)) });
    this.#navigation = new Navigation(shared);
    this.#input = new SessionInput({ ...shared, editing, canMove: () => this.#description.canMove });
    this.#refresh = new RefreshControl(parts.scroller, parts.pull, server, collection, this.speech, strings, {
      refreshCanPull: () => surface.offset <= 0 && !this.#input.isDragging && this.#description.canRefresh,
      refreshChanged: (isRunning) => dispatch(new RefreshChangeEvent(isRunning)),
    });
    const selection = restored?.selection;
    if (selection) this.presenter.afterDraw(() => this.editing.selecting.selection.restore(selection));
    features.whenLoaded(({ PictureBatches, PictureDelay, FoldedCounts, PointedCell, animateDifference, capture }) => {
      this.#folded = new FoldedCounts(this.presenter, collection, () => this.described());
      this.#folded.update();
      server.batches ??= new PictureBatches(server);
      server.pictureDelay ??= new PictureDelay();
      surface.differences = { animateDifference, capture };
      surface.pointed = new PointedCell(parts.cells);
    });
    this.presenter.afterDraw(() => features.preload(parts.frame, () => surface.motion.phase !== 'settled' || !surface.awaitsView));
    const open = () => this.presenter.open(restored?.place, this.#layout.cellsInView);
    // A wall comes with the features.
    if (this.layout.isWall) features.get().then(open);
    else open();
  }

  /** The collection, with what the element allows of it. */
  get description() { return this.#description.value; }
  /** The layout that is shown: a wish for one that the server does not have is not met. */
  get layoutKind() { return this.#layout.kind; }
  /** The layout's arithmetic, where it is columns. */
  get layout() { return this.#layout.metrics; }
  /** The item at the top of the view. */
  get place() { return this.#navigation.place; }
  /** @returns {RestorableState} */
  get restorableState() {
    // Nothing has been shown yet.
    if (this.#restored) return this.#restored;
    const { surface } = this.presenter;
    return { place: surface.offset > 0 ? this.place : undefined, selection: this.editing.selecting.selection.restorable, folded: this.query.folds.restorable };
  }
  /** Whether all that is in view is drawn and no request is under way. */
  get isIdle() { return this.presenter.isIdle && this.picture.isIdle && this.editing.isIdle; }
  /** Items of what is shown, those in folded sections included. */
  get total() { return this.#folded?.total ?? this.presenter.store.itemCount; }
  get isRefreshing() { return this.#refresh.isRunning; }
  /** The view's own size changed. */
  resize() { this.#layout.update(); }

  /** @param {import('./session-layout.js').Wish} wish */
  change(wish) { this.#layout.change(wish); }

  /** @param {import('../scroll/trace-recorder.js').TraceRecorder | undefined} recorder */
  record(recorder) { this.presenter.surface.recorder = recorder; }

  async refresh() {
    if (this.#description.canRefresh) await this.#refresh.start();
  }

  /** Asks where to go, by the outline of sections, and goes there. */
  async goTo() { await this.press('goTo'); }

  /**
   * Does what a key does that comes with the features.
   * @param {string} key its name
   */
  async press(key) {
    if (await this.features.get(() => this.press(key))) await this.editing.keys.run(key, this.editing.place);
  }

  /**
   * What a query finds glows on the wall, and the rest dims.
   * @param {import('../query/query.js').Query | undefined} query
   * @returns {Promise<number>} how many items it finds
   */
  async light(query) {
    await this.features.get();
    return this.presenter.wall?.light(query) ?? 0;
  }

  /** Gives the focus to the cell that had it last, or to the first in view. */
  focus() { this.#focus.take(); }

  /**
   * For the page of which the grid is the main part.
   * @param {KeyboardEvent} event a key that was pressed where nothing has the focus
   * @returns {boolean} whether it was handled
   */
  takeKey(event) { return this.#input.takeKey(event); }

  /** @param {boolean} isAway the page was left, and may be returned to: it fetches no picture meanwhile */
  leave(isAway) {
    this.presenter.surface.pausePictures('away', isAway);
    for (const large of [this.picture, this.editing]) large.pause(isAway);
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
    this.query.close();
    // Its end would not be heard.
    if (this.#refresh.isRunning) this.#refresh.lost();
    this.features.close();
    this.#cells.close();
    this.editing.close();
    this.picture.remove();
    this.presenter.close();
    this.#parts.frame.remove();
  }

  /**
   * @param {import('../cells/cell-pool.js').CellNode} node
   * @param {Cell} cell
   */
  #configure(node, cell) {
    this.#cells.configure(node, cell);
    this.#focus.configure(node, cell);
    this.editing.selecting.configure(node, cell);
  }

  /**
   * @param {import('../model/patch.js').Patch[]} patches
   * @param {boolean} isReset
   * @param {number} shift
   */
  #changed(patches, isReset, shift) {
    this.#restored = undefined;
    if (isReset || patches.some((patch) => patch.insertSections || patch.deleteSections)) this.#describe();
    this.#cells.reset();
    this.#focus.restore(isReset ? undefined : patches);
    this.editing.selecting.rebase(patches, isReset, this.query.isFinding, shift);
    this.presenter.wall?.rebase(patches);
    this.editing.reordering.rebase(patches);
    this.#cells.describe(this.#description.sectionCount);
    this.query.drawn();
    this.#folded?.update();
    if (patches.length || isReset) this.presenter.afterDraw(() => this.#tell(patches, isReset));
  }

  /**
   * Tells the page around of another version.
   * @param {import('../model/patch.js').Patch[]} patches
   * @param {boolean} isReset
   */
  #tell(patches, isReset) {
    const { version, itemCount } = this.presenter.store;
    this.#delegate.sessionDispatch(new ItemsChangeEvent({ patches, isReset, version, itemCount }));
  }

  /** Sections were inserted or deleted: the layout may need headers now. */
  #describe() {
    this.#description.read((description) => {
      this.presenter.order.sharedFolder = description.sharedFolder ?? '';
      this.#layout.describe(description);
      this.described();
      if (description.itemCount === 0) this.#state({ state: 'empty' });
    });
  }

  /** Reports what is known of the collection. */
  described() { this.#delegate.sessionDispatch(new DescriptionChangeEvent(this.description, this.total)); }

  /** @param {GridState} state */
  #state(state) {
    // The source is being read for the first time.
    if (state.state === 'empty' && this.#description.isOpening) state = { state: 'loading' };
    this.#status.show(state, this.description, Boolean(this.query.plain?.search || this.query.plain?.where));
    this.#delegate.sessionState(state);
  }
}
