// @ts-check
// The search field of the documentation. The index is loaded when the field is used first.

import { append } from '../grid/dom.js';
import { search } from './search.js';
import { words } from './words.js';

const field = /** @type {HTMLInputElement} */ (document.querySelector('.search input'));
const list = /** @type {HTMLElement} */ (document.querySelector('.search ol'));
const status = /** @type {HTMLElement} */ (document.querySelector('.search [role=status]'));
/** The address of the documentation's folder, as the page has it. */
const home = field.dataset.home ?? './';
/** @type {Promise<import('./search.js').Place[]> | undefined} */
let places;

field.placeholder = words.search;
field.setAttribute('aria-label', words.search);
field.addEventListener('focus', () => load().catch(() => {}));
field.addEventListener('input', show);
addEventListener('keydown', (event) => {
  const isInField = event.target instanceof Element && event.target.closest('input') !== null;
  if (event.key === '/' && !isInField) {
    event.preventDefault();
    field.focus();
  } else if (event.key === 'Escape' && event.target === field) {
    field.value = '';
    show();
  }
});

/** Rejects while the server is away; the next call tries again. */
function load() {
  places ??= fetch(`${home}search.json`).then((response) => (response.ok ? response.json() : Promise.reject(new Error(response.statusText))));
  places.catch(() => (places = undefined));
  return places;
}

async function show() {
  const text = field.value.trim();
  const all = text ? await load().catch(() => undefined) : [];
  // Typed on meanwhile.
  if (field.value.trim() !== text) return;
  const found = all ? search(all, text) : [];
  list.replaceChildren(...found.map(makeEntry));
  status.textContent = !text ? '' : !all ? words.missing : found.length ? words.found(found.length) : words.none(text);
}

/** @param {import('./search.js').Found} place */
function makeEntry({ page, title, anchor, heading, excerpt }) {
  const entry = document.createElement('li');
  const link = append(entry, 'a');
  link.href = `${home}${page}${anchor && `#${anchor}`}`;
  append(link, 'b').textContent = heading === title ? title : `${title}: ${heading}`;
  append(link, 'span').textContent = excerpt;
  return entry;
}
