// @ts-check
// One field of the filter panel: its values as check boxes with counts, or its ranges as bars and two fields.

import { append } from '../grid/dom.js';
import { strings } from '../strings/strings.js';
import { fieldWords } from './condition-words.js';
import { conditionOf, toggled, withCondition, withoutCondition } from './conditions.js';
import { facetView, isRanged } from './facets.js';
import { RangeFields } from './range-fields.js';
import { StarsAtLeast } from './stars-at-least.js';

/**
 * @typedef {object} FacetDelegate
 * @property {() => import('./conditions.js').Wish} facetWish
 * @property {(wish: import('./conditions.js').Wish) => void} facetChanged
 * @property {() => void} facetOpened
 */

export class FacetSection {
  element;
  #field;
  #delegate;
  #list;
  #more;
  #range;
  #atLeast;
  /**
   * The values that were listed last: they keep their places.
   * @type {import('./conditions.js').Value[]}
   */
  #listed = [];

  /**
   * @param {import('./arrangement.js').Field} field
   * @param {boolean} isOpen
   * @param {FacetDelegate} delegate
   */
  constructor(field, isOpen, delegate) {
    this.#field = field.field;
    this.#delegate = delegate;
    this.element = document.createElement('details');
    this.element.open = isOpen;
    this.element.dataset.field = field.field;
    append(this.element, 'summary').textContent = fieldWords(field.field, strings);
    if (field.field === 'stars') {
      this.#atLeast = new StarsAtLeast(this.element, (from) => delegate.facetChanged(withCondition(delegate.facetWish(), { field: field.field, from })));
    }
    this.#list = append(this.element, 'ul');
    this.#list.setAttribute('aria-label', fieldWords(field.field, strings));
    this.#more = append(this.element, 'p', 'hint');
    this.#more.textContent = strings.find.more;
    this.#more.hidden = true;
    if (isRanged(field)) {
      this.#range = new RangeFields(this.element, field, (from, until) =>
        delegate.facetChanged(withCondition(delegate.facetWish(), { field: field.field, from, until })));
    }
    this.element.addEventListener('toggle', () => this.element.open && delegate.facetOpened());
  }

  get isOpen() { return this.element.open; }

  open() { this.element.open = true; }

  /** @param {import('./facets.js').Facet} facet */
  show(facet) {
    const wish = this.#delegate.facetWish();
    const view = facetView(facet, wish, strings, this.#listed);
    this.#listed = view.options.flatMap(({ value }) => (value === undefined ? [] : [value]));
    this.#atLeast?.show(conditionOf(wish, this.#field));
    this.#more.hidden = !view.hasMore;
    const rows = [...view.spans.map((span) => this.#span(span)), ...view.options.map((option) => this.#option(option))];
    // Rows are made again with each count: the focus goes to the one of the same name.
    const active = document.activeElement;
    const key = this.#list.contains(active) ? /** @type {HTMLElement} */ (active).dataset.key : undefined;
    const top = this.#list.scrollTop;
    this.#list.replaceChildren(...rows);
    // What is below does not come up under the pointer.
    this.#list.style.minHeight = `${Math.max(this.#list.offsetHeight, parseFloat(this.#list.style.minHeight) || 0)}px`;
    this.#list.scrollTop = top;
    if (key !== undefined) for (const node of this.#list.querySelectorAll('[data-key]')) {
      if (/** @type {HTMLElement} */ (node).dataset.key === key) /** @type {HTMLElement} */ (node).focus({ preventScroll: true });
    }
    this.#range?.show(this.#delegate.facetWish());
  }

  /** @param {import('./facets.js').Option} option */
  #option({ words, value, count, isChecked }) {
    const row = document.createElement('li');
    const label = append(row, 'label', 'option');
    const box = append(label, 'input');
    box.type = 'checkbox';
    box.checked = isChecked;
    box.dataset.key = `value ${value}`;
    box.setAttribute('aria-label', strings.find.optionCount(words, count));
    append(label, 'span', 'words').textContent = words;
    append(label, 'span', 'tally').textContent = strings.count(count);
    label.classList.toggle('none', count === 0 && !isChecked);
    box.addEventListener('change', () => this.#delegate.facetChanged(toggled(this.#delegate.facetWish(), this.#field, value)));
    return row;
  }

  /** @param {import('./facets.js').Span} span */
  #span({ words, from, until, count, share, isChecked }) {
    const row = document.createElement('li');
    const button = append(row, 'button', 'span');
    button.dataset.key = `span ${from}`;
    button.setAttribute('aria-pressed', String(isChecked));
    button.setAttribute('aria-label', strings.find.optionCount(words, count));
    button.style.setProperty('--share', String(share));
    append(button, 'span', 'words').textContent = words;
    append(button, 'span', 'tally').textContent = strings.count(count);
    const { facetWish, facetChanged } = this.#delegate;
    button.addEventListener('click', () => facetChanged(isChecked ? withoutCondition(facetWish(), this.#field)
      : withCondition(facetWish(), { field: this.#field, from, until })));
    return row;
  }
}
