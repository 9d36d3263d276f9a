// @ts-check
// A dialog that asks for one text: a note, or the title of a section.

import { append } from '../dom.js';

/**
 * @param {HTMLElement} frame
 * @param {{title: string, label: string, action: string, value?: string, isLong?: boolean, limit: number}} what
 * @param {import('../../strings/strings.js').Strings} strings
 * @returns {Promise<string | undefined>} without spaces around it
 */
export function askText(frame, { title: question, label, action, value = '', isLong = false, limit }, strings) {
  const dialog = /** @type {HTMLDialogElement} */ (append(frame, 'dialog', 'sheet note-sheet'));
  const form = /** @type {HTMLFormElement} */ (append(dialog, 'form'));
  form.method = 'dialog';
  const title = append(form, 'h2');
  title.textContent = question;
  title.id = 'text-title';
  dialog.setAttribute('aria-labelledby', title.id);
  const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (append(form, isLong ? 'textarea' : 'input'));
  field.value = value;
  field.maxLength = limit;
  field.autocomplete = 'off';
  field.placeholder = isLong ? '' : label;
  field.setAttribute('aria-label', label);

  const buttons = append(form, 'div', 'buttons');
  const cancel = /** @type {HTMLButtonElement} */ (append(buttons, 'button'));
  cancel.type = 'button';
  cancel.textContent = strings.cancel;
  cancel.addEventListener('click', () => dialog.close());
  const done = /** @type {HTMLButtonElement} */ (append(buttons, 'button', 'main'));
  done.value = 'yes';
  done.textContent = action;

  const before = /** @type {HTMLElement | null} */ (/** @type {ShadowRoot | Document} */ (frame.getRootNode()).activeElement);
  return new Promise((resolve) => {
    dialog.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (isLong && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit(done);
    });
    dialog.addEventListener('close', () => {
      const isMeant = dialog.returnValue === 'yes';
      dialog.remove();
      before?.focus({ preventScroll: true });
      resolve(isMeant ? field.value.trim() : undefined);
    });
    dialog.showModal();
    field.focus();
  });
}
