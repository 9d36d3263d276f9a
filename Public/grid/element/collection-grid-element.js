// @ts-check
// <collection-grid collection="…" density="160">: a collection as a grid that scrolls without blanks and can be put in order.

import { openCollection } from './collection-opening.js';
import { ElementSize } from './element-size.js';
import { GridChangeEvent } from './grid-change-event.js';
import { GridSession } from './grid-session.js';
import { StyleSheets } from './style-sheets.js';
import { TraceRecorder } from '../scroll/trace-recorder.js';
import { strings } from '../../strings/strings.js';

/** @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription */
/** @typedef {import('./grid-change-event.js').GridChanges} GridChanges */

export class CollectionGrid extends HTMLElement {
  static observedAttributes = ['collection', 'density', 'layout', 'policy'];

  #root = this.attachShadow({ mode: 'open' });
  #size = new ElementSize(this, () => this.#session?.resize());
  /** @type {GridSession | undefined} */
  #session;
  #opening = new AbortController();
  /** @type {CollectionDescription | undefined} */
  #known;
  /** @type {TraceRecorder | undefined} */
  #recorder;
  /** @type {import('./grid-session.js').RestorableState | undefined} for the collection that is opened next */
  #restorable;
  /** @type {[EventTarget, string, () => void][]} */
  #listeners = [
    [window, 'blur', () => this.#session?.cancelDrag()],
    [window, 'pagehide', () => this.#session?.leave(true)],
    [window, 'pageshow', () => this.#session?.leave(false)],
    [document, 'visibilitychange', () => this.#session?.presenter.reportRange()],
  ];
  #sheets = new StyleSheets(this.#root);
  /** @type {import('../query/query.js').Query | undefined} */
  #query;

  constructor() {
    super();
    this.#sheets.load();
  }

  connectedCallback() {
    this.#size.observe();
    for (const [target, name, listener] of this.#listeners) target.addEventListener(name, listener);
    this.#open();
  }

  disconnectedCallback() {
    this.#size.disconnect();
    for (const [target, name, listener] of this.#listeners) target.removeEventListener(name, listener);
    this.#close();
  }

  /**
   * @param {string} name
   * @param {string | null} old
   * @param {string | null} value
   */
  attributeChangedCallback(name, old, value) {
    if (!this.isConnected || old === value) return;
    if (name === 'collection') this.#open();
    else this.#session?.change(this.#wish);
  }

  /**
   * Gives the focus to the cell that had it last, or to the first in view.
   * @param {FocusOptions} [options]
   */
  focus(options) {
    if (this.#session) this.#session.focus();
    else super.focus(options);
  }

  /**
   * What is asked of the collection, as in `POST /collections/{c}/viewers`; `undefined` for its own order. Set before `collection`, it
   * is that of the next one.
   */
  get query() { return this.#query; }
  set query(query) { this.find(query); }

  /**
   * Sets `query`.
   * @param {import('../query/query.js').Query | undefined} query
   * @returns {Promise<void>} settles when the result is on screen, or that of a newer query
   */
  async find(query) {
    this.#query = query ?? undefined;
    // Another collection may be set in the same breath: it begins with the query.
    await undefined;
    await this.#session?.find(this.#query);
  }

  /**
   * Makes the sort of the query the collection's own order, for everybody; says so, and offers to undo it.
   * @returns {Promise<boolean>} whether the collection has that order now
   */
  async makeOwnOrder() { return (await this.#session?.editing.ownOrder.make()) ?? false; }

  /**
   * Speaks a sentence and shows it for some seconds.
   * @param {string} sentence
   * @param {import('../access/speech.js').Offer} [offer] a button for what can be done about it
   */
  notify(sentence, offer) { this.#session?.speech.notify(sentence, offer); }

  /** How many items the collection, or the result of the query, has. */
  get itemCount() { return this.#session?.presenter.store.itemCount ?? 0; }
  get isRefreshing() { return this.#session?.isRefreshing ?? false; }
  /** The server's name for this view; `undefined` while there is none. */
  get viewer() { return this.#session?.presenter.viewer; }
  /** Cells in view, and how many of them wait for their picture. */
  get blanks() { return this.#session?.presenter.surface.blanks ?? { cells: 0, blank: 0 }; }
  /** Whether all that is in view is drawn and no request is under way. */
  get isIdle() { return (this.#session?.presenter.isIdle && this.#session.picture.isIdle) ?? false; }
  /** Top of the view in content px. The scroller's own position differs where the content is taller than an element may be. */
  get offset() { return this.#session?.presenter.surface.offset ?? 0; }
  set offset(offset) { this.#session?.presenter.surface.jump(offset); }
  /**
   * Scrolls by a distance, as the viewer does: the server predicts from it.
   * @param {number} delta in px
   */
  nudge(delta) { this.#session?.presenter.surface.nudge(delta); }
  /**
   * Shows the same place as another grid of the same shape, with the same motion.
   * @param {CollectionGrid} other
   */
  follow(other) {
    const surface = other.#session?.presenter.surface;
    if (surface) this.#session?.presenter.surface.follow(surface);
  }
  get contentHeight() { return this.#session?.presenter.store.contentSize[1] ?? 0; }

  /** What shows the same again after a reload: set it before the collection. */
  get restorableState() { return this.#session?.restorableState; }
  set restorableState(state) { this.#restorable = state; }

  /** Records what the viewer does from now on, for `trace`. */
  startRecording() {
    this.#recorder = new TraceRecorder();
    this.#session?.record(this.#recorder);
  }

  /** What was recorded, as JSON lines (docs/scroll-traces.md). */
  get trace() { return (this.#recorder && this.#session?.traceOf(this.#recorder)) ?? ''; }

  /** Reads the collection's source again. Does nothing while a refresh is running. */
  async refresh() { await this.#session?.refresh(); }

  /**
   * Goes to an item by its flat index.
   * @param {number} index
   */
  scrollToItem(index) { this.#session?.presenter.seek(index, this.#session.layout.headerHeight + 4); }

  /** The item whose picture is shown large. */
  get openItem() { return this.#session?.picture.cell?.id; }

  /**
   * Opens the picture of an item that is in view.
   * @param {string} id
   */
  openPicture(id) {
    const cell = this.#session?.presenter.store.cells.get(id);
    return cell !== undefined && (this.#session?.picture.open(cell) ?? false);
  }

  /**
   * Goes to an item, wherever it is.
   * @param {string} id
   * @param {boolean} [opens] shows its picture large
   * @param {number} [viewY] where its top shall be in the view
   * @returns {Promise<boolean>} whether there is such an item
   */
  async showItem(id, opens = false, viewY = undefined) {
    return (await this.#session?.show(id, opens, viewY)) ?? false;
  }

  /** Returns from the large picture to its cell. */
  closePicture() { return this.#session?.picture.close(); }

  /**
   * Sets the attribute `collection`, without asking the server for what the caller has just read.
   * @param {CollectionDescription} description
   */
  show(description) {
    // One that has not been read yet is waited for.
    this.#known = description.open === false ? undefined : description;
    const isSame = this.getAttribute('collection') === description.id;
    // The attribute tells nothing of one that could not be opened.
    if (!isSame) this.setAttribute('collection', description.id);
    else if (!this.#session && this.isConnected) this.#open();
    this.#known = undefined;
  }

  get #wish() {
    const [kind, density, policy] = ['layout', 'density', 'policy'].map((name) => this.getAttribute(name) ?? undefined);
    return { kind: kind ?? 'column', density: Number(density) || 160, policy };
  }

  async #open() {
    this.#close();
    const collection = this.getAttribute('collection');
    if (!collection) return;
    const [known, restored] = [this.#known, this.#restorable];
    this.#restorable = undefined;
    const { signal } = (this.#opening = new AbortController());
    this.#dispatch('state', { state: 'loading' });
    await openCollection(collection, { known, restored, hasQuery: this.#query !== undefined, signal }, async (description) => {
      await this.#size.known();
      await this.#sheets.load();
      if (signal.aborted) return;
      this.#session = new GridSession(this.#root, description, this.#wish, strings, this.#relay(description), restored, this.#query);
      this.#session.record(this.#recorder);
    }, (reason) => this.#dispatch('state', { state: 'failed', reason, detail: strings.reason(reason) }));
  }

  /**
   * @param {CollectionDescription} description
   * @returns {import('./grid-session.js').SessionDelegate} what a session reports, as events
   */
  #relay(description) {
    return {
      sessionState: (state) => this.#dispatch('state', { ...state, ...(state.state === 'failed' && { detail: strings.reason(state.reason) }), description }),
      sessionRefresh: (isRunning) => this.#dispatch('refresh', { isRunning }),
      sessionResize: (way) => this.#dispatch('size', { way }),
      sessionJumped: (from) => this.#dispatch('jump', { from, to: this.#session?.place }),
      sessionPicture: (cell) => this.#dispatch('picture', { id: cell?.id, index: cell?.index, title: cell?.item?.title }),
      sessionQuery: (state) => this.#dispatch('query', state),
      sessionSorted: () => this.#dispatch('sorted', {}),
    };
  }

  #close() {
    this.#opening.abort();
    this.#session?.close();
    this.#session = undefined;
  }

  /**
   * @template {keyof GridChanges} What
   * @param {What} what
   * @param {GridChanges[What]} detail
   */
  #dispatch(what, detail) { this.dispatchEvent(new GridChangeEvent(what, detail)); }
}

