// @ts-check
// The button of the filter panel, and where the panel is: beside the grid, or a sheet at the bottom where there is little room. Its
// contents are loaded with the first opening.

import { withKey } from '../grid/access/keys.js';
import { append } from '../grid/dom.js';
import { loadStyle } from '../page/load-style.js';
import { strings } from '../strings/strings.js';
import { iconButton } from './icon-button.js';

export class FilterPanel {
  #button;
  #context;
  /** @type {HTMLElement | undefined} */
  #aside;
  /** @type {import('./filter-form.js').FilterForm | undefined} */
  #form;
  /** @type {import('./finder.js').Shown | undefined} */
  #shown;
  /** @type {{done: number, total: number} | undefined} */
  #isReading;
  #waiting = 0;

  /**
   * @param {HTMLElement} tools
   * @param {import('./finder.js').FindContext} context
   */
  constructor(tools, context) {
    this.#context = context;
    this.#button = iconButton(tools, 'filter', withKey('filter', strings.find.filter), 'filter-button', strings.find.filterTitle);
    this.#button.hidden = true;
    this.#button.setAttribute('aria-pressed', 'false');
    this.#button.addEventListener('click', () => this.toggle());
    tools.querySelector('.refresh')?.before(this.#button);
  }

  toggle() {
    if (this.#aside) this.#close();
    else if (!this.#button.hidden) this.#open();
  }

  /**
   * @param {boolean} isThere whether the server can filter
   * @param {{done: number, total: number} | undefined} isReading its progress with the files' own data
   * @param {number} waiting files that could not be read for now
   */
  learned(isThere, isReading, waiting) {
    this.#button.hidden = !isThere;
    this.#isReading = isReading;
    this.#waiting = waiting;
    this.#draw();
  }

  /** @param {import('./finder.js').Shown} shown */
  show(shown) {
    this.#shown = shown;
    this.#button.classList.toggle('in-use', shown.wish.conditions.length > 0);
    this.#draw();
  }

  /** The items are others: so are the counts. */
  refresh() { this.#form?.refresh(); }

  async #open() {
    const aside = (this.#aside = document.createElement('aside'));
    aside.className = 'filter-panel';
    aside.setAttribute('aria-label', strings.find.filterTitle);
    this.#button.setAttribute('aria-pressed', 'true');
    // Not there while the server is away, nor once another version of the page has taken its place.
    const loaded = await Promise.all([import('./forms.js'), loadStyle('../find/filter-panel.css')]).catch(() => undefined);
    if (this.#aside !== aside) return;
    if (!loaded) return this.#close();
    const header = append(aside, 'header');
    append(header, 'h2').textContent = strings.find.filterTitle;
    iconButton(header, 'cross', strings.find.closeFilter, 'close').addEventListener('click', () => this.#close());
    const [{ FilterForm }] = loaded;
    this.#form = new FilterForm(aside, this.#context);
    aside.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      this.#close();
    });
    document.querySelector('main')?.prepend(aside);
    document.body.classList.add('with-filter');
    this.#draw();
    this.#context.opened();
    this.#form.focus();
  }

  #close() {
    const hadFocus = this.#aside?.contains(document.activeElement);
    this.#aside?.remove();
    this.#form?.close();
    this.#aside = this.#form = undefined;
    document.body.classList.remove('with-filter');
    this.#button.setAttribute('aria-pressed', 'false');
    if (hadFocus) this.#button.focus();
  }

  #draw() {
    if (this.#shown) this.#form?.show(this.#shown, this.#context.fields(), this.#isReading, this.#waiting);
  }
}
