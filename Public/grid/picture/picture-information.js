// @ts-check
// The information panel beside a large picture, open or not.

import { withKey } from '../access/keys.js';
import { InformationPanel } from './information-panel.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** Whether the panel was open last: it is again with the next picture that is opened. */
let isWanted = false;

export class PictureInformation {
  #parts;
  #strings;
  #panel;
  /** @type {Cell | undefined} */
  #cell;

  /**
   * @param {import('./lightbox-skeleton.js').LightboxParts} parts
   * @param {import('../server/item-fields.js').ItemFields} fields
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(parts, fields, strings) {
    this.#parts = parts;
    this.#strings = strings;
    this.#panel = new InformationPanel(parts.panel, fields, strings);
    parts.information.addEventListener('click', () => this.toggle());
    if (isWanted) this.#draw();
  }

  toggle() {
    isWanted = !isWanted;
    this.#draw();
  }

  /** @param {Cell} cell the picture on screen */
  show(cell) {
    this.#cell = cell;
    if (isWanted) this.#panel.show(cell);
  }

  close() { this.#panel.close(); }

  #draw() {
    const { dialog, information, panel } = this.#parts;
    const words = withKey('information', isWanted ? this.#strings.find.closeInformation : this.#strings.find.information);
    dialog.classList.toggle('informed', isWanted);
    panel.hidden = !isWanted;
    information.setAttribute('aria-pressed', String(isWanted));
    information.setAttribute('aria-label', words);
    information.title = words;
    this.#panel.forget();
    if (this.#cell) this.show(this.#cell);
  }
}
