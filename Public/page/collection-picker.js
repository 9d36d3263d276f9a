// @ts-check
// The choice of a collection, or of a search that was saved in one.

import { DemoExtras } from '../demos/extras.js';
import { strings } from '../strings/strings.js';

/** @typedef {import('../grid/server/wire.js').CollectionDescription} CollectionDescription */

/** Between the identifier of a collection and the name of a saved search: neither has one. */
const SEPARATOR = '\n';

export class CollectionPicker {
  #select;
  #title;

  /**
   * @param {HTMLSelectElement} select
   * @param {HTMLElement} title shows what was picked
   * @param {(collection: string, search: string | undefined) => void} picked `search`: the name of a saved one
   */
  constructor(select, title, picked) {
    this.#select = select;
    this.#title = title;
    select.setAttribute('aria-label', strings.collection);
    select.addEventListener('change', () => {
      const [collection, search] = select.value.split(SEPARATOR);
      // A search is a place in its collection.
      select.value = collection;
      picked(collection, search);
    });
  }

  /**
   * Lists collections, each with its saved searches below it.
   * @param {CollectionDescription[]} collections
   */
  list(collections) {
    const { value } = this.#select;
    const listed = collections.filter(({ id }) => !DemoExtras.isTwin(id));
    const options = (/** @type {boolean} */ isAlbum) => listed.filter(({ album = false }) => album === isAlbum).flatMap(optionsOf);
    const group = document.createElement('optgroup');
    group.label = strings.album.albums;
    group.append(...options(true));
    this.#select.replaceChildren(...options(false), ...(group.childElementCount ? [group] : []));
    if (value) this.#select.value = value;
    this.#select.disabled = this.#select.options.length < 2;
  }

  /** @param {CollectionDescription} collection that is shown */
  show({ id, title }) {
    this.#select.value = id;
    this.#title.textContent = title;
  }
}

/**
 * A collection, and its saved searches below it.
 * @param {CollectionDescription} collection
 */
function optionsOf({ id, title, savedQueries = [] }) {
  return [
    new Option(title, id),
    ...savedQueries.map((saved) => new Option(`\u2003${saved.title}`, `${id}${SEPARATOR}${saved.name}`)),
  ];
}
