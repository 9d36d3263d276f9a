// @ts-check
// The bar over a large picture: its name, place and details, its marks, and which ways lead on.

import { LightboxMarks } from './lightbox-marks.js';
import { PictureDetails } from './picture-details.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

export class LightboxBar {
  #parts;
  #strings;
  /** @type {PictureDetails} */
  #details;

  /**
   * @param {import('./lightbox-skeleton.js').LightboxParts} parts
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {import('../query/shown-order.js').ShownOrder} order
   * @param {import('../access/speech.js').Speech} speech
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {() => void} changed more is known of a picture
   * @param {() => void} step goes to the next picture
   * @param {(id: string) => unknown} goTo shows the picture of an item
   */
  constructor(parts, description, order, speech, strings, changed, step, goTo) {
    this.#parts = parts;
    this.#strings = strings;
    this.#details = new PictureDetails(description, order, strings, changed);
    this.marks = new LightboxMarks(parts, description, order, speech, strings, step, goTo);
    for (const [rating, button] of parts.rates) {
      button.addEventListener('click', () => this.marks.rate(rating));
    }
  }

  /**
   * @param {Cell} cell
   * @param {{index: number, itemCount: number, store: {version: number}}} feed
   */
  show(cell, { index, itemCount, store }) {
    const { title, place, details, previous, next, rates } = this.#parts;
    this.marks.show(cell);
    title.textContent = cell.item?.title ?? '';
    place.textContent = this.#strings.picturePlace(index + 1, itemCount);
    previous.hidden = index === 0;
    next.hidden = index >= itemCount - 1;
    const given = cell.item?.attributes?.rating;
    for (const [rating, button] of rates) button.setAttribute('aria-pressed', String(rating === given));
    // Each by itself: the name of a folder may run the other way than a date beside it.
    details.replaceChildren(...this.#details.of(cell, store.version).flatMap((text, i) => {
      const part = document.createElement('bdi');
      part.textContent = text;
      return i ? [' · ', part] : [part];
    }));
  }

  close() { this.#details.close(); }
}
