// @ts-check
// A dialog with a title, and buttons that cancel it or do what it asks about: what all questions of the grid have in common.

import { append } from './dom.js';

/** @typedef {import('../strings/strings.js').Strings} Strings */

/**
 * @param {HTMLElement} frame
 * @param {string} name of its class; its title has it as an identifier
 * @param {string} question
 */
export function makeSheet(frame, name, question) {
  const dialog = /** @type {HTMLDialogElement} */ (append(frame, 'dialog', `sheet ${name}`));
  const form = /** @type {HTMLFormElement} */ (append(dialog, 'form'));
  form.method = 'dialog';
  const title = append(form, 'h2');
  title.textContent = question;
  title.id = `${name}-title`;
  dialog.setAttribute('aria-labelledby', title.id);
  return { dialog, form };
}

/**
 * Adds the buttons below what was added before.
 * @param {HTMLFormElement} form
 * @param {Strings} strings
 * @param {string} [action] the words of the button that does it; without it, there is none
 * @returns {HTMLButtonElement | undefined} that button
 */
export function addButtons(form, strings, action) {
  const buttons = append(form, 'div', 'buttons');
  const cancel = /** @type {HTMLButtonElement} */ (append(buttons, 'button'));
  cancel.type = 'button';
  cancel.textContent = strings.cancel;
  cancel.addEventListener('click', () => form.closest('dialog')?.close());
  if (action === undefined) return undefined;
  const done = /** @type {HTMLButtonElement} */ (append(buttons, 'button', 'main'));
  done.value = 'yes';
  done.textContent = action;
  return done;
}

/**
 * Shows the dialog until it is closed; the focus goes back to where it was.
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} first gets the focus
 * @returns {Promise<boolean>} whether it is meant: not cancelled
 */
export function ask(dialog, first) {
  const before = /** @type {HTMLElement | null} */ (/** @type {ShadowRoot | Document} */ (dialog.getRootNode()).activeElement);
  return new Promise((resolve) => {
    // Keys are the dialog's own.
    dialog.addEventListener('keydown', (event) => event.stopPropagation());
    dialog.addEventListener('close', () => {
      dialog.remove();
      before?.focus({ preventScroll: true });
      resolve(dialog.returnValue === 'yes');
    });
    dialog.showModal();
    first.focus();
  });
}
