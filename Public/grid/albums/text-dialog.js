// @ts-check
// A dialog that asks for one text: a note, or the title of a section.

import { append } from '../dom.js';
import { addButtons, ask, makeSheet } from '../sheet.js';

/**
 * @param {HTMLElement} frame
 * @param {{title: string, label: string, action: string, value?: string, isLong?: boolean, limit: number}} what
 * @param {import('../../strings/strings.js').Strings} strings
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
