// @ts-check
// Choosing other keys, and how they are written: letters, digits and signs may be chosen, unless they are taken. It comes after the first screen. Free of the DOM.

import { chooseKeys, isChoosable, keysOf, letterOf, placesOf } from './keys.js';

/** @typedef {import('./keys.js').Key} Key */

/**
 * What menus write for a key: the first of several.
 * @param {import('./keys.js').KeyTable} table
 * @param {string} name
 */
export function keyLabel({ added }, name) {
  const found = added.find(({ key }) => key.name === name);
  return found && keysOf(found.key).split(' ')[0].replace(/(^|\+)[a-z]$/, (letter) => letter.toUpperCase());
}

/**
 * Keys of the page work in the grid, too.
 * @param {string} place
 */
const shared = (place) => place.replace(/^page /, 'grid ');

/**
 * The keys that two values claim in the same place. Those of the page work in the grid, too.
 * @param {Key[]} keys
 * @returns {string[]}
 */
export function takenTwice(keys) {
  /** @type {Map<string, string>} */
  const owners = new Map();
  return keys.flatMap((key) => placesOf(key).flatMap((place) => {
    const owner = owners.get(shared(place)) ?? key.name;
    owners.set(shared(place), owner);
    return owner === key.name ? [] : [`${place}: ${owner}, ${key.name}`];
  }));
}

/**
 * The key that has a letter already in a place where another one would have it.
 * @param {Key[]} keys all there are
 * @param {string} name of the key that shall have it
 * @param {string} letter
 * @returns {Key | undefined}
 */
function ownerOf(keys, name, letter) {
  const places = keys.flatMap((key) => (key.name === name ? (key.where ?? 'grid').split(' ').map((place) => shared(`${place} ${letter}`)) : []));
  return keys.find((key) => key.name !== name && placesOf(key).some((place) => places.includes(shared(place))));
}

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
   * Gives a key the letter, digit or sign that is pressed.
   * @param {Key} key
   * @param {KeyboardEvent} event
   * @returns {{taken?: Key, letter?: string}} `taken`: the key that has the letter already; without a letter, none was pressed
   */
  choose(key, event) {
    const letter = letterOf(event);
    if (!/^[!-~]$/.test(letter)) return {};
    // A sign that stands on a digit's key would be pressed in the place of the digit.
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
    const names = digit ? [letter, digit, `Shift+${digit}`] : [letter];
    const taken = names.map((name) => ownerOf(this.#keys, key.name, name)).find(Boolean);
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
