// @ts-check
// <collection-grid server="…" collection="…">: a collection as a grid that scrolls without blanks and can be put in order. The class is
// what a page may use; what it does is in the controllers that it composes.

import { densityOf, expectNumbers, policyIn, reflect, reviewAttribute, upgradeProperties } from './element-attributes.js';
import { ElementContent } from './element-content.js';
import { ElementItems } from './element-items.js';
import { FormControl } from './form-control.js';
import { expectThat, isList } from '../program-error.js';
import { loadFeatures } from './lazy-features.js';

/** @typedef {import('./element-attributes.js').LayoutKind} LayoutKind */
/** @typedef {import('./element-attributes.js').LoadingPolicy} LoadingPolicy */
/** @typedef {import('./layout-choice.js').LayoutNumbers} LayoutNumbers */

/** @param {unknown} query */
const expectQuery = (query) => expectThat(typeof (query ?? {}) === 'object' && !Array.isArray(query), 'a query is an object, such as { search: "sea" }');

/** A server that renders a page has no elements: there the module can be imported, and no more. */
const Base = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (class {});

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
export class CollectionGrid extends Base {
  // No field: bundlers rewrite all of a class that has a static one, its private members too.
  static get formAssociated() { return true; }
  static get observedAttributes() {
    return ['server', 'collection', 'layout', 'density', 'captions', 'policy', 'readonly', 'actions', 'name', 'multiple', 'required', 'value'];
  }
  #internals = this.attachInternals();
  #content = new ElementContent(this, this.attachShadow({ mode: 'open' }), this.#internals);
  #control = new FormControl(this, this.#internals);
  #items = new ElementItems(this.#content, /** @type {ShadowRoot} */ (this.shadowRoot));

  connectedCallback() {
    upgradeProperties(this, ['server', 'collection', 'layout', 'density', 'captions', 'noBoxes', 'policy', 'readOnly', 'actions', 'token', 'query', 'restorableState', 'value', 'values']);
    this.#content.start();
  }

  disconnectedCallback() { this.#content.stop(); }

  /**
   * @param {string} name
   * @param {string | null} old
   * @param {string | null} value
   */
  attributeChangedCallback(name, old, value) {
    this.#control.attributeChanged(name);
    if (old === value) return;
    reviewAttribute(name, value);
    // What was chosen is of the collection that goes.
    if (name === 'collection' && this.#content.isStarted) this.#control.reset();
    this.#content.attributeChanged(name);
  }

  formResetCallback() { this.#control.reset(); }

  /** @param {boolean} isDisabled also by a `<fieldset>` */
  formDisabledCallback(isDisabled) {
    const room = this.shadowRoot?.firstElementChild;
    if (room instanceof HTMLElement) room.inert = isDisabled;
  }

  /** @param {string | null} state as the browser kept it, for example over Back */
  formStateRestoreCallback(state) { if (state) this.#control.restore(state); }

  /** The address of the server; without one, that from which the element's module came. */
  get server() { return this.getAttribute('server') ?? ''; }
  set server(server) { reflect(this, 'server', server); }

  /** The identifier of the collection that is shown. */
  get collection() { return this.getAttribute('collection') ?? ''; }
  set collection(collection) { reflect(this, 'collection', collection); }

  /**
   * How cells are laid out: the name of a kind, or numbers in px, which the attribute does not have. A kind that the server does not
   * have is shown as columns.
   * @returns {LayoutKind | Readonly<LayoutNumbers>}
   */
  get layout() { return this.#content.numbers ?? /** @type {LayoutKind} */ (this.getAttribute('layout') ?? 'column'); }
  set layout(layout) {
    const numbers = Object(layout) === layout ? /** @type {LayoutNumbers} */ (layout) : undefined;
    if (numbers) expectNumbers(numbers);
    this.#content.layOut(numbers ? numbers.kind ?? 'column' : /** @type {LayoutKind} */ (layout), numbers);
  }

  /** The minimum width of a column in px, from 1 to 1024; below 40 it is the wall. */
  get density() { return densityOf(this); }
  set density(density) { reflect(this, 'density', String(density)); }

  /** Whether names, times and cameras stand under pictures, or over their lower edges where cells have their shapes. */
  get captions() { return this.hasAttribute('captions'); }
  set captions(isShown) { this.toggleAttribute('captions', isShown); }

  /** Whether boxes that data sets have drawn around what is in pictures are hidden. */
  get noBoxes() { return this.hasAttribute('noboxes'); }
  set noBoxes(isHidden) { this.toggleAttribute('noboxes', isHidden); }

  /**
   * The loading policy; `undefined` for the server's own.
   * @returns {LoadingPolicy | undefined}
   */
  get policy() { return policyIn(this.getAttribute('policy')); }
  set policy(policy) { reflect(this, 'policy', policy); }

  /**
   * What people may do by hand beside looking and opening: names with spaces between them, of `select`, `move`, `mark`, `albums`,
   * `export`, `refresh`. Without it, everything in a page of the server's own site; in any other page, `select export`.
   * @returns {string | undefined}
   */
  get actions() { return this.getAttribute('actions') ?? undefined; }
  set actions(actions) {
    // An empty one allows nothing.
    if (actions === undefined || actions === null) this.removeAttribute('actions');
    else this.setAttribute('actions', actions);
  }

  /** Whether people can only look and choose: nothing is moved, marked or put into albums by hand. */
  get readOnly() { return this.hasAttribute('readonly'); }
  set readOnly(isReadOnly) { this.toggleAttribute('readonly', isReadOnly); }

  /** The name of its value in a form. With one, a click chooses an item instead of opening its picture. */
  get name() { return this.getAttribute('name') ?? ''; }
  set name(name) { this.setAttribute('name', name); }

  /** Whether any number of items can be chosen. */
  get multiple() { return this.hasAttribute('multiple'); }
  set multiple(isMultiple) { this.toggleAttribute('multiple', isMultiple); }

  /** Whether a form is not submitted before an item is chosen. */
  get required() { return this.hasAttribute('required'); }
  set required(isRequired) { this.toggleAttribute('required', isRequired); }

  /** Whether nothing can be chosen, and nothing is submitted. */
  get disabled() { return this.hasAttribute('disabled'); }
  set disabled(isDisabled) { this.toggleAttribute('disabled', isDisabled); }

  /** The identifier of the item that is chosen, or of the first of them; empty without one. The attribute is what a reset returns to. */
  get value() { return this.#control.ids[0] ?? ''; }
  set value(id) { this.values = id ? [id] : []; }

  /** The identifiers of all items that are chosen, in the order that is shown. */
  get values() { return [...this.#control.ids]; }
  set values(ids) {
    expectThat(isList(ids ?? []), 'values is a list of identifiers');
    this.#control.set(ids ?? []);
  }

  /** The form that it belongs to. */
  get form() { return this.#internals.form; }
  /** The `<label>` elements that name it. */
  get labels() { return this.#internals.labels; }
  /** Whether its value will do, and why not. */
  get validity() { return this.#internals.validity; }
  /** Why its value will not do, in the reader's language. */
  get validationMessage() { return this.#internals.validationMessage; }
  /** Whether a form asks for its validity. */
  get willValidate() { return this.#internals.willValidate; }
  /** Whether its value will do; fires `invalid` if not. */
  checkValidity() { return this.#internals.checkValidity(); }
  /** The same, and tells the reader. */
  reportValidity() { return this.#internals.reportValidity(); }

  /**
   * The token of a server that needs one. A property alone: what is in the document can be read by everything in it. It is sent in a
   * header, and never in an address.
   */
  get token() { return this.#content.token; }
  set token(token) { this.#content.token = token ?? ''; }

  /**
   * What is asked of the collection, as in `POST /collections/{c}/viewers`; `undefined` for its own order. Set before `collection`, it
   * is that of the next one.
   */
  get query() { return this.#content.query.wanted; }
  set query(query) {
    expectQuery(query);
    // `querychange` reports a refusal.
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
    await this.#content.find(query ?? undefined);
  }

  /**
   * On the wall (a `density` below 40), what a query finds glows, and the rest dims: the order stays. For the collection that is shown, until
   * another one is.
   * @param {import('../query/query.js').Query | undefined} query `undefined`: nothing dims
   * @returns {Promise<number>} how many items it finds; rejects when the server refuses it
   */
  async light(query) {
    expectQuery(query);
    return this.session?.light(query ?? undefined) ?? 0;
  }

  /** How many items the collection, or the result of the query, has. */
  get itemCount() { return this.session?.presenter.store.itemCount ?? 0; }
  /** Whether the source is being read. */
  get isRefreshing() { return this.session?.isRefreshing ?? false; }
  /**
   * The server's name for this view; `undefined` while there is none.
   * @returns {string | undefined}
   */
  get viewer() { return this.session?.presenter.viewer; }
  /** Whether all that is in view is drawn and no request is under way. */
  get isIdle() { return this.session?.isIdle ?? false; }
  /** Top of the view in content px. The scroller's own position differs where the content is taller than an element may be. */
  get offset() { return this.session?.presenter.surface.offset ?? 0; }
  set offset(offset) {
    expectThat(typeof offset === 'number', 'offset is a number of px');
    expectThat(!Number.isNaN(offset), 'offset is a number of px', RangeError);
    this.session?.presenter.surface.jump(Math.max(0, Math.min(offset, this.contentHeight)));
  }
  /** The height of everything, in px. */
  get contentHeight() { return this.session?.presenter.store.contentSize[1] ?? 0; }
  /**
   * An item of what is shown, as the server has it now; what is in view costs no request.
   * @param {string} id
   * @returns {Promise<import('../server/wire.js').Item | undefined>} `undefined` where it is not shown
   */
  async item(id) {
    expectThat(typeof id === 'string', 'item takes an identifier');
    return this.#items.item(id);
  }

  /**
   * The flat index of an item in what is shown.
   * @param {string} id
   * @returns {Promise<number>} -1 where it is not shown
   */
  async indexOf(id) {
    expectThat(typeof id === 'string', 'indexOf takes an identifier');
    return this.#items.indexOf(id);
  }

  /**
   * The item at a point of the window.
   * @param {number} x as `clientX` of an event
   * @param {number} y
   * @returns {import('./element-items.js').ShownItem | undefined} `undefined` between cells and beyond them
   */
  itemAt(x, y) {
    expectThat(Number.isFinite(x + y), 'itemAt takes x and y');
    return this.#items.at(x, y);
  }

  /**
   * The item in whose cell an event happened.
   * @param {Event} event while it is dispatched
   * @returns {import('./element-items.js').ShownItem | undefined}
   */
  cellOf(event) { return this.#items.of(event); }

  /** The item whose picture is shown large. */
  get openItem() { return this.session?.picture.cell?.id; }

  /**
   * Gives the focus to the cell that had it last, or to the first in view.
   * @param {FocusOptions} [options]
   */
  focus(options) {
    if (this.session) this.session.focus();
    else super.focus(options);
  }

  /**
   * Makes the sort of the query the collection's own order, for everybody; says so, and offers to undo it.
   * @returns {Promise<boolean>} whether the collection has that order now
   */
  async makeOwnOrder() {
    await this.session?.features.get();
    return (await this.session?.editing.ownOrder?.make()) ?? false;
  }

  /** Reverts the newest change of the collection, says so, and shows where it was. */
  async undo() { await this.#revert('undo'); }

  /** Makes the change that was reverted last once more. */
  async redo() { await this.#revert('redo'); }

  /** @param {import('../reorder/change-history.js').Way} way */
  async #revert(way) {
    await this.session?.features.get();
    await this.session?.editing.history?.go(way);
  }

  /** Reads the collection's source again. Does nothing while a refresh is running. */
  async refresh() { await this.session?.refresh(); }

  /**
   * Speaks a sentence and shows it for some seconds.
   * @param {string} sentence
   * @param {import('../access/speech.js').Offer} [offer] a button for what can be done about it
   */
  notify(sentence, offer) { this.session?.speech.notify(sentence, offer); }

  /**
   * Goes to an item by its flat index; to the last one where there are fewer.
   * @param {number} index
   */
  scrollToItem(index) {
    expectThat(typeof index === 'number', 'scrollToItem takes a flat index; showItem takes an identifier');
    expectThat(Number.isInteger(index) && index >= 0, `scrollToItem takes a whole number from 0, not ${index}`, RangeError);
    const last = this.itemCount - 1;
    if (this.session && last >= 0) this.session.presenter.seek(Math.min(index, last), this.session.layout.headerHeight + 4);
  }

  /**
   * Goes to an item, wherever it is.
   * @param {string} id
   * @param {boolean} [opens] shows its picture large
   * @param {number} [viewY] where its top shall be in the view
   * @returns {Promise<boolean>} whether there is such an item
   */
  async showItem(id, opens = false, viewY = undefined) {
    expectThat(typeof id === 'string', 'showItem takes an identifier; scrollToItem takes a flat index');
    return (await this.session?.show(id, opens, viewY)) ?? false;
  }

  /** Opens the outline, which lists all sections with their numbers of items, and goes where the reader chooses. */
  async openOutline() { await this.session?.goTo(); }

  /** Returns from the large picture to its cell. */
  closePicture() { return this.session?.picture.close(); }

  /**
   * What is selected, as flat indices of a version: a selection may have millions of items.
   * @returns {{count: number, version: number, ranges: number[][]}}
   */
  get selection() {
    const selection = this.session?.editing.selecting.selection;
    return selection ? { count: selection.count, ...selection.wire } : { count: 0, version: 0, ranges: [] };
  }

  /**
   * Selects items instead of those that are selected.
   * @param {string[]} ids those that the collection does not have are left out
   */
  async select(ids) {
    expectThat(isList(ids), 'select takes a list of identifiers');
    await this.#control.select(ids);
  }

  /** Selects all items, loaded or not. */
  selectAll() { if (this.#control.choosing !== 'one') this.#control.quietly((session) => session.editing.selecting.selection.all()); }

  /** Selects nothing. */
  clearSelection() { this.#control.quietly((session) => session.editing.selecting.selection.clear()); }

  /**
   * The selected items, read from the server.
   * @param {number} [limit] the first so many
   * @returns {Promise<import('../server/wire.js').Item[]>} in the order that is shown
   */
  async selectedItems(limit = 1000) {
    const { session } = this;
    return session ? (await loadFeatures()).selectedItems(session, limit) : [];
  }

  /**
   * Sends `gridchange` to those who still listen to it.
   * @internal
   * @param {[any, any, any?]} listening
   */
  addEventListener(...listening) {
    if (listening[0] === 'gridchange') import('./grid-change.js').then(({ sendGridChanges }) => sendGridChanges(this), () => {});
    super.addEventListener(...listening);
  }

  /**
   * For the server's own page.
   * @internal
   */
  get session() { return this.#content.session; }

  /**
   * Shows the same again after a reload: to be set before the collection.
   * @internal
   * @returns {import('./grid-session.js').RestorableState | undefined}
   */
  get restorableState() { return this.session?.restorableState; }
  set restorableState(state) { this.#content.restorable = state; }

  /**
   * Records what the viewer does from now on.
   * @internal
   * @param {import('../scroll/trace-recorder.js').TraceRecorder} recorder
   */
  record(recorder) { this.#content.record(recorder); }

  /**
   * Sets the attribute `collection`, without asking the server for what the caller has just read.
   * @internal
   * @param {import('../server/wire.js').CollectionDescription} description
   */
  show(description) { this.#content.show(description); }
}
