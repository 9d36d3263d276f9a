// @ts-check
// The search field in the bar; where there is little room, a button that opens it over the bar.

import { append } from '../grid/dom.js';
import { strings } from '../strings/strings.js';
import { iconButton } from './icon-button.js';

/**
 * @typedef {object} SearchDelegate
 * @property {(text: string) => void} searchTyped
 * @property {() => void} searchLeft the focus goes to the results
 * @property {() => void} searchEnded what is typed next is another search
 */

export class SearchField {
  #bar;
  #form;
  #input;
  #clear;
  #count;
  #opener;
  #delegate;

  /**
   * @param {HTMLElement} bar
   * @param {SearchDelegate} delegate
   */
  constructor(bar, delegate) {
    const words = strings.find;
    this.#bar = bar;
    this.#delegate = delegate;
    const form = (this.#form = document.createElement('form'));
    form.className = 'search';
    form.setAttribute('role', 'search');
    form.hidden = true;
    const back = iconButton(form, 'back', words.closeSearch, 'search-back');
    const box = append(form, 'div', 'search-box');
    box.innerHTML = '<svg viewBox="0 0 20 20" aria-hidden="true"><circle cx="8.500" cy="8.500" r="5"/><path d="M12.300 12.300 17 17"/></svg>';
    const input = (this.#input = append(box, 'input'));
    input.type = 'text';
    input.inputMode = 'search';
    input.enterKeyHint = 'search';
    input.autocomplete = 'off';
    input.spellcheck = false;
    input.setAttribute('role', 'searchbox');
    input.setAttribute('aria-label', words.search);
    input.maxLength = 400;
    input.placeholder = words.search;
    input.title = words.searchHint;
    this.#count = append(box, 'span', 'search-count');
    this.#count.setAttribute('aria-hidden', 'true');
    this.#clear = iconButton(box, 'cross', words.clearSearch, 'search-clear');
    /** @type {HTMLElement} */ (bar.querySelector('.tools')).before(form);
    this.#opener = iconButton(/** @type {HTMLElement} */ (bar.querySelector('.tools')), 'search', words.searchHint, 'search-open');
    this.#opener.hidden = true;
    /** @type {HTMLElement} */ (bar.querySelector('.tools')).prepend(this.#opener);
    this.#opener.addEventListener('click', () => this.focus());
    box.addEventListener('click', ({ target }) => target !== this.#clear && input.focus());
    back.addEventListener('click', () => this.#leave());
    this.#clear.addEventListener('click', () => {
      this.#empty();
      input.focus();
    });
    input.addEventListener('input', () => {
      this.#clear.hidden = input.value === '';
      delegate.searchTyped(input.value);
    });
    input.addEventListener('keydown', (event) => this.#key(event));
    input.addEventListener('blur', () => delegate.searchEnded());
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#leave();
    });
    this.#clear.hidden = true;
  }

  /** @param {boolean} isThere whether the server can search */
  set isThere(isThere) { this.#form.hidden = this.#opener.hidden = !isThere; }

  focus() {
    if (this.#form.hidden) return;
    this.#bar.classList.add('searching');
    this.#input.focus();
    this.#input.select();
  }

  /** @param {string} text what is searched, unless the reader is typing it */
  show(text) {
    if (this.#input.value.trim() !== text.trim()) this.#input.value = text;
    this.#clear.hidden = this.#input.value === '';
    this.#opener.classList.toggle('in-use', text.trim() !== '');
  }

  /** @param {string} words number of results, where the bar has no room for it */
  count(words) { this.#count.textContent = words; }

  #empty() {
    if (this.#input.value === '') return;
    this.#input.value = '';
    this.#clear.hidden = true;
    this.#delegate.searchTyped('');
  }

  #leave() {
    this.#bar.classList.remove('searching');
    // Where there is no result to take the focus, keys are commands again.
    this.#input.blur();
    this.#delegate.searchLeft();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    // What an input method makes of the key comes first.
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') this.#leave();
    else if (event.key === 'Escape') {
      this.#empty();
      this.#leave();
    } else return;
    event.preventDefault();
  }
}
