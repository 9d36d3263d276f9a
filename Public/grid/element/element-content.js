// @ts-check
// The collection in an element: opened, opened again where it was, closed. One session at a time shows it.

import { openCollection } from './collection-opening.js';
import { namesIn, reflect } from './element-attributes.js';
import { ElementNotice } from './element-notice.js';
import { ElementReports } from './element-reports.js';
import { ElementSize } from './element-size.js';
import { choosingIn } from './form-control.js';
import { LayoutChangeEvent } from '../grid-events.js';
import { GridSession } from './grid-session.js';
import { loadFeatures } from './lazy-features.js';
import { makeStage } from './skeleton.js';
import { StyleSheets } from './style-sheets.js';
import { GridQuery } from '../query/grid-query.js';
import { serverAt } from '../server/server.js';
import { loadStrings, strings } from '../../strings/strings.js';

/** @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription */

export class ElementContent {
  /** @type {GridSession | undefined} */
  session;
  query = new GridQuery();
  /** @type {Readonly<import('./layout-choice.js').LayoutNumbers> | undefined} the numbers of the layout, where a program has set some */
  numbers;
  /** @type {import('./grid-session.js').RestorableState | undefined} for the collection that is opened next */
  restorable;
  /** Whether the element is in a document. */
  isStarted = false;
  #element;
  #stage;
  #size;
  #reports;
  #notice;
  #sheets;
  #opening = new AbortController();
  #token = '';
  /** @type {CollectionDescription | undefined} what the caller has just read of the collection that is opened next */
  #known;
  /** @type {import('../scroll/trace-recorder.js').TraceRecorder | undefined} */
  #recorder;
  /**
   * Shown when the collection could no longer be: it is shown there again.
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

  /**
   * @param {import('./collection-grid-element.js').CollectionGrid} element
   * @param {ShadowRoot} root
   * @param {ElementInternals} internals
   */
  constructor(element, root, internals) {
    this.#element = element;
    this.#stage = makeStage(root);
    this.#size = new ElementSize(element, internals, () => this.session?.resize());
    this.#reports = new ElementReports(element);
    this.#notice = new ElementNotice(this.#stage, strings);
    this.#sheets = new StyleSheets(root);
    this.#sheets.load();
  }

  get token() { return this.#token; }
  set token(token) {
    if (token === this.#token) return;
    this.#token = token;
    this.#openAgain();
  }

  /** The element is in a document. */
  start() {
    this.isStarted = true;
    this.#size.observe();
    for (const [target, name, listener] of this.#listeners) target.addEventListener(name, listener);
    this.#open();
  }

  stop() {
    this.isStarted = false;
    this.#size.disconnect();
    for (const [target, name, listener] of this.#listeners) target.removeEventListener(name, listener);
    this.#close();
  }

  /**
   * Lays out by a kind, and by numbers where there are some.
   * @param {string} kind
   * @param {import('./layout-choice.js').LayoutNumbers} [numbers]
   */
  layOut(kind, numbers) {
    const element = this.#element;
    const [attribute, before] = [element.getAttribute('layout'), JSON.stringify(this.numbers)];
    this.numbers = numbers && Object.freeze({ ...numbers });
    reflect(element, 'layout', kind);
    // An attribute that stays reports nothing.
    if (element.getAttribute('layout') === attribute && JSON.stringify(this.numbers) !== before) this.attributeChanged('layout');
  }

  /** @param {string} name of an attribute that has another value */
  attributeChanged(name) {
    // Numbers are of the kind that they were set for.
    if (name === 'layout' && this.numbers && (this.numbers.kind ?? 'column') !== this.#kind) this.numbers = undefined;
    if (['collection', 'server', 'name', 'multiple'].includes(name)) this.#open();
    else if (name === 'readonly' || name === 'actions') this.#openAgain();
    // The attributes of an element in the document are reported before the element is connected.
    else if (this.isStarted && ['layout', 'density', 'captions', 'policy'].includes(name)) {
      this.session?.change(this.#wish);
      if (name !== 'policy') this.#element.dispatchEvent(new LayoutChangeEvent(this.session?.layoutKind ?? this.#kind, this.#element.density));
    }
  }

  /** @param {import('../query/query.js').Query | undefined} query */
  async find(query) {
    this.query.wanted = query;
    // Another collection may be set in the same breath: it begins with the query.
    await undefined;
    await this.session?.query.find();
  }

  /** @param {CollectionDescription} description of the collection to show, just read */
  show(description) {
    // One that has not been read yet is waited for.
    this.#known = description.open === false ? undefined : description;
    // An attribute that stays reports nothing, for example of a collection that could not be opened.
    if (this.#element.collection !== description.id) this.#element.collection = description.id;
    else if (!this.session) this.#open();
    this.#known = undefined;
  }

  /** @param {import('../scroll/trace-recorder.js').TraceRecorder} recorder */
  record(recorder) {
    this.#recorder = recorder;
    this.session?.record(recorder);
  }

  /** Opens the collection that the element names. */
  async #open() {
    if (!this.isStarted) return;
    this.#close();
    const { collection, server: address } = this.#element;
    if (!collection) return;
    const server = serverAt(address, this.#token);
    const of = this.#shownName;
    const known = this.#known;
    const restored = this.restorable ?? (this.#kept?.of === of ? this.#kept.state : undefined);
    this.restorable = undefined;
    const { signal } = (this.#opening = new AbortController());
    this.#reports.state({ state: 'loading' });
    const failed = (/** @type {import('../server/wire.js').Reason | undefined} */ reason, /** @type {unknown} */ problem) => {
      this.#notice.show(reason);
      this.#reports.state({ state: 'failed', reason, problem });
    };
    if (!server) {
      await loadStrings();
      if (!signal.aborted) failed({ code: 'grid-server-invalid', values: { server: address } });
      return;
    }
    await openCollection(collection, { server, known, restored, hasQuery: this.query.wanted !== undefined, signal }, async (description) => {
      await this.#sheets.load();
      await this.#size.known();
      if (!signal.aborted) this.#show(description, server, restored, signal);
    }, failed);
  }

  /**
   * @param {CollectionDescription} description
   * @param {import('../server/server.js').Server} server
   * @param {import('./grid-session.js').RestorableState | undefined} restored
   * @param {AbortSignal} signal
   */
  #show(description, server, restored, signal) {
    const element = this.#element;
    this.#kept = undefined;
    this.#notice.hide();
    const delegate = this.#reports.delegate(async ({ reason }) => {
      const canOpen = await loadFeatures().then((f) => f.canOpenAgain(description.id, reason, server, signal), () => !signal.aborted);
      if (canOpen) this.#openAgain();
    });
    this.session = new GridSession({
      stage: this.#stage, sheets: this.#sheets, server, description, wish: this.#wish, strings, choosing: choosingIn(element), isReadOnly: element.readOnly,
      actions: element.actions === undefined ? undefined : namesIn(element.actions),
      delegate, restored, query: this.query,
    });
    this.session.record(this.#recorder);
    this.session.described();
  }

  /** The kind of layout that the attribute names. */
  get #kind() { return this.#element.getAttribute('layout') ?? 'column'; }

  get #wish() {
    const { density, policy } = this.#element;
    return { kind: this.#kind, density, policy, numbers: this.numbers, captions: this.#element.captions };
  }

  /** What is shown, by its names. */
  get #shownName() { return `${this.#element.server} ${this.#element.collection}`; }

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
