// @ts-check
// The line that says what a source has left out, and why its changes show up late, until the reader hides it.

import { preference, setPreference } from './preferences.js';
import { dataSetWords, leftOutWords } from '../strings/left-out.js';
import { strings } from '../strings/strings.js';

/** Data sets of which it says what is wrong. */
const MAX_DATA_SETS = 5;

export class LeftOutNote {
  #note;
  #words;
  #hidden = '';

  /**
   * @param {HTMLElement} note
   * @param {() => void} leave gives the focus to something else, before the button that has it is hidden
   */
  constructor(note, leave) {
    this.#note = note;
    this.#words = /** @type {HTMLElement} */ (note.querySelector('p'));
    const button = /** @type {HTMLButtonElement} */ (note.querySelector('button'));
    button.textContent = strings.hide;
    button.addEventListener('click', () => {
      setPreference(this.#hidden, this.#words.textContent ?? '');
      leave();
      note.hidden = true;
    });
  }

  /**
   * Says it unless the reader has hidden the same words before. An empty collection says it itself.
   * @param {import('../grid/server/wire.js').CollectionDescription} collection
   */
  show({ id, itemCount, skipped, late, dataSets = [] }) {
    const words = [leftOutWords(skipped, strings), late ? strings.reason(late) : '', ...dataSets.map((one) => dataSetWords(one, strings)).filter(Boolean).slice(0, MAX_DATA_SETS)].filter(Boolean).join(' ');
    this.#hidden = `left-out ${id}`;
    this.#words.textContent = words;
    this.#note.hidden = !words || itemCount === 0 || preference(this.#hidden) === words;
  }
}
