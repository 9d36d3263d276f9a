// @ts-check
// What is known of a picture, in rows: when, with what and where it was taken, its marks, and its file. Beside a large picture or the grid.

import { append } from '../dom.js';
import { informationRows } from './information-rows.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** Delay before the server is asked: who goes on quickly asks nothing. In ms. */
const DELAY_MS = 120;

export class InformationPanel {
  #panel;
  #fields;
  #strings;
  #asked = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} panel
   * @param {import('../server/item-fields.js').ItemFields} fields
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(panel, fields, strings) {
    this.#panel = panel;
    this.#fields = fields;
    this.#strings = strings;
  }

  /** @param {Pick<Cell, 'id' | 'item'>} cell */
  show(cell) {
    const asked = `${cell.id} ${cell.item?.revision} ${JSON.stringify(cell.item?.attributes)}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      const fields = await this.#fields.of(cell);
      if (asked === this.#asked) this.#fill(cell, fields ?? {});
    }, DELAY_MS);
  }

  /** What is shown next is asked for, whatever was shown. */
  forget() { this.#asked = ''; }

  close() { clearTimeout(this.#timer); }

  /**
   * @param {Pick<Cell, 'id' | 'item'>} cell
   * @param {import('../server/item-fields.js').Fields} fields
   */
  #fill(cell, fields) {
    const { find } = this.#strings;
    const rows = informationRows(cell.item, fields, this.#strings);
    this.#panel.replaceChildren();
    append(this.#panel, 'h3').textContent = find.informationTitle;
    const list = append(this.#panel, 'dl');
    for (const { label, value } of rows) {
      append(list, 'dt').textContent = label;
      append(list, 'dd').textContent = value;
    }
    if (!rows.length) append(this.#panel, 'p').textContent = find.noInformation;
  }
}
