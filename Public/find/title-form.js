// @ts-check
// One field for a title, with a button that takes it; Escape leaves it.

import { append } from '../grid/dom.js';
import { strings } from '../strings/strings.js';
import { iconButton } from './icon-button.js';

/**
 * @typedef {object} TitleDelegate
 * @property {(title: string) => string} titleWords of the button
 * @property {(title: string) => void} titleChosen the form is gone
 * @property {() => void} titleEnded the form is gone, and nothing was chosen
 */

export class TitleForm {
  /**
   * @param {HTMLElement} parent
   * @param {string} title that is proposed
   * @param {TitleDelegate} delegate
   */
  constructor(parent, title, delegate) {
    const form = append(parent, 'form', 'title-form');
    const input = append(form, 'input');
    input.type = 'text';
    input.required = true;
    input.maxLength = 100;
    input.autocomplete = 'off';
    input.value = title;
    input.setAttribute('aria-label', strings.find.savedTitle);
    const take = append(form, 'button', 'take');
    take.type = 'submit';
    const word = () => (take.textContent = delegate.titleWords(input.value.trim()));
    const end = () => {
      form.remove();
      delegate.titleEnded();
    };
    iconButton(form, 'cross', strings.cancel, 'edit').addEventListener('click', end);
    input.addEventListener('input', word);
    form.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      end();
    });
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      const title = input.value.trim();
      if (!title) return;
      form.remove();
      delegate.titleChosen(title);
    });
    word();
    input.focus();
    input.select();
  }
}
