// @ts-check
// The outline: all sections with their numbers of items, narrowed down by what is typed. Goes to one, or to a position in it.

import { append } from '../dom.js';
import { addButtons, ask, makeSheet } from '../sheet.js';
import { showTitle } from '../cells/section-headers.js';

/** @typedef {import('../query/shown-order.js').Section} Section */

/** Maximum sections that are listed at once: more are found by typing. */
const LISTED = 300;

/**
 * Asks where to go.
 * @param {HTMLElement} frame
 * @param {Section[]} sections
 * @param {number} here the section that is chosen at first
 * @param {import('../../strings/strings.js').Strings} strings
 * @returns {Promise<{section: number, position: number | undefined} | undefined>} `position` from 1
 */
export async function askOutline(frame, sections, here, strings) {
  const { dialog, form } = makeSheet(frame, 'outline', strings.goTo);
  const search = field(form, strings.section, 'search');
  search.placeholder = strings.mark.findSection;
  search.autocomplete = 'off';
  search.setAttribute('role', 'combobox');
  search.setAttribute('aria-expanded', 'true');
  search.setAttribute('aria-controls', 'outline-list');
  const list = append(form, 'ul', 'outline-list');
  list.id = 'outline-list';
  list.tabIndex = -1;
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', strings.section);
  const more = append(form, 'p', 'outline-more');
  const position = field(form, strings.position, 'number');
  position.inputMode = 'numeric';
  position.min = '1';
  position.placeholder = strings.atTheBeginning;
  const isOne = sections.length < 2;
  for (const part of [search.parentElement, list, more]) if (part) part.hidden = isOne;

  let chosen = here;
  /** @type {number[]} */
  let found = [];
  const choose = (/** @type {number} */ section) => {
    chosen = section;
    position.max = String(Math.max(1, sections[section]?.itemCount ?? 1));
    for (const option of list.children) option.setAttribute('aria-selected', String(option.id === `outline-${section}`));
    search.setAttribute('aria-activedescendant', `outline-${section}`);
    list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  };
  const narrow = () => {
    const words = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const all = sections.flatMap(({ title }, i) => (words.every((word) => title.toLocaleLowerCase().includes(word)) ? [i] : []));
    const first = words.length ? 0 : Math.max(0, Math.min(here - LISTED / 2, all.length - LISTED));
    found = all.slice(first, first + LISTED);
    list.replaceChildren(...found.map((i) => option(sections[i], i, strings)));
    more.textContent = all.length === 0 ? strings.mark.noSection : all.length > LISTED ? strings.mark.moreSections(all.length - LISTED) : '';
    if (found.length) choose(words.length || !found.includes(chosen) ? found[0] : chosen);
  };
  search.addEventListener('input', narrow);
  search.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const next = found[found.indexOf(chosen) + step];
    if (!step || next === undefined) return;
    event.preventDefault();
    choose(next);
  });

  const go = addButtons(form, strings, strings.go);
  list.addEventListener('click', (event) => {
    const at = /** @type {Element} */ (event.target).closest('[role=option]');
    if (!at) return;
    choose(Number(at.id.slice('outline-'.length)));
    form.requestSubmit(go);
  });

  narrow();
  // The keyboard of a phone would cover the list.
  const first = isOne ? position : matchMedia('(pointer: coarse)').matches ? list : search;
  const asked = ask(dialog, first);
  // What cannot be seen cannot be scrolled to.
  if (found.length) choose(chosen);
  const isMeant = (await asked) && (isOne || found.length > 0);
  const at = position.value === '' ? undefined : Number(position.value);
  return isMeant ? { section: chosen, position: at } : undefined;
}

/**
 * @param {Section} section
 * @param {number} i
 * @param {import('../../strings/strings.js').Strings} strings
 */
function option({ title, itemCount }, i, strings) {
  const node = document.createElement('li');
  node.id = `outline-${i}`;
  node.setAttribute('role', 'option');
  showTitle(append(node, 'span', 'title'), title || strings.mark.untitled);
  append(node, 'span', 'count').textContent = strings.count(itemCount);
  return node;
}

/**
 * @param {HTMLElement} form
 * @param {string} words
 * @param {string} type
 */
function field(form, words, type) {
  const label = append(form, 'label');
  append(label, 'span').textContent = words;
  const input = append(label, 'input');
  input.type = type;
  return input;
}
