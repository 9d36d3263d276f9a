// @ts-check
// Stacks in the bar: how many pictures are folded into them, and a switch that shows all. Whether they are is kept for each collection.

import { call } from '../grid/server/api.js';
import { listen } from '../grid/grid-events.js';
import { inLanguage, strings } from '../strings/strings.js';
import { preference, setPreference } from './preferences.js';

const words = inLanguage({
  en: {
    folded: (/** @type {string} */ n) => `${n} stacked`,
    foldedDetail: (/** @type {string} */ n) => `${n} pictures are behind others, in stacks. Press to show all of them.`,
    open: 'Stacks open',
    openDetail: 'All pictures are shown. Press to show each stack as one.',
  },
  ko: {
    folded: (/** @type {string} */ n) => `스택에 ${n}장`,
    foldedDetail: (/** @type {string} */ n) => `사진 ${n}장이 스택 안에 있습니다. 누르면 모두 보입니다.`,
    open: '스택 펼침',
    openDetail: '모든 사진이 보입니다. 누르면 스택마다 한 장씩 보입니다.',
  },
});

/** Delay before the server is asked again how many they are: not with each of many changes. In ms. */
const SETTLE_MS = 250;

export class StacksNote {
  #button;
  #grid;
  #changed;
  #timer = 0;
  /** @type {import('../grid/server/wire.js').CollectionDescription | undefined} */
  #collection;

  /**
   * @param {HTMLButtonElement} button
   * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
   * @param {() => void} changed stacks are one cell each now, or no longer
   */
  constructor(button, grid, changed) {
    this.#button = button;
    this.#grid = grid;
    this.#changed = changed;
    button.addEventListener('click', () => this.toggle());
    for (const name of /** @type {const} */ (['itemschange', 'querychange'])) listen(grid, name, () => this.#ask());
  }

  /** Whether a collection has stacks that are one cell each. */
  get isFolding() { return this.hasStacks && preference(this.#name) !== 'open'; }
  get collection() { return this.#collection; }
  get hasStacks() { return this.#collection?.capabilities?.stacks === true; }

  toggle() {
    setPreference(this.#name, this.isFolding ? 'open' : 'folded');
    this.#changed();
  }

  /** @param {import('../grid/server/wire.js').CollectionDescription} collection that is shown from now on */
  begin(collection) {
    if (collection.id !== this.#collection?.id) this.#button.hidden = true;
    this.#collection = collection;
  }

  get #name() { return `stacks ${this.#collection?.id}`; }

  #ask() {
    clearTimeout(this.#timer);
    if (!this.hasStacks) return;
    this.#timer = window.setTimeout(async () => {
      const { viewer } = this.#grid;
      if (!this.isFolding || !viewer) return this.#draw(0);
      const answer = await call('GET', `/viewers/${encodeURIComponent(viewer)}`).catch(() => undefined);
      if (answer && this.isFolding) this.#draw(answer.folded ?? 0);
    }, SETTLE_MS);
  }

  /** @param {number} folded number of items that have no cell of their own */
  #draw(folded) {
    const { isFolding } = this;
    const count = strings.count(folded);
    this.#button.hidden = isFolding && folded === 0;
    this.#button.textContent = isFolding ? words.folded(count) : words.open;
    this.#button.title = isFolding ? words.foldedDetail(count) : words.openDetail;
    this.#button.setAttribute('aria-label', `${this.#button.textContent}. ${this.#button.title}`);
  }
}
