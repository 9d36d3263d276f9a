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
  const dialog = append(frame, 'dialog', `sheet ${name}`);
  const form = append(dialog, 'form');
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
  const cancel = append(buttons, 'button');
  cancel.textContent = strings.cancel;
  cancel.addEventListener('click', () => form.closest('dialog')?.close());
  if (action === undefined) return undefined;
  const done = append(buttons, 'button', 'main');
  done.type = 'submit';
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

/**
 * Asks for one text: a note, or the title of a section.
 * @param {HTMLElement} frame
 * @param {{title: string, label: string, action: string, value?: string, isLong?: boolean, limit: number}} what
 * @param {Strings} strings
 * @returns {Promise<string | undefined>} without spaces around it
 */
export async function askText(frame, { title, label, action, value = '', isLong = false, limit }, strings) {
  const { dialog, form } = makeSheet(frame, 'note-sheet', title);
  const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (append(form, isLong ? 'textarea' : 'input'));
  field.value = value;
  field.maxLength = limit;
  field.autocomplete = 'off';
  field.placeholder = isLong ? '' : label;
  field.setAttribute('aria-label', label);
  const done = addButtons(form, strings, action);
  field.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey } = /** @type {KeyboardEvent} */ (event);
    if (isLong && key === 'Enter' && (ctrlKey || metaKey)) form.requestSubmit(done);
  });
  return (await ask(dialog, field)) ? field.value.trim() : undefined;
}
