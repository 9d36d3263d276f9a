// @ts-check
// The dialog that asks for a section and a position: where to move items, or where to go.

import { append } from '../dom.js';
import { addButtons, ask, makeSheet } from '../sheet.js';

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
export async function askWhereTo(frame, sections, { section, title: question, action, withoutPosition }, strings) {
  const { dialog, form } = makeSheet(frame, 'place', question);

  const choice = field(form, 'select', strings.section);
  choice.append(...sections.map((s, i) => new Option(s.title || strings.mark.untitled, String(i))));
  choice.value = String(section);
  if (sections.length < 2) /** @type {HTMLElement} */ (choice.parentElement).hidden = true;
  const position = field(form, 'input', strings.position);
  position.type = 'number';
  position.inputMode = 'numeric';
  position.min = '1';
  position.placeholder = withoutPosition;
  const limit = () => (position.max = String((sections[Number(choice.value)]?.itemCount ?? 0) + 1));
  choice.addEventListener('change', limit);
  limit();

  addButtons(form, strings, action);
  const isMeant = await ask(dialog, sections.length < 2 ? position : choice);
  const at = position.value === '' ? undefined : Number(position.value);
  return isMeant ? { section: Number(choice.value), position: at } : undefined;
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {HTMLElement} form
 * @param {Tag} tag
 * @param {string} words
 */
function field(form, tag, words) {
  const label = append(form, 'label');
  append(label, 'span').textContent = words;
  return append(label, tag);
}
