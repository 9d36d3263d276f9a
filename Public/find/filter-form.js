// @ts-check
// The contents of the filter panel: fields, their values with counts, ranges of numbers and dates.

import { append } from '../grid/dom.js';
import { call, collectionPath } from '../grid/server/api.js';
import { strings } from '../strings/strings.js';
import { ArrangeForm } from './arrange-form.js';
import { conditionOf, hidesRejected, NOTHING, withoutRejected } from './conditions.js';
import { FacetSection } from './facet-section.js';
import { facetFields, isCounted, marksOf } from './facets.js';
import { SavedSection } from './saved-section.js';

/** Maximum values of a field. */
const VALUES = 50;
/** Delay after a change of items before counts are asked for again, in ms. */
const SETTLE_MS = 200;
/** Number of sections that are open at first, of those with values: marks are offered before any item has one. */
const OPEN = 3;

export class FilterForm {
  #context;
  #arrange;
  #saved;
  #reading;
  #box;
  #none;
  #rejected;
  /** @type {Map<string, FacetSection>} */
  #sections = new Map();
  /** Fields that had no values yet when their sections were made: those open with the first one. */
  #empty = new Set();
  /** @type {import('./finder.js').Shown} */
  #shown = { wish: NOTHING, collection: { id: '', title: '', itemCount: 0, version: 0 }, query: undefined };
  #asking = new AbortController();
  #timer = 0;
  #asked = '';

  /**
   * @param {HTMLElement} aside
   * @param {import('./finder.js').FindContext} context
   */
  constructor(aside, context) {
    this.#context = context;
    this.#arrange = new ArrangeForm(append(aside, 'div', 'narrow-arrange'), context);
    this.#saved = new SavedSection(aside, context);
    this.#reading = append(aside, 'p', 'reading');
    this.#reading.hidden = true;
    this.#none = append(aside, 'p', 'none');
    this.#none.textContent = strings.find.noFacets;
    this.#rejected = this.#toggle(aside);
    this.#box = append(aside, 'div', 'facets');
  }

  /** Gives the focus to the first control. */
  focus() { /** @type {HTMLElement | null} */ (this.#box.querySelector('summary') ?? this.#box.closest('aside')?.querySelector('button'))?.focus(); }

  /**
   * @param {import('./finder.js').Shown} shown
   * @param {import('./arrangement.js').Field[]} fields
   * @param {{done: number, total: number} | undefined} isReading
   * @param {number} waiting files that could not be read for now
   */
  show(shown, fields, isReading, waiting) {
    if (shown.collection.id !== this.#shown.collection.id) this.#clear();
    this.#shown = shown;
    this.#arrange.show(shown, fields);
    this.#saved.show(shown);
    // When all is read, its line stays empty: nothing comes up under the pointer.
    if (isReading || waiting) this.#reading.hidden = false;
    this.#reading.textContent = isReading ? strings.find.reading(isReading.done, isReading.total) : waiting ? strings.find.unread(waiting) : '';
    const offered = facetFields(fields, shown.wish, marksOf(shown.collection));
    this.#rejected.label.hidden = !offered.some(({ field }) => field === 'flag');
    this.#rejected.box.checked = hidesRejected(conditionOf(shown.wish, 'flag'));
    this.#none.hidden = offered.length > 0;
    const opened = offered.filter(({ field, known }) => known > 0 && isCounted(field)).slice(0, OPEN);
    offered.forEach((field, i) => {
      const section = this.#sections.get(field.field) ?? this.#make(field, opened.includes(field));
      if (conditionOf(shown.wish, field.field) || (opened.includes(field) && this.#empty.delete(field.field))) section.open();
      if (this.#box.children[i] !== section.element) this.#box.insertBefore(section.element, this.#box.children[i] ?? null);
    });
    this.#ask();
  }

  /** The items are others: so are the counts. */
  refresh() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#asked = '';
      this.#ask();
    }, SETTLE_MS);
  }

  close() {
    clearTimeout(this.#timer);
    this.#asking.abort();
  }

  /**
   * The check box that hides what is rejected.
   * @param {HTMLElement} aside
   */
  #toggle(aside) {
    const label = append(aside, 'label', 'hide-rejected');
    const box = append(label, 'input');
    box.type = 'checkbox';
    append(label, 'span').textContent = strings.mark.hideRejected;
    box.addEventListener('change', () => this.#context.change(withoutRejected(this.#shown.wish)));
    return { label, box };
  }

  #clear() {
    this.#sections.clear();
    this.#empty.clear();
    this.#box.replaceChildren();
    this.#asked = '';
  }

  /**
   * @param {import('./arrangement.js').Field} field
   * @param {boolean} isOpen
   */
  #make(field, isOpen) {
    const section = new FacetSection(field, isOpen, {
      facetWish: () => this.#shown.wish,
      facetChanged: (wish) => this.#context.change(wish),
      facetOpened: () => this.#ask(),
    });
    this.#sections.set(field.field, section);
    if (field.known === 0) this.#empty.add(field.field);
    return section;
  }

  /** Asks for the counts of what is open. An answer that comes after a newer question is dropped. */
  async #ask() {
    const { collection, query } = this.#shown;
    const open = [...this.#sections].filter(([, section]) => section.isOpen).map(([field]) => field);
    for (const field of open) if (!isCounted(field)) this.#sections.get(field)?.show({ field, type: 'date' });
    const fields = open.filter(isCounted);
    const body = { query: query ?? {}, fields, limit: VALUES };
    const asked = JSON.stringify(body);
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#asking.abort();
    if (!fields.length) return;
    const { signal } = (this.#asking = new AbortController());
    try {
      const { facets } = await call('POST', collectionPath(collection.id, 'facets'), body, { signal });
      if (signal.aborted) return;
      for (const facet of facets) this.#sections.get(facet.field)?.show(facet);
    } catch (error) {
      if (signal.aborted) return;
      // The columns are being filled, or the server is away: the counts come later.
      this.#timer = window.setTimeout(() => this.refresh(), 1000 * (/** @type {{retryAfter?: number}} */ (error).retryAfter ?? 2));
    }
  }
}
