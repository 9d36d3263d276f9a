// @ts-check
// Choosing other letters for keys: what may be chosen, and what is taken. Free of the DOM.

import { chooseKeys, isChoosable, keysOf, letterOf, ownerOf } from './keys.js';

/** @typedef {import('./keys.js').Key} Key */

export class KeyChoices {
  #keys;
  #kept;
  #keep;

  /**
   * @param {Key[]} keys all there are
   * @param {Record<string, string>} kept the letters that were chosen, by the names of keys
   * @param {(kept: Record<string, string>) => void} keep stores them
   */
  constructor(keys, kept, keep) {
    this.#keys = keys;
    this.#kept = kept;
    this.#keep = keep;
  }

  get keys() { return this.#keys; }
  get hasOwn() { return Object.keys(this.#kept).length > 0; }
  isChoosable = isChoosable;
  keysOf = keysOf;

  /**
   * Gives a key the letter that is pressed.
   * @param {Key} key
   * @param {KeyboardEvent} event
   * @returns {{taken?: Key, letter?: string}} `taken`: the key that has the letter already; without a letter, none was pressed
   */
  choose(key, event) {
    const letter = letterOf(event);
    if (!/^[a-z]$/.test(letter)) return {};
    const taken = ownerOf(this.#keys, key.name, letter);
    if (taken) return { taken, letter };
    const { [key.name]: _, ...others } = this.#kept;
    this.#take(letter === key.keys ? others : { ...others, [key.name]: letter });
    return { letter };
  }

  /** Gives all keys their own letters back. */
  reset() { this.#take({}); }

  /** @param {Record<string, string>} letters */
  #take(letters) {
    this.#kept = letters;
    this.#keep(letters);
    chooseKeys(letters);
  }
}
