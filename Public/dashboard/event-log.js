// @ts-check
// The life cycle, step by step, newest first: filtered, and unchanged while it is paused. Only visible rows have elements.

import { StepLog } from './step-log.js';
import { words } from './words.js';

/** @param {string} step */
const stepName = (step) => words.steps[step] ?? step;

/** Height of a row in px, as in the style sheet. */
const ROW_PX = 20;

/** @typedef {{element: HTMLElement, time: HTMLElement, what: HTMLElement, items: HTMLElement, row?: import('./step-log.js').Row}} Line */

export class EventLog {
  #view;
  #list;
  #log = new StepLog();
  #isPaused = false;
  /** @type {Set<string>} */
  #hidden = new Set();
  #search = '';
  /**
   * What is shown, newest first.
   * @type {import('./step-log.js').Row[]}
   */
  #rows = [];
  /** @type {Line[]} */
  #lines = [];
  #isStale = false;
  #top = 0;
  #height = 0;
  /** Room above and below, as it is set. */
  #padding = '';

  /** @param {HTMLElement} list in an element that scrolls */
  constructor(list) {
    this.#list = list;
    // Known from events: reading them while drawing would force a layout in the middle of a frame.
    const view = (this.#view = /** @type {HTMLElement} */ (list.parentElement));
    view.addEventListener('scroll', () => {
      this.#top = view.scrollTop;
      this.#layOut();
    }, { passive: true });
    new ResizeObserver(([{ contentRect }]) => {
      this.#height = contentRect.height;
      this.#layOut();
    }).observe(view);
  }

  /** All rows that pass the filter, newest first, visible or not. */
  get rows() { return this.#rows; }

  get isPaused() { return this.#isPaused; }
  set isPaused(isPaused) {
    this.#isPaused = isPaused;
    if (!isPaused) this.draw();
  }

  /** @param {import('./report.js').Step[]} steps that were reported together */
  add(steps) {
    if (steps.length === 0) return;
    this.#log.add(steps);
    this.#isStale = true;
  }

  /**
   * @param {string} group
   * @param {boolean} isShown
   */
  show(group, isShown) {
    if (isShown) this.#hidden.delete(group);
    else this.#hidden.add(group);
    this.#again();
  }

  /** @param {string} text */
  search(text) {
    this.#search = text.trim().toLowerCase();
    this.#again();
  }

  /** Shows new rows. */
  draw() {
    if (this.#isPaused || !this.#isStale) return;
    const newest = this.#rows[0]?.number ?? -1;
    this.#take();
    if (this.#top > 0) {
      // The rows that are being read stay where they are.
      const added = this.#rows.findIndex((row) => row.number <= newest);
      if (added > 0) {
        this.#top += added * ROW_PX;
        this.#layOut();
        this.#view.scrollTop = this.#top;
      }
    }
    this.#layOut();
  }

  #again() {
    this.#take();
    this.#layOut();
  }

  #take() {
    this.#isStale = false;
    this.#rows = this.#log.rows(this.#hidden, this.#search, stepName);
  }

  /** Makes room for the rows above and below the visible ones. */
  #pad(/** @type {number} */ first, /** @type {number} */ last) {
    const padding = `${first * ROW_PX}px 0 ${(this.#rows.length - last) * ROW_PX}px`;
    if (padding === this.#padding) return;
    this.#padding = padding;
    this.#list.style.padding = padding;
  }

  #layOut() {
    const room = Math.ceil(this.#height / ROW_PX) + 1;
    const first = Math.max(0, Math.min(Math.floor(this.#top / ROW_PX), this.#rows.length - room));
    const last = Math.min(this.#rows.length, first + room);
    while (this.#lines.length < last - first) this.#lines.push(this.#line());
    for (const line of this.#lines.splice(last - first)) line.element.remove();
    for (let index = first; index < last; index++) this.#write(this.#lines[index - first], this.#rows[index]);
    this.#pad(first, last);
  }

  /**
   * @param {Line} line
   * @param {import('./step-log.js').Row} row
   */
  #write(line, row) {
    if (line.row === row) return;
    line.row = row;
    line.element.dataset.step = row.step;
    line.time.textContent = (row.time / 1000).toFixed(2);
    line.what.textContent = row.items.length > 1 ? `${stepName(row.step)} × ${row.items.length}` : stepName(row.step);
    const items = row.items.length > 12 ? `${row.items.slice(0, 12).join(', ')} …` : row.items.join(', ');
    line.items.textContent = words.forms[row.form](items);
  }

  /** @returns {Line} */
  #line() {
    const element = document.createElement('li');
    const time = document.createElement('time');
    const what = document.createElement('b');
    const items = document.createElement('span');
    element.append(time, what, items);
    this.#list.append(element);
    return { element, time, what, items };
  }
}
