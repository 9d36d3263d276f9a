// @ts-check
// The line below a large picture's name: its folder, when it was taken, its dimensions, the size of its file.

import { ItemFacts } from '../server/item-facts.js';
import { readSections } from '../server/sections.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** Delay before the file is asked about: who goes on quickly reads nothing. In ms. */
const DELAY_MS = 150;

export class PictureDetails {
  #collection;
  #hasSections;
  #units;
  #changed;
  #facts;
  /**
   * Titles of sections by version and number.
   * @type {Map<string, string>}
   */
  #titles = new Map();
  #asked = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {() => void} changed
   */
  constructor(description, strings, changed) {
    this.#collection = description.id;
    this.#hasSections = (description.sectionCount ?? 1) > 1;
    this.#units = strings.units;
    this.#changed = changed;
    this.#facts = new ItemFacts(description.id, changed);
  }

  /**
   * What is known of a picture, in parts; what is not known is asked for.
   * @param {Cell} cell
   * @param {number} version
   */
  of(cell, version) {
    this.#ask(cell, version);
    const { date, sizeBytes } = this.#facts.get(cell) ?? {};
    const { width, height } = cell.item ?? {};
    const parts = [
      this.#titles.get(`${version} ${cell.indexPath[0]}`), date && this.#units.date(date),
      width && height && this.#units.dimensions(width, height), sizeBytes !== undefined && this.#units.fileSize(sizeBytes),
    ];
    return parts.flatMap((part) => part || []);
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
      const key = `${version} ${section}`;
      if (!this.#hasSections || this.#titles.has(key)) return;
      const page = await readSections(this.#collection, { offset: section, limit: 1 }).catch(() => undefined);
      if (page?.version !== version) return;
      this.#titles.set(key, page.sections[0]?.title ?? '');
      this.#changed();
    }, DELAY_MS);
  }
}
