// @ts-check
// Finding: what is searched, filtered, sorted and grouped, in the address, in the grid, and in everything that shows it.

import '../strings/en-find.js';
import { pushEntry, replaceEntry } from '../page/entry-state.js';
import { append } from '../grid/dom.js';
import { SMALLEST_NODE } from '../grid/element/layout-choice.js';
import { listen } from '../grid/grid-events.js';
import { LatestOnly } from '../grid/query/latest-only.js';
import { sameQuery } from '../grid/query/query.js';
import { preference, setPreference } from '../page/preferences.js';
import { onShortcut } from '../page/shortcuts.js';
import { strings } from '../strings/strings.js';
import { ArrangeMenu } from './arrange-menu.js';
import { arrangementOf, readArrangement } from './arrangement.js';
import { Chips } from './chips.js';
import { NOTHING, isNarrowed, queryOf, withoutArrangement } from './conditions.js';
import { FieldReader } from './field-reader.js';
import { FilterPanel } from './filter-panel.js';
import { readWish, writeWish } from './find-address.js';
import { ListHeaders } from './list-headers.js';
import { NoResults } from './no-results.js';
import { QuickOpener } from './quick-opener.js';
import { SearchField } from './search-field.js';

/** @typedef {import('./conditions.js').Wish} Wish */

/** Delay before the number of results is spoken: not with each key. In ms. */
const SPOKEN_MS = 700;
/** The preference that what is found glows on the wall, among all. */
const LIGHT = 'light';

export class Finder {
  #grid;
  #address;
  /** @type {import('../grid/server/wire.js').CollectionDescription | undefined} */
  #collection;
  /** @type {Wish} */
  #wish = NOTHING;
  /**
   * What is on screen: what the server refuses gives way to it.
   * @type {Wish}
   */
  #shownWish = NOTHING;
  /** Whether what is typed changes the history's entry, rather than adding one. */
  #isTyping = false;
  #spoken = 0;
  /** Of the grid. */
  #state = 'loading';
  #isLit = preference(LIGHT) === 'on';
  #wasWall = false;
  #lighting = new LatestOnly(() => this.#light());
  /**
   * How many items glow; `undefined` while nothing dims.
   * @type {number | undefined}
   */
  #lit;
  /** Settles when what is asked for is on screen. */
  #found = Promise.resolve();
  #fields;
  #search;
  #panel;
  #arrange;
  #quick;
  #headers;
  #chips;
  #nothing;
  #status;
  #bar;
  #foldsStacks;
  #counted;

  /**
   * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
   * @param {import('../page/address.js').PictureAddress} address
   * @param {HTMLElement} bar
   * @param {HTMLElement} main the grid's parent
   * @param {FindDelegate} delegate
   */
  constructor(grid, address, bar, main, delegate) {
    this.#grid = grid;
    this.#address = address;
    this.#bar = bar;
    this.#fields = new FieldReader(() => (this.#learned(), delegate.findCounted()));
    this.#foldsStacks = delegate.findFoldsStacks;
    const context = { fields: () => this.#fields.fields, change: (/** @type {Wish} */ wish) => this.change(wish), leave: () => grid.focus(), opened: () => this.#fields.refresh(), makeOwnOrder: () => this.#found.then(() => grid.makeOwnOrder()), notify: (/** @type {[string, import('../grid/access/speech.js').Offer?]} */ ...message) => grid.notify(...message), savedChanged: delegate.findSaved, draw: () => this.#draw(), isInBar: (/** @type {import('./conditions.js').Condition} */ condition) => this.#quick.covers(condition), light: () => (this.#isWall && isNarrowed(this.#wish) ? this.#isLit : undefined), switchLight: () => this.#switchLight(!this.#isLit) };
    this.#search = new SearchField(bar, {
      searchTyped: (text) => this.#typed(text),
      searchLeft: () => this.#leave(),
      searchEnded: () => (this.#isTyping = false),
    });
    const tools = /** @type {HTMLElement} */ (bar.querySelector('.tools'));
    this.#quick = new QuickOpener(tools, main, context);
    this.#panel = new FilterPanel(tools, context);
    this.#arrange = new ArrangeMenu(tools, context);
    this.#headers = new ListHeaders(main, grid, context);
    this.#chips = new Chips(main, context);
    this.#nothing = new NoResults(main, context);
    this.#status = append(main, 'div', 'find-status');
    this.#status.setAttribute('role', 'status');
    listen(grid, 'statechange', ({ state }) => {
      this.#state = state;
      this.#shown();
    });
    // A change that moves nothing changes counts all the same.
    listen(grid, 'itemschange', () => this.#shown());
    listen(grid, 'querychange', (event) => {
      this.#answered(event);
      if (event.state === 'shown') delegate.findCounted();
    });
    listen(grid, 'descriptionchange', () => delegate.findCounted());
    listen(grid, 'layoutchange', () => this.#sized());
    this.#counted = () => delegate.findCounted();
    // In its own order, items can be moved.
    listen(grid, 'ownordermade', () => this.change(withoutArrangement(this.#wish)));
    onShortcut('search', () => this.#search.focus());
    onShortcut('filter', () => this.#panel.toggle());
    onShortcut('quick', () => this.#quick.next());
    onShortcut('arrange', () => this.#arrange.toggle());
  }

  /**
   * A collection is about to be shown, with what the address asks for, or as it was arranged last. To be called before the grid
   * has the collection.
   * @param {import('../grid/server/wire.js').CollectionDescription} collection
   */
  begin(collection) {
    this.#collection = collection;
    this.#shownWish = NOTHING;
    this.#isTyping = false;
    const asked = readWish(location.search);
    const wish = asked ?? { ...NOTHING, ...readArrangement(preference(`arrangement ${collection.id}`)) };
    if (!asked && queryOf(wish)) replaceEntry(this.#place(wish) + location.hash);
    this.#fields.begin(collection.id);
    this.#set(wish);
  }

  /**
   * The reader went back or forward within the collection.
   * @returns {Promise<void>} settles when what the address asks for is on screen
   */
  async traverse() {
    this.#isTyping = false;
    this.#keepArrangement(readWish(location.search) ?? NOTHING);
    await this.#set(readWish(location.search) ?? NOTHING);
  }

  /**
   * What is set is another: the address says so, and Back returns.
   * @param {Wish} wish
   */
  change(wish) {
    this.#isTyping = false;
    this.#push(wish, true);
  }

  /** How many items are shown, of how many. */
  get countWords() {
    const itemCount = this.#lit ?? this.#grid.session?.total ?? this.#grid.itemCount;
    return isNarrowed(this.#wish) ? strings.find.found(itemCount, Math.max(itemCount, this.#total)) : strings.items(itemCount);
  }

  /** Gives the focus to the results, also to those that are still to come. */
  async #leave() {
    this.#grid.focus();
    await this.#found;
    if (document.activeElement === document.body) this.#grid.focus();
  }

  get #total() { return this.#fields.total ?? this.#collection?.itemCount ?? 0; }

  /** @param {string} text */
  #typed(text) {
    this.#push({ ...this.#wish, search: text }, !this.#isTyping);
    this.#isTyping = true;
  }

  /**
   * @param {Wish} wish
   * @param {boolean} isNew whether it has an entry of its own in the history
   */
  #push(wish, isNew) {
    const place = this.#place(wish);
    if (isNew) {
      this.#address.keep();
      pushEntry(place);
    } else replaceEntry(place);
    this.#keepArrangement(wish);
    this.#set(wish);
  }

  /** @param {Wish} wish */
  #place(wish) { return `${location.pathname}${writeWish(location.search, wish)}`; }

  /** @param {Wish} wish */
  #keepArrangement(wish) {
    if (this.#collection) setPreference(`arrangement ${this.#collection.id}`, arrangementOf(wish));
  }

  /**
   * @param {Wish} wish
   * @returns {Promise<void>}
   */
  #set(wish) {
    this.#wish = wish;
    this.#draw();
    this.#lighting.do(undefined);
    // Of one that is refused the grid tells beside.
    return (this.#found = this.#grid.find(this.#query(wish)).catch(() => {}));
  }

  /**
   * What is asked of the collection for a wish.
   * @param {Wish} wish
   * @returns {import('./conditions.js').Query | undefined}
   */
  #query(wish) { return this.#folded(this.#lights ? { ...NOTHING, sort: wish.sort, group: wish.group } : wish); }

  /** @param {Wish} wish */
  #folded(wish) { return this.#foldsStacks() ? { ...queryOf(wish), stacks: /** @type {const} */ ('folded') } : queryOf(wish); }

  /** Whether cells are so small that what is found can glow among all. */
  get #isWall() { return typeof this.#grid.layout === 'string' && this.#grid.density < SMALLEST_NODE; }
  /** Whether what is found glows, in the place of being all that is shown. */
  get #lights() { return this.#isLit && this.#isWall && isNarrowed(this.#wish); }

  /** @param {boolean} isLit */
  #switchLight(isLit) {
    this.#isLit = isLit;
    setPreference(LIGHT, isLit ? 'on' : 'off');
    this.#set(this.#wish);
  }

  /** The size of cells is another: larger ones do not glow. */
  #sized() {
    if (this.#isWall === this.#wasWall) return;
    this.#wasWall = this.#isWall;
    if (this.#isLit && isNarrowed(this.#wish)) this.#set(this.#wish);
    else this.#draw();
  }

  async #light() {
    const wish = this.#wish;
    const wasLit = this.#lit !== undefined;
    if (!this.#lights && !wasLit) return;
    try {
      const found = await this.#grid.light(this.#lights ? this.#folded({ ...wish, sort: undefined, group: undefined }) : undefined);
      this.#lit = this.#lights ? found : undefined;
    } catch {
      // As a filter, it is refused with the reason.
      if (wish === this.#wish) this.#switchLight(false);
    }
    this.#counted();
    this.#count();
  }

  /** Stacks are one cell each from now on, or no longer. */
  stacksChanged() { this.#set(this.#wish); }

  #draw() {
    const collection = this.#collection;
    if (!collection) return;
    const shown = { wish: this.#wish, collection, query: queryOf(this.#wish) };
    this.#search.show(this.#wish.search);
    for (const part of [this.#quick, this.#chips, this.#panel, this.#arrange, this.#headers]) part.show(shown);
    this.#nothing.hide();
  }

  #learned() {
    const { isThere, isReading, waiting } = this.#fields;
    this.#bar.classList.toggle('finds', isThere);
    this.#search.isThere = isThere;
    this.#panel.learned(isThere, isReading, waiting);
    for (const part of [this.#quick, this.#arrange, this.#headers]) part.learned(isThere);
  }

  /** The grid shows what it showed, and says why. */
  #giveUp() {
    this.#wish = { ...this.#shownWish, search: this.#wish.search };
    replaceEntry(this.#place(this.#wish));
    this.#keepArrangement(this.#wish);
    this.#draw();
  }

  /** Another version is on screen, or the result of another query. */
  #shown() {
    const state = this.#state;
    if (state !== 'ready' && state !== 'empty') return;
    this.#fields.read();
    this.#panel.refresh();
    this.#lighting.do(undefined);
    if (isNarrowed(this.#wish)) this.#fields.refreshLater();
    if (state === 'empty' && isNarrowed(this.#wish) && this.#collection) this.#nothing.show(this.#collection.id, this.#wish);
    else this.#nothing.hide();
    this.#count();
  }

  #count() { this.#search.count(isNarrowed(this.#wish) ? strings.count(this.#lit ?? this.#grid.itemCount) : ''); }

  /** @param {import('../grid/grid-events.js').QueryChangeEvent} change */
  #answered({ state, query }) {
    if (state === 'shown') this.#shown();
    if (state === 'shown' && sameQuery(query, this.#query(this.#wish))) this.#shownWish = this.#wish;
    if (state === 'refused' && sameQuery(query, this.#query(this.#wish))) this.#giveUp();
    this.#bar.classList.toggle('waiting', state === 'waiting');
    clearTimeout(this.#spoken);
    if (state === 'waiting') this.#status.textContent = strings.find.waiting;
    else if (state === 'shown' && isNarrowed(this.#wish)) {
      this.#spoken = window.setTimeout(() => (this.#status.textContent = strings.find.foundSpoken(this.#lit ?? this.#grid.itemCount)), SPOKEN_MS);
    }
  }
}

/**
 * @typedef {object} FindDelegate
 * @property {() => void} findCounted the number of items, or what it counts, is another
 * @property {() => void} findSaved a search was saved, renamed or deleted
 * @property {() => boolean} findFoldsStacks whether each stack is one cell
 */
/**
 * @typedef {object} FindContext what the parts of the page that find have of one another
 * @property {() => import('./arrangement.js').Field[]} fields
 * @property {(wish: Wish) => void} change
 * @property {() => void} opened a part is opened that shows the fields
 * @property {() => void} makeOwnOrder makes the sort of what is shown the collection's own order
 * @property {(sentence: string, offer?: import('../grid/access/speech.js').Offer) => void} notify
 * @property {() => void} savedChanged a search was saved, renamed or deleted
 * @property {() => void} draw shows what is set once more
 * @property {(condition: import('./conditions.js').Condition) => boolean} isInBar whether the quick bar shows a condition
 * @property {() => boolean | undefined} light whether what is found glows among all; `undefined` where it cannot
 * @property {() => void} switchLight
 * @property {() => void} leave gives the focus to the grid, before what has it goes away
 */
/** @typedef {{wish: Wish, collection: import('../grid/server/wire.js').CollectionDescription, query: import('./conditions.js').Query | undefined}} Shown */
