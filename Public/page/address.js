// @ts-check
// The page's address: which collection, which item, which picture is open. The browser's Back returns to the place before.

import { call, collectionPath } from '../grid/server/api.js';
import { keepState, keptState, nameEntry, pushEntry } from './entry-state.js';

/**
 * What an address asks for.
 * @param {Location | URL} location
 */
export function readAddress(location) {
  const query = new URLSearchParams(location.search);
  const hash = new URLSearchParams(location.hash.slice(1));
  return {
    collection: query.get('collection') ?? undefined,
    item: hash.get('item') ?? hash.get('picture') ?? undefined,
    isPicture: hash.has('picture'),
    size: Number(hash.get('size')) || undefined,
  };
}

/**
 * The address of a collection, or of an item or open picture in it.
 * @param {string | undefined} collection
 * @param {{item?: string, picture?: string, size?: string}} [place] `size` of cells in px
 */
export function addressOf(collection, place = {}) {
  const hash = new URLSearchParams(/** @type {Record<string, string>} */ (place)).toString();
  const query = collection === undefined ? location.search : `?${new URLSearchParams({ collection })}`;
  return `${location.pathname}${query}${hash && `#${hash}`}`;
}

/** Least time between two changes of an entry, in ms. */
const FOLLOW_MS = 250;

export class PictureAddress {
  #grid;
  /** Whether the open picture has an entry of its own in the history. */
  #isPushed = false;
  /** Whether the page itself goes back, from the entry of a picture that was closed. */
  #isReturning = false;
  /** The open picture, which the address names soon. */
  #followed = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid */
  constructor(grid) {
    this.#grid = grid;
    nameEntry();
  }

  /**
   * Another picture was opened, or the picture was closed.
   * @param {string | undefined} id of the open picture's item
   */
  shown(id) {
    const { isPicture } = readAddress(location);
    if (id !== undefined) {
      if (isPicture) return this.#follow(id);
      this.keep();
      pushEntry(addressOf(undefined, { picture: id }));
      this.#isPushed = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (isPicture) {
      // Goes back rather than on, so that no entry is left that opens the picture again.
      if (this.#isPushed) {
        this.#isReturning = true;
        history.back();
      } else history.replaceState(history.state, '', addressOf(undefined));
      this.#isPushed = false;
    }
  }

  /**
   * Names another picture in the entry of one, seldom enough while a key is held: browsers refuse a page that does it 30 times a second.
   * @param {string} id
   */
  #follow(id) {
    this.#followed = id;
    if (this.#timer !== undefined) return;
    const { isPicture, item } = readAddress(location);
    if (!isPicture || item === id) return;
    history.replaceState(history.state, '', addressOf(undefined, { picture: id }));
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#follow(this.#followed);
    }, FOLLOW_MS);
  }

  /** Settles when the entry of a picture that was closed has been left. */
  async returned() {
    if (this.#isReturning) await new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  }

  /** Goes to the item or picture that the address names. */
  async go() {
    const { item, isPicture } = readAddress(location);
    if (item === undefined || await this.#grid.showItem(item, isPicture).catch(() => false)) return;
    // Of a stack that is one cell, the face is shown for it.
    const { stack } = await call('GET', collectionPath(this.#grid.collection, 'items', item, 'stack')).catch(() => ({}));
    if (stack && stack.face !== item) await this.#grid.showItem(stack.face, isPicture).catch(() => false);
  }

  /**
   * Keeps with the history's entry what shows the same again.
   * @param {import('../grid/element/grid-session.js').RestorableState | undefined} [state] instead of what is shown now
   */
  keep(state = this.#grid.restorableState) {
    const [collection, layout] = ['collection', 'layout'].map((name) => this.#grid.getAttribute(name) ?? undefined);
    if (state) keepState({ ...state, collection, layout });
  }

  /** Another entry of the history is to be shown: keeps with the one that was left what is still shown. */
  left() {
    this.keep();
    nameEntry();
  }

  /**
   * The view jumped far: adds an entry, so that Back returns.
   * @param {import('../grid/scroll/navigation.js').Place | undefined} from
   */
  jumped(from) {
    this.keep({ ...this.#grid.restorableState, place: from });
    pushEntry(addressOf(undefined));
  }

  /**
   * The reader went back or forward within a collection: a picture closes or opens again, or the view returns.
   * @param {import('./entry-state.js').Entry} entry
   */
  traversed(entry) {
    const isReturning = this.#isReturning;
    this.#isReturning = false;
    // The view is where the picture was closed.
    if (isReturning) return;
    const { isPicture, item } = readAddress(location);
    if (!isPicture && this.#grid.openItem !== undefined) {
      this.#isPushed = false;
      this.#grid.closePicture();
    } else if (item !== undefined) this.go();
    else {
      const kept = keptState(entry);
      if (kept?.place) this.#grid.showItem(kept.place.item, false, kept.place.viewY).catch(() => {});
      else if (kept) this.#grid.offset = 0;
    }
  }
}
