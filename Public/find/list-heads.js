// @ts-check
// The heads of the list's columns: each sorts by its column, then the other way round, then no longer.

import { append } from '../grid/dom.js';
import { strings } from '../strings/strings.js';
import { directionWords, sortTurned } from './arrangement.js';

/** Columns from the list's start, by their fields; what has no single field is not sorted by. */
const COLUMNS = /** @type {const} */ (['name', 'taken', 'dimensions', 'bytes']);
/** In a narrower grid the columns are below the names. In CSS px, as in the grid's style sheet. */
const NARROW = 720;

export class ListHeads {
  #grid;
  #context;
  #heads;
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
    this.#heads = document.createElement('div');
    this.#heads.className = 'list-heads';
    this.#heads.hidden = true;
    this.#heads.setAttribute('role', 'group');
    this.#heads.setAttribute('aria-label', strings.find.listColumns);
    for (const name of COLUMNS) this.#add(name);
    main.prepend(this.#heads);
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
    if (name === 'dimensions') {
      append(this.#heads, 'span', name).textContent = strings.find.dimensions;
      return;
    }
    const button = /** @type {HTMLButtonElement} */ (append(this.#heads, 'button', name));
    button.type = 'button';
    append(button, 'span', 'words').textContent = strings.find.field(name);
    append(button, 'span', 'way').setAttribute('aria-hidden', 'true');
    button.addEventListener('click', () => this.#shown && this.#context.change(sortTurned(this.#shown.wish, name, this.#context.fields())));
    this.#buttons.set(name, button);
  }

  #draw() {
    const { wish } = this.#shown ?? {};
    const fields = this.#context.fields();
    const isKnown = (/** @type {string} */ name) => fields.some(({ field, known }) => field === name && known > 0);
    const isList = this.#grid.getAttribute('layout') === 'list' && this.#grid.clientWidth >= NARROW;
    // Without dates and sizes there are no columns.
    this.#heads.hidden = !isList || !this.#isThere || !(isKnown('taken') || isKnown('bytes'));
    if (!wish || this.#heads.hidden) return;
    for (const [name, button] of this.#buttons) {
      const isSorted = wish.sort?.field === name;
      button.disabled = !isSorted && !isKnown(name);
      button.setAttribute('aria-pressed', String(isSorted));
      button.title = isSorted ? directionWords(wish, fields, strings) : '';
      /** @type {HTMLElement} */ (button.lastElementChild).textContent = isSorted ? (wish.sort?.descending ? '↓' : '↑') : '';
    }
  }
}
