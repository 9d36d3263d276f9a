// @ts-check
// The lens: what an item on the wall is, near the pointer or the focus.

import { append } from '../dom.js';
import { markWords } from '../marks/mark.js';
import { registrationOf, shownKind } from '../cells/registrations.js';
import { LENS_WIDTH } from './lent-cells.js';

/** Distance from the cell, and from the edges of the view, in px. */
const GAP = 12;
const MARGIN = 8;

/** @typedef {import('../model/cell-store.js').Cell} Cell */

export class Lens {
  #frame;
  #server;
  #strings;
  #address;
  #opened;
  /** @type {HTMLElement | undefined} */
  #shown;
  /** @type {(() => void) | undefined} */
  #remove;

  /**
   * @param {HTMLElement} frame
   * @param {import('../server/server.js').Server} server
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {(item: import('../server/wire.js').Item, width: number) => string} address of an item's picture
   * @param {(cell: Cell) => void} opened it was pressed
   */
  constructor(frame, server, strings, address, opened) {
    this.#frame = frame;
    this.#server = server;
    this.#strings = strings;
    this.#address = address;
    this.#opened = opened;
  }

  /**
   * @param {Cell} cell
   * @param {import('../model/geometry.js').Frame} box where the cell is in the view
   * @param {{itemCount: number, hasPicture: boolean, isPressable?: boolean}} options
   */
  show(cell, box, { itemCount, hasPicture, isPressable = false }) {
    this.hide();
    const { item } = cell;
    if (!item) return;
    const lens = (this.#shown = append(this.#frame, 'div', `lens${isPressable ? ' pressable' : ''}`));
    lens.setAttribute('aria-hidden', 'true');
    if (isPressable) lens.addEventListener('click', () => {
      this.hide();
      this.#opened(cell);
    });
    this.#picture(lens, cell, hasPicture);
    append(lens, 'b').textContent = item.title || cell.id;
    const words = [this.#strings.picturePlace(cell.index + 1, itemCount), ...markWords(item, this.#strings)];
    append(lens, 'span').textContent = words.join(' · ');
    this.#place(lens, box);
  }

  hide() {
    this.#shown?.remove();
    this.#shown = undefined;
    this.#remove?.();
    this.#remove = undefined;
  }

  /**
   * @param {HTMLElement} lens
   * @param {Cell} cell
   * @param {boolean} hasPicture
   */
  #picture(lens, cell, hasPicture) {
    const kind = shownKind(cell);
    const body = append(append(lens, 'div', `face kind-${kind}`), 'div', 'body');
    if (hasPicture && kind === 'photo' && cell.item) {
      const image = append(body, 'img');
      image.alt = '';
      image.onload = () => lens.classList.add('loaded');
      return this.#server.show(image, this.#address(cell.item, LENS_WIDTH));
    }
    const registration = registrationOf(kind);
    const parts = registration.make(body);
    registration.configure(parts, cell);
    this.#remove = () => registration.remove?.(parts);
  }

  /**
   * Beside the cell, where there is room.
   * @param {HTMLElement} lens
   * @param {import('../model/geometry.js').Frame} box
   */
  #place(lens, [x, y, width, height]) {
    const { offsetWidth, offsetHeight } = lens;
    const [most, lowest] = [this.#frame.clientWidth - offsetWidth - MARGIN, this.#frame.clientHeight - offsetHeight - MARGIN];
    const right = x + width + GAP;
    const left = right <= most ? right : Math.max(MARGIN, x - offsetWidth - GAP);
    const above = y - offsetHeight - GAP;
    // A finger hides what is below it.
    const top = lens.classList.contains('pressable') ? (above >= MARGIN ? above : y + height + GAP) : y + height / 2 - offsetHeight / 2;
    lens.style.translate = `${Math.min(left, Math.max(MARGIN, most))}px ${Math.max(MARGIN, Math.min(top, lowest))}px`;
  }
}
