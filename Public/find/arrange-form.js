// @ts-check
// The controls of sort and groups: in the menu of the bar, and where there is little room, in the filter panel.

import { append } from '../grid/dom.js';
import { strings } from '../strings/strings.js';
import { directionWords, groupChoices, groupedBy, groupValue, hasDates, isByMonth, reversed, sortChoices, sortedBy, withMonths } from './arrangement.js';
import { NOTHING } from './conditions.js';
import { iconButton } from './icon-button.js';

/** How many were made: there is one in the menu and one in the filter's sheet. */
let forms = 0;

export class ArrangeForm {
  #months;
  #sort;
  #direction;
  #measured;
  #group;
  #ownOrder;
  /** @type {import('./conditions.js').Wish} */
  #wish = NOTHING;

  /**
   * @param {HTMLElement} parent
   * @param {import('./finder.js').FindContext} context
   */
  constructor(parent, context) {
    const words = strings.find;
    const form = append(parent, 'div', 'arrange-form');
    this.#months = append(form, 'button', 'months');
    this.#months.textContent = words.byMonth;
    this.#months.addEventListener('click', () => context.change(withMonths(this.#wish)));
    this.#sort = choice(form, words.sort);
    this.#sort.addEventListener('change', () => context.change(sortedBy(this.#wish, this.#sort.value, context.fields())));
    this.#direction = iconButton(/** @type {HTMLElement} */ (this.#sort.closest('.choice')), 'descending', '', 'direction');
    append(this.#direction, 'span');
    this.#direction.addEventListener('click', () => context.change(reversed(this.#wish)));
    this.#measured = append(form, 'p', 'measured');
    this.#ownOrder = append(form, 'div', 'own-order');
    const make = append(this.#ownOrder, 'button');
    make.textContent = strings.makeOwnOrder;
    make.addEventListener('click', () => context.makeOwnOrder());
    const hint = append(this.#ownOrder, 'p');
    hint.textContent = words.ownOrderHint;
    hint.id = `own-order-hint-${++forms}`;
    make.setAttribute('aria-describedby', hint.id);
    this.#group = choice(form, words.group);
    this.#group.addEventListener('change', () => context.change(groupedBy(this.#wish, this.#group.value)));
  }

  focus() { (this.#months.hidden ? this.#sort : this.#months).focus(); }

  /**
   * @param {import('./finder.js').Shown} shown
   * @param {import('./arrangement.js').Field[]} fields
   */
  show({ wish, collection }, fields) {
    this.#wish = wish;
    this.#months.hidden = !hasDates(fields) && !isByMonth(wish);
    this.#months.setAttribute('aria-pressed', String(isByMonth(wish)));
    offer(this.#sort, sortChoices(fields, wish, strings), wish.sort?.field ?? '');
    offer(this.#group, groupChoices(fields, wish, (collection.sectionCount ?? 1) > 1, strings), groupValue(wish));
    const known = fields.find(({ field }) => field === 'sharpness')?.known ?? 0;
    this.#measured.hidden = wish.sort?.field !== 'sharpness';
    this.#measured.textContent = strings.find.measured(known);
    const words = directionWords(wish, fields, strings);
    this.#direction.hidden = !wish.sort;
    this.#ownOrder.hidden = !wish.sort || collection.capabilities?.move === false;
    this.#direction.classList.toggle('ascending', !wish.sort?.descending);
    this.#direction.title = words;
    this.#direction.setAttribute('aria-label', words);
    /** @type {HTMLElement} */ (this.#direction.lastElementChild).textContent = words;
  }
}

/**
 * @param {HTMLElement} parent
 * @param {string} words
 */
function choice(parent, words) {
  const row = append(parent, 'div', 'choice');
  const label = append(row, 'label');
  append(label, 'span').textContent = words;
  const select = append(label, 'select');
  return select;
}

/**
 * @param {HTMLSelectElement} select
 * @param {import('./arrangement.js').Choice[]} choices
 * @param {string} chosen
 */
function offer(select, choices, chosen) {
  const said = choices.map(({ value, words }) => `${value} ${words}`).join('\n');
  if (select.dataset.said !== said) select.replaceChildren(...choices.map(({ value, words }) => new Option(words, value)));
  select.dataset.said = said;
  select.value = chosen;
}
