// @ts-check
// The headers of the list's columns: a click sorts by the column, another one in the other direction, a third ends the sort.

import { append } from '../grid/dom.js';
import { strings } from '../strings/strings.js';
import { directionWords, sortTurned } from './arrangement.js';

/** Columns from the list's start, by the fields that they are sorted by. Dimensions are, by the width. */
const COLUMNS = /** @type {const} */ (['name', 'stars', 'taken', 'width', 'bytes']);
/** In a narrower grid the columns are below the names. In CSS px, as in the grid's style sheet. */
const NARROW = 840;

export class ListHeaders {
  #grid;
  #context;
  #headers;
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  #isThere = false;
  /** @type {import('./finder.js').Shown | undefined} */
  #shown;

  /**
   * @param {HTMLElement} main the grid's parent
   * @param {HTMLElement} grid
   * @param {import('./finder.js').FindContext} context
   */
  constructor(main, grid, context) {
    this.#grid = grid;
    this.#context = context;
    this.#headers = document.createElement('div');
    this.#headers.className = 'list-headers';
    this.#headers.hidden = true;
    this.#headers.setAttribute('role', 'group');
    this.#headers.setAttribute('aria-label', strings.find.listColumns);
    for (const name of COLUMNS) this.#add(name);
    main.prepend(this.#headers);
    new MutationObserver(() => this.#draw()).observe(grid, { attributeFilter: ['layout'] });
    new ResizeObserver(() => this.#draw()).observe(grid);
  }

  /** @param {boolean} isThere whether the server can sort */
  learned(isThere) {
    this.#isThere = isThere;
    this.#draw();
  }

  /** @param {import('./finder.js').Shown} shown */
  show(shown) {
    this.#shown = shown;
    this.#draw();
  }

  /** @param {typeof COLUMNS[number]} name */
  #add(name) {
    const button = append(this.#headers, 'button', name);
    append(button, 'span', 'words').textContent = name === 'width' ? strings.find.dimensions : strings.find.field(name);
    append(button, 'span', 'way').setAttribute('aria-hidden', 'true');
    button.addEventListener('click', () => this.#shown && this.#context.change(sortTurned(this.#shown.wish, name, this.#context.fields())));
    this.#buttons.set(name, button);
  }

  #draw() {
    const { wish } = this.#shown ?? {};
    const fields = this.#context.fields();
    const isKnown = (/** @type {string} */ name) => fields.some(({ field, known }) => field === name && known > 0);
    // Of files, dimensions are known of what was loaded only: half of them sorted would mislead.
    const isSortable = (/** @type {string} */ name) => isKnown(name) && (name !== 'width' || knownOf(fields, 'width') === knownOf(fields, 'name'));
    const isList = this.#grid.getAttribute('layout') === 'list' && this.#grid.clientWidth >= NARROW;
    // Without dates and sizes there are no columns.
    this.#headers.hidden = !isList || !this.#isThere || !(isKnown('taken') || isKnown('bytes'));
    if (!wish || this.#headers.hidden) return;
    for (const [name, button] of this.#buttons) {
      const isSorted = wish.sort?.field === name;
      // Stars are given at any time, and nobody counts the fields again then.
      button.disabled = !isSorted && name !== 'stars' && !isSortable(name);
      button.setAttribute('aria-pressed', String(isSorted));
      const way = isSorted ? directionWords(wish, fields, strings) : '';
      button.title = way && name === 'width' ? strings.find.condition(strings.find.field(name), way) : way;
      /** @type {HTMLElement} */ (button.lastElementChild).textContent = isSorted ? (wish.sort?.descending ? '↓' : '↑') : '';
    }
  }
}

/**
 * @param {import('./arrangement.js').Field[]} fields
 * @param {string} name
 */
const knownOf = (fields, name) => fields.find(({ field }) => field === name)?.known;
