// @ts-check
// Two fields for a range of numbers or dates. People name the last day and the last whole number; a query the first beyond.

import { append } from '../grid/dom.js';
import { strings } from '../strings/strings.js';
import { dayAfter, dayBefore, fieldWords, WHOLE } from './condition-words.js';
import { conditionOf, TIME_OF_DAY } from './conditions.js';

/** @typedef {import('./conditions.js').Value} Value */

const MEGABYTE = 1_000_000;

export class RangeFields {
  #field;
  #isDate;
  #isTime;
  #from;
  #until;

  /**
   * @param {HTMLElement} parent
   * @param {import('./arrangement.js').Field} field
   * @param {(from: Value | undefined, until: Value | undefined) => void} changed
   */
  constructor(parent, field, changed) {
    this.#field = field.field;
    this.#isTime = field.field === TIME_OF_DAY;
    this.#isDate = field.type === 'date' && !this.#isTime;
    const row = append(parent, 'div', 'range');
    this.#from = this.#input(row, strings.find.from);
    this.#until = this.#input(row, strings.find.until);
    if (this.#field === 'bytes') append(row, 'span', 'unit').textContent = 'MB';
    const take = () => {
      if (this.#from.validity.valid && this.#until.validity.valid) changed(this.#read(this.#from), this.#after(this.#read(this.#until)));
    };
    // A date is complete only when the reader is done with it.
    for (const input of [this.#from, this.#until]) input.addEventListener('change', take);
  }

  /** @param {import('./conditions.js').Wish} wish */
  show(wish) {
    const { from, until } = conditionOf(wish, this.#field) ?? {};
    const root = /** @type {Document} */ (this.#from.ownerDocument);
    if (root.activeElement === this.#from || root.activeElement === this.#until) return;
    this.#from.value = this.#text(from);
    this.#until.value = this.#text(until === undefined ? undefined : this.#before(until));
  }

  /**
   * @param {HTMLElement} row
   * @param {string} words
   */
  #input(row, words) {
    const label = append(row, 'label');
    append(label, 'span').textContent = words;
    const input = append(label, 'input');
    input.type = this.#isTime ? 'time' : this.#isDate ? 'date' : 'number';
    if (input.type === 'number') {
      input.min = '0';
      input.step = 'any';
    }
    input.setAttribute('aria-label', `${fieldWords(this.#field, strings)}, ${words}`);
    return input;
  }

  /** @param {HTMLInputElement} input @returns {Value | undefined} */
  #read({ value }) {
    if (value === '') return undefined;
    return this.#isDate || this.#isTime ? value : Number(value) * (this.#field === 'bytes' ? MEGABYTE : 1);
  }

  /** @param {Value | undefined} value */
  #text(value) {
    if (value === undefined) return '';
    return this.#isTime ? String(value) : this.#isDate ? wholeDay(String(value)) : String(Number(value) / (this.#field === 'bytes' ? MEGABYTE : 1));
  }

  /** @param {Value | undefined} last */
  #after(last) {
    if (last === undefined) return undefined;
    return this.#isDate ? dayAfter(String(last)) : WHOLE.includes(this.#field) ? Number(last) + 1 : last;
  }

  /** @param {Value} until */
  #before(until) { return this.#isDate ? dayBefore(String(until)) : WHOLE.includes(this.#field) ? Number(until) - 1 : until; }
}

/** @param {string} date a year, a month, a day or a moment */
const wholeDay = (date) => (date.length === 4 ? `${date}-01-01` : date.length === 7 ? `${date}-01` : date.slice(0, 10));
