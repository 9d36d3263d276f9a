// @ts-check
// The dialog that asks for a section and a position: where to move items, or where to go.

import { append } from '../dom.js';

/** @typedef {import('../query/shown-order.js').Section} Section */

/**
 * Asks for a place.
 * @param {HTMLElement} frame
 * @param {Section[]} sections
 * @param {{section: number, title: string, action: string, withoutPosition: string}} what the section that is chosen at first,
 *   and the texts; `withoutPosition`: where an empty position is
 * @param {import('../../strings/strings.js').Strings} strings
 * @returns {Promise<{section: number, position: number | undefined} | undefined>} `position` from 1
 */
export function askWhereTo(frame, sections, { section, title: question, action, withoutPosition }, strings) {
  const dialog = /** @type {HTMLDialogElement} */ (append(frame, 'dialog', 'sheet'));
  const form = /** @type {HTMLFormElement} */ (append(dialog, 'form'));
  form.method = 'dialog';
  const title = append(form, 'h2');
  title.textContent = question;
  title.id = 'place-title';
  dialog.setAttribute('aria-labelledby', title.id);

  const choice = /** @type {HTMLSelectElement} */ (field(form, 'select', strings.section));
  choice.append(...sections.map((s, i) => new Option(s.title || strings.grid, String(i))));
  choice.value = String(section);
  if (sections.length < 2) /** @type {HTMLElement} */ (choice.parentElement).hidden = true;
  const position = /** @type {HTMLInputElement} */ (field(form, 'input', strings.position));
  position.type = 'number';
  position.inputMode = 'numeric';
  position.min = '1';
  position.placeholder = withoutPosition;
  const limit = () => (position.max = String((sections[Number(choice.value)]?.itemCount ?? 0) + 1));
  choice.addEventListener('change', limit);
  limit();

  const buttons = append(form, 'div', 'buttons');
  const cancel = /** @type {HTMLButtonElement} */ (append(buttons, 'button'));
  cancel.type = 'button';
  cancel.textContent = strings.cancel;
  cancel.addEventListener('click', () => dialog.close());
  const move = /** @type {HTMLButtonElement} */ (append(buttons, 'button', 'main'));
  move.value = 'yes';
  move.textContent = action;

  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      const isMeant = dialog.returnValue === 'yes';
      dialog.remove();
      const at = position.value === '' ? undefined : Number(position.value);
      resolve(isMeant ? { section: Number(choice.value), position: at } : undefined);
    });
    dialog.showModal();
    (sections.length < 2 ? position : choice).focus();
  });
}

/**
 * @param {HTMLElement} form
 * @param {string} tag
 * @param {string} words
 */
function field(form, tag, words) {
  const label = append(form, 'label');
  append(label, 'span').textContent = words;
  return append(label, tag);
}
