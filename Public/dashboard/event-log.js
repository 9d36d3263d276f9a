// @ts-check
// The life cycle, step by step, newest first: filtered, and still when it is paused.

const ROWS = 200;
/** Steps between two drawings beyond which only the newest are shown. */
const WAITING = 400;

/** Which filter a step belongs to. @type {Record<string, string>} */
export const GROUPS = {
  prefetch: 'prefetch', cancelPrefetch: 'prefetch', willDisplay: 'display', didEndDisplaying: 'display',
  loadBegan: 'load', loadEnded: 'load', loadFailed: 'load', loadWillRetry: 'load', loadCancelled: 'load', loadPromoted: 'load',
  reuse: 'reuse',
};

export class EventLog {
  isPaused = false;
  #list;
  #words;
  /** @type {Set<string>} */
  #hidden = new Set();
  #search = '';
  /** @type {any[]} */
  #waiting = [];
  /** All that was told lately, for another filter. @type {any[]} */
  #memory = [];

  /**
   * @param {HTMLElement} list
   * @param {(step: string) => string} words
   */
  constructor(list, words) {
    this.#list = list;
    this.#words = words;
  }

  /** @param {any} step */
  add(step) {
    this.#memory.push(step);
    if (this.#memory.length > 2 * ROWS * 5) this.#memory.splice(0, ROWS * 5);
    if (this.#isShown(step)) this.#waiting.push(step);
    if (this.#waiting.length > WAITING) this.#waiting.splice(0, this.#waiting.length - WAITING);
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

  /** Writes what waits. */
  draw() {
    if (this.isPaused || this.#waiting.length === 0) return;
    const rows = this.#waiting.splice(0).slice(-ROWS).reverse().map((step) => this.#row(step));
    const surplus = this.#list.childElementCount + rows.length - ROWS;
    for (let index = 0; index < surplus; index++) this.#list.lastElementChild?.remove();
    this.#list.prepend(...rows);
  }

  #again() {
    this.#list.replaceChildren();
    this.#waiting = this.#memory.filter((step) => this.#isShown(step)).slice(-ROWS);
    const { isPaused } = this;
    this.isPaused = false;
    this.draw();
    this.isPaused = isPaused;
  }

  /** @param {any} step */
  #isShown(step) {
    return !this.#hidden.has(GROUPS[step.step] ?? 'load') &&
      (!this.#search || String(step.id).toLowerCase().includes(this.#search) || step.step.toLowerCase().includes(this.#search));
  }

  /** @param {any} step */
  #row(step) {
    const row = document.createElement('li');
    row.dataset.step = step.step;
    const time = document.createElement('time');
    time.textContent = (step.time / 1000).toFixed(2);
    const what = document.createElement('b');
    what.textContent = this.#words(step.step);
    const item = document.createElement('span');
    item.textContent = step.preview ? `${step.id} · preview` : step.id;
    row.append(time, what, item);
    return row;
  }
}
