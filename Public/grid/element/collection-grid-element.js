// @ts-check
// <collection-grid server="…" collection="…">: a collection as a grid that scrolls without blanks and can be put in order.

import { openCollection } from './collection-opening.js';
import { namesIn } from './element-attributes.js';
import { ElementForm } from './element-form.js';
import { ElementNotice } from './element-notice.js';
import { ElementReports } from './element-reports.js';
import { ElementSize } from './element-size.js';
import { LayoutChangeEvent } from './grid-events.js';
import { GridSession } from './grid-session.js';
import { expectThat } from './program-error.js';
import { makeStage } from './skeleton.js';
import { StyleSheets } from './style-sheets.js';
import { serverAt } from '../server/server.js';
import { loadStrings, strings } from '../../strings/strings.js';

/** @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription */

/** @param {unknown} query */
const expectQuery = (query) => expectThat(typeof (query ?? {}) === 'object' && !Array.isArray(query), 'a query is an object, such as { search: "sea" }');

/** Delay before a collection that can no longer be shown is opened again, in ms. */
const AGAIN_MS = 10_000;

/**
 * A collection of a server, as a grid that can be scrolled, put in order and chosen from.
 * @slot toolbar - above the grid
 * @slot empty - in the place of the message that there is nothing to show
 * @slot failed - in the place of the message that the collection cannot be shown
 * @csspart frame - the grid, without the toolbar
 * @csspart message - the message in the middle of a grid that has nothing to show
 * @csspart banner - the message that the connection is lost, or that changes cannot be saved
 * @csspart toast - messages about what was done
 * @csspart cell - each cell
 * @csspart check - the mark in the corner of a cell that is selected, or can be
 * @csspart header - the header of a section
 * @csspart header-title - the title in it
 * @csspart header-count - the number of items in it
 * @csspart bar - what is done with the selected items
 * @cssproperty --collection-grid-surface - background
 * @cssproperty --collection-grid-text - text
 * @cssproperty --collection-grid-quiet - less important text
 * @cssproperty --collection-grid-empty - a cell without its picture
 * @cssproperty --collection-grid-accent - focus and selection
 * @cssproperty --collection-grid-on-accent - text on the accent
 * @cssproperty --collection-grid-radius - the corners of cells
 */
export class CollectionGrid extends ElementForm {
  #root = this.attachShadow({ mode: 'open' });
  #stage = makeStage(this.#root);
  #size = new ElementSize(this, () => this.session?.resize());
  /** @type {ElementReports} */
  #reports = new ElementReports(this);
  #notice = new ElementNotice(this.#stage, strings);
  #sheets = new StyleSheets(this.#root);
  #opening = new AbortController();
  #token = '';
  #isStarted = false;
  /** @type {CollectionDescription | undefined} */
  #known;
  /** @type {import('../scroll/trace-recorder.js').TraceRecorder | undefined} */
  #recorder;
  /** @type {import('./grid-session.js').RestorableState | undefined} for the collection that is opened next */
  #restorable;
  /**
   * What was shown when the collection could no longer be: it is shown there again.
   * @type {{of: string, state: import('./grid-session.js').RestorableState} | undefined}
   */
  #kept;
  /** @type {[EventTarget, string, () => void][]} */
  #listeners = [
    [window, 'blur', () => this.session?.cancelDrag()],
    [window, 'pagehide', () => this.session?.leave(true)],
    [window, 'pageshow', () => this.session?.leave(false)],
    [document, 'visibilitychange', () => this.session?.presenter.reportRange()],
  ];
  /** @type {import('../query/query.js').Query | undefined} */
  #query;

  constructor() {
    super();
    this.#sheets.load();
  }

  connectedCallback() {
    this.adopt(['server', 'collection', 'layout', 'density', 'policy', 'readOnly', 'actions', 'token', 'query', 'restorableState', 'value', 'values']);
    this.#isStarted = true;
    this.#size.observe();
    for (const [target, name, listener] of this.#listeners) target.addEventListener(name, listener);
    this.#open();
  }

  disconnectedCallback() {
    this.#isStarted = false;
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
    const isOfForm = this.formAttributeChanged(name);
    if (old !== value) this.reviewAttribute(name, value);
    // The attributes of an element in the document are reported before the element is connected.
    if (!this.#isStarted || old === value || name === 'required' || name === 'value') return;
    if (isOfForm || name === 'collection' || name === 'server') {
      // What was chosen is of the collection that goes.
      if (name === 'collection') this.formAttributeChanged('value');
      return void this.#open();
    }
    if (name === 'readonly' || name === 'actions') return this.#openAgain();
    this.session?.change(this.#wish);
    if (name !== 'policy') this.dispatchEvent(new LayoutChangeEvent(this.session?.layoutKind ?? this.layout, this.density));
  }

  /**
   * The token of a server that needs one. A property alone: what is in the document can be read by everything in it. It is sent in a
   * header, and never in an address.
   */
  get token() { return this.#token; }
  set token(token) {
    if (token === this.#token) return;
    this.#token = token ?? '';
    if (this.#isStarted) this.#openAgain();
  }

  /**
   * What is asked of the collection, as in `POST /collections/{c}/viewers`; `undefined` for its own order. Set before `collection`, it
   * is that of the next one.
   */
  get query() { return this.#query; }
  set query(query) {
    expectQuery(query);
    // Its refusal is told by `querychange`.
    this.find(query).catch(() => {});
  }

  /**
   * Sets `query`.
   * @param {import('../query/query.js').Query | undefined} query
   * @returns {Promise<void>} settles when the result is on screen, or that of a newer query; rejects when the server refuses it: what
   *   was shown, and `query`, stay as they were
   */
  async find(query) {
    expectQuery(query);
    this.#query = query ?? undefined;
    // Another collection may be set in the same breath: it begins with the query.
    await undefined;
    await this.session?.find(this.#query);
  }

  /**
   * What shows the same again after a reload: set it before the collection.
   * @internal
   */
  get restorableState() { return this.session?.restorableState; }
  set restorableState(state) { this.#restorable = state; }

  /**
   * Records what the viewer does from now on.
   * @internal
   * @param {import('../scroll/trace-recorder.js').TraceRecorder} recorder
   */
  record(recorder) {
    this.#recorder = recorder;
    this.session?.record(recorder);
  }

  /**
   * Sets the attribute `collection`, without asking the server for what the caller has just read.
   * @internal
   * @param {CollectionDescription} description
   */
  show(description) {
    // One that has not been read yet is waited for.
    this.#known = description.open === false ? undefined : description;
    const isSame = this.getAttribute('collection') === description.id;
    // The attribute tells nothing of one that could not be opened.
    if (!isSame) this.setAttribute('collection', description.id);
    else if (!this.session && this.isConnected) this.#open();
    this.#known = undefined;
  }

  get #wish() { return { kind: this.layout, density: this.density, policy: this.policy }; }

  async #open() {
    this.#close();
    const { collection } = this;
    if (!collection) return;
    const server = serverAt(this.server, this.#token);
    const of = this.#shownName;
    const [known, restored] = [this.#known, this.#restorable ?? (this.#kept?.of === of ? this.#kept.state : undefined)];
    this.#restorable = undefined;
    const { signal } = (this.#opening = new AbortController());
    this.#reports.state({ state: 'loading' });
    const failed = (/** @type {import('../server/wire.js').Reason | undefined} */ reason, /** @type {unknown} */ problem) => {
      this.#notice.show(reason);
      this.#reports.state({ state: 'failed', reason, problem });
    };
    if (!server) {
      await loadStrings();
      if (!signal.aborted) failed({ code: 'grid-server-invalid', values: { server: this.server } });
      return;
    }
    await openCollection(collection, { server, known, restored, hasQuery: this.#query !== undefined, signal }, async (description) => {
      await this.#sheets.load();
      await this.#size.known();
      if (signal.aborted) return;
      this.#kept = undefined;
      this.#notice.hide();
      const delegate = this.#reports.delegate(description, {
        failed: () => setTimeout(() => !signal.aborted && this.#openAgain(), AGAIN_MS),
        refused: (shown) => (this.#query = shown),
      });
      this.session = new GridSession({
        stage: this.#stage, sheets: this.#sheets, server, description, wish: this.#wish, strings, choosing: this.choosing, isReadOnly: this.readOnly,
        actions: this.actions === undefined ? undefined : namesIn(this.actions),
        delegate, restored, query: this.#query,
      });
      this.session.record(this.#recorder);
    }, failed);
  }

  /** What is shown, by its names. */
  get #shownName() { return `${this.server} ${this.collection}`; }

  /** Opens the same collection where it was: place and selection stay. */
  #openAgain() {
    const { session } = this;
    if (session) this.#kept = { of: this.#shownName, state: session.restorableState };
    this.#open();
  }

  #close() {
    this.#opening.abort();
    this.#notice.hide();
    this.session?.close();
    this.session = undefined;
  }
}
