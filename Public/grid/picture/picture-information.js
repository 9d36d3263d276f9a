// @ts-check
// The information panel beside a large picture: when, with what and where it was taken, and its file.

import { withKey } from '../access/keys.js';
import { append } from '../dom.js';
import { ItemFields } from '../server/item-fields.js';
import { informationRows } from './information-rows.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** Delay before the server is asked: who goes on quickly asks nothing. In ms. */
const DELAY_MS = 120;

/** Whether the panel was open last: it is again with the next picture that is opened. */
let isWanted = false;

export class PictureInformation {
  #parts;
  #strings;
  #fields;
  /** @type {Cell | undefined} */
  #cell;
  #asked = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {import('./lightbox-skeleton.js').LightboxParts} parts
   * @param {import('../server/server.js').Server} server
   * @param {string} collection
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(parts, server, collection, strings) {
    this.#parts = parts;
    this.#strings = strings;
    this.#fields = new ItemFields(server, collection);
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
    if (!isWanted) return;
    const asked = `${cell.id} ${cell.item?.revision} ${JSON.stringify(cell.item?.attributes)}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const fields = await this.#fields.of(cell);
      if (asked === this.#asked) this.#fill(cell, fields ?? {});
    }, DELAY_MS);
  }

  close() { clearTimeout(this.#timer); }

  #draw() {
    const { dialog, information, panel } = this.#parts;
    const words = withKey('information', isWanted ? this.#strings.find.closeInformation : this.#strings.find.information);
    dialog.classList.toggle('informed', isWanted);
    panel.hidden = !isWanted;
    information.setAttribute('aria-pressed', String(isWanted));
    information.setAttribute('aria-label', words);
    information.title = words;
    this.#asked = '';
    if (this.#cell) this.show(this.#cell);
  }

  /**
   * @param {Cell} cell
   * @param {import('../server/item-fields.js').Fields} fields
   */
  #fill(cell, fields) {
    const { panel } = this.#parts;
    const { find } = this.#strings;
    const rows = informationRows(cell.item, fields, this.#strings);
    panel.replaceChildren();
    append(panel, 'h3').textContent = find.informationTitle;
    const list = append(panel, 'dl');
    for (const { label, value } of rows) {
      append(list, 'dt').textContent = label;
      append(list, 'dd').textContent = value;
    }
    if (!rows.length) append(panel, 'p').textContent = find.noInformation;
  }
}
