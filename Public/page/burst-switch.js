// @ts-check
// Whether bursts are stacks, and how fast their pictures follow each other: the collection remembers it for everybody.

import { append } from '../grid/dom.js';
import { call, collectionPath } from '../grid/server/api.js';
import { inLanguage } from '../strings/strings.js';

const words = inLanguage({
  en: { bursts: 'Bursts as stacks', gap: 'Longest pause in a burst', seconds: (/** @type {number} */ n) => `${n} s` },
  ko: { bursts: '연속 촬영을 스택으로', gap: '연속 촬영의 최대 간격', seconds: (/** @type {number} */ n) => `${n}초` },
});

/** In seconds. */
const GAPS = [0.25, 0.5, 1, 2, 5, 10];

/** @typedef {import('../grid/server/wire.js').CollectionDescription} CollectionDescription */

export class BurstSwitch {
  #label;
  #box;
  #gap;
  /** @type {CollectionDescription | undefined} */
  #collection;

  /** @param {HTMLElement} panel */
  constructor(panel) {
    this.#label = append(panel, 'label', 'bursts');
    this.#box = append(this.#label, 'input');
    this.#box.type = 'checkbox';
    append(this.#label, 'span').textContent = words.bursts;
    this.#gap = append(this.#label, 'select');
    this.#gap.setAttribute('aria-label', words.gap);
    this.#gap.title = words.gap;
    for (const input of [this.#box, this.#gap]) input.addEventListener('change', () => this.#set());
  }

  /**
   * @param {CollectionDescription | undefined} collection
   * @param {boolean} isFolding whether stacks are one cell each
   */
  async show(collection, isFolding) {
    this.#collection = collection;
    this.#label.hidden = !isFolding || !collection?.bursts || collection.capabilities?.marks !== true;
    if (this.#label.hidden || !collection) return;
    this.#draw(collection.bursts);
    // Others may have switched it meanwhile.
    const now = await call('GET', collectionPath(collection.id)).catch(() => undefined);
    if (now && this.#collection === collection) this.#draw(now.bursts);
  }

  /** @param {CollectionDescription['bursts']} bursts */
  #draw(bursts) {
    if (!bursts) return;
    const seconds = bursts.gapMilliseconds / 1000;
    this.#box.checked = bursts.stacked;
    const gaps = GAPS.includes(seconds) ? GAPS : [...GAPS, seconds].sort((a, b) => a - b);
    this.#gap.replaceChildren(...gaps.map((gap) => new Option(words.seconds(gap), String(gap), false, gap === seconds)));
  }

  async #set() {
    const collection = this.#collection;
    if (!collection) return;
    const wanted = { stacked: this.#box.checked, gapMilliseconds: Number(this.#gap.value) * 1000 };
    const set = await call('PUT', collectionPath(collection.id, 'bursts'), wanted).catch(() => undefined);
    if (set) collection.bursts = set;
    if (this.#collection === collection) this.#draw(collection.bursts);
  }
}
