// @ts-check
// The conditions that are set, each with a button that removes it; on the wall, a switch that lets what is found glow among all.

import { append } from '../grid/dom.js';
import { strings } from '../strings/strings.js';
import { conditionWords } from './condition-words.js';
import { withoutCondition } from './conditions.js';

export class Chips {
  #row;
  #list;
  #context;
  #shown = '';

  /**
   * @param {HTMLElement} main above which they are: the filter panel, in it, stays where it is when they come and go
   * @param {import('./finder.js').FindContext} context
   */
  constructor(main, context) {
    this.#context = context;
    this.#row = document.createElement('section');
    this.#row.className = 'chips';
    this.#row.setAttribute('aria-label', strings.find.conditions);
    this.#row.hidden = true;
    this.#list = append(this.#row, 'ul');
    main.before(this.#row);
  }

  /** @param {import('./finder.js').Shown} shown */
  show({ wish }) {
    const { other } = wish;
    const conditions = wish.conditions.filter((condition) => !this.#context.isInBar(condition));
    const texts = conditions.map((condition) => conditionWords(condition, strings));
    if (other) texts.push(strings.find.customFilter);
    const light = this.#context.light();
    const shown = [light, ...texts].join('\n');
    if (shown === this.#shown) return;
    this.#shown = shown;
    const hadFocus = [...this.#list.querySelectorAll('button')].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    this.#list.replaceChildren();
    texts.forEach((text, i) => {
      const isCondition = i < conditions.length;
      const button = this.#button(text, 'chip', () => this.#context.change(isCondition ? withoutCondition(wish, conditions[i].field) : { ...wish, other: undefined }));
      button.setAttribute('aria-label', strings.find.remove(text));
      button.insertAdjacentHTML('beforeend', '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4.500 4.500l7 7M11.500 4.500l-7 7"/></svg>');
    });
    if (light !== undefined) this.#button(strings.find.light, 'light', () => this.#context.switchLight()).setAttribute('aria-pressed', String(light));
    if (texts.length > 1) this.#button(strings.find.clearAll, 'clear-all', () => this.#context.change({ ...wish, conditions: [], other: undefined }));
    this.#row.hidden = texts.length === 0 && light === undefined;
    // The chip that was removed had the focus: the one at its place gets it.
    const buttons = this.#list.querySelectorAll('button');
    if (hadFocus >= 0 && buttons.length) buttons[Math.min(hadFocus, buttons.length - 1)].focus();
    else if (hadFocus >= 0) this.#context.leave();
  }

  /**
   * @param {string} words
   * @param {string} className
   * @param {() => void} pressed
   */
  #button(words, className, pressed) {
    const button = append(append(this.#list, 'li'), 'button', className);
    append(button, 'span').textContent = words;
    button.addEventListener('click', pressed);
    return button;
  }
}
