// @ts-check
// The words over a large picture: its name, its place, and a line of details: folder, when it was taken, its dimensions, the size of its file.

import { isOwnOrder } from '../query/own-order.js';
import { ItemFacts } from '../server/item-facts.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** Delay before the file is asked about: who goes on quickly reads nothing. In ms. */
const DELAY_MS = 150;

export class PictureDetails {
  #parts;
  #strings;
  #order;
  #fields;
  #hasSections;
  #changed;
  #facts;
  /**
   * Titles of sections by version and number; in a result, folders by item.
   * @type {Map<string, string>}
   */
  #titles = new Map();
  #asked = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {import('./lightbox-skeleton.js').LightboxParts} parts
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {import('../query/shown-order.js').ShownOrder} order
   * @param {import('../server/item-fields.js').ItemFields} fields
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {() => void} changed more is known of a picture
   */
  constructor(parts, description, order, fields, strings, changed) {
    this.#parts = parts;
    this.#strings = strings;
    this.#order = order;
    this.#fields = fields;
    this.#hasSections = (description.sectionCount ?? 1) > 1;
    this.#changed = changed;
    this.#facts = new ItemFacts(order.server, description.id, changed);
  }

  /**
   * @param {Cell} cell
   * @param {{index: number, itemCount: number, store: {version: number}}} feed
   */
  show(cell, { index, itemCount, store }) {
    const { title, place, details } = this.#parts;
    title.textContent = cell.item?.title ?? '';
    place.textContent = this.#strings.picturePlace(index + 1, itemCount);
    // Each by itself: the name of a folder may run the other way than a date beside it.
    details.replaceChildren(...this.#known(cell, store.version).flatMap((text, i) => {
      const part = document.createElement('bdi');
      part.textContent = text;
      return i ? [' · ', part] : [part];
    }));
  }

  /**
   * What is known of a picture, in parts; what is not known is asked for.
   * @param {Cell} cell
   * @param {number} version
   */
  #known(cell, version) {
    const { units } = this.#strings;
    this.#ask(cell, version);
    const { date, sizeBytes } = this.#facts.get(cell) ?? {};
    const { width, height, media } = cell.item ?? {};
    const parts = [
      this.#titles.get(this.#key(cell, version)), date && units.date(date),
      media?.duration && units.length(media.duration), width && height && units.dimensions(width, height), sizeBytes !== undefined && units.fileSize(sizeBytes),
    ];
    return parts.flatMap((part) => part || []);
  }

  /**
   * @param {Cell} cell
   * @param {number} version
   */
  #key(cell, version) { return isOwnOrder(this.#order.query) ? `${version} ${cell.indexPath[0]}` : `item ${cell.id}`; }

  /**
   * @param {number} section
   * @param {number} version
   */
  async #section(section, version) {
    const page = await this.#order.sections({ offset: section, limit: 1 }).catch(() => undefined);
    return page?.version === version ? page.sections[0]?.title ?? '' : undefined;
  }

  /** @param {Cell} cell whose section is a group */
  async #folder(cell) {
    const { folder } = (await this.#fields.of(cell)) ?? {};
    return folder === undefined ? undefined : String(folder);
  }

  close() {
    clearTimeout(this.#timer);
    this.#facts.close();
  }

  /**
   * @param {Cell} cell
   * @param {number} version
   */
  #ask(cell, version) {
    const section = cell.indexPath[0];
    const asked = `${version} ${section} ${cell.id}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      this.#facts.want([cell]);
      const key = this.#key(cell, version);
      if (!this.#hasSections || this.#titles.has(key)) return;
      const title = await (isOwnOrder(this.#order.query) ? this.#section(section, version) : this.#folder(cell));
      if (title === undefined) return;
      this.#titles.set(key, title);
      this.#changed();
    }, DELAY_MS);
  }
}
