// @ts-check
// Keys as values: each says which key it is, where it works, and what it does. One table serves the grid, the large picture, comparing and
// the page; the sheet of keys is made of the same values. Free of the DOM.

/** @typedef {'grid' | 'large' | 'compare' | 'page'} Where */

/**
 * @typedef {object} Place where a key was pressed, and what is marked there
 * @property {Where} where
 * @property {HTMLElement} frame dialogs open in it
 * @property {import('./speech.js').Speech} speech
 * @property {import('../reorder/change-history.js').ChangeHistory} history
 * @property {import('../model/cell-store.js').Cell | undefined} cell the item that has the focus, or is shown large
 * @property {import('../selection/selection.js').Selection} [selection] the grid's
 * @property {() => unknown} next goes to the next item
 * @property {(id: string, marks: import('../marks/mark.js').Marks) => void} [marked] an item was marked there
 */

/**
 * @template [Owner=any]
 * @template {Place} [At=any]
 * @typedef {object} Key
 * @property {string} name its line in the sheet of keys has the same; several keys may share one
 * @property {string} keys separated by spaces: a letter, or a name as browsers have it, after `Ctrl+` or `Shift+`; one without Shift works
 *   with it, too, unless that is another key's
 * @property {string} [where] one or more places, separated by spaces; the grid, if there is none
 * @property {boolean} [changes] whether somebody who may only look has no use for it
 * @property {boolean} [isOfItem] whether it acts on the focused item at once: the reader must see which one it is
 * @property {(owner: Owner, at: At, event: KeyboardEvent) => unknown} [act] `false`: it means nothing here; without it, the keyboard itself sees to it
 */

/**
 * The Latin letter of a key, in lower case; of a keyboard that writes Hangul, Greek or Cyrillic, the one that is at the same place.
 * Other keys are returned as they are.
 * @param {{key: string, code?: string}} event
 */
export function letterOf({ key, code }) {
  // While an input method is composing, the key is reported as `Process`.
  const isForeign = key === 'Process' || (key.length === 1 && key > '\x7f');
  const place = isForeign ? /^Key([A-Z])$/.exec(code ?? '')?.[1] : undefined;
  return (place ?? (key.length === 1 ? key : '')).toLowerCase() || key;
}

/**
 * Whether a key is left to the browser: with Alt, or with Cmd, which has more keys of its own than Ctrl has.
 * @param {KeyboardEvent} event
 */
export const isOfBrowser = (event) => event.altKey || (event.metaKey && !'za '.includes(letterOf(event)));

/**
 * The names that a key has in the table, the most exact one first.
 * @param {KeyboardEvent} event
 * @returns {string[]}
 */
function namesOf(event) {
  const letter = letterOf(event);
  if (isOfBrowser(event)) return [];
  const command = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
  // With Shift, or on a French keyboard, a digit's key is another character; without Num Lock, it is an arrow.
  const digit = /^(Home|End|Arrow|Page|Insert|Clear)/.test(event.key) ? undefined : /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1];
  return [letter === ' ' ? 'Space' : letter, digit].flatMap((name) => (
    name === undefined ? [] : event.shiftKey ? [`${command}Shift+${name}`, command + name] : [command + name]));
}

/**
 * The letters that the reader has chosen, by the names of keys.
 * @type {Readonly<Record<string, string>>}
 */
let chosen = {};

/**
 * Takes the reader's own letters: tables that exist already follow.
 * @param {Record<string, string>} letters by the names of keys
 */
export const chooseKeys = (letters) => void (chosen = { ...letters });

/** Whether the reader may choose another key: a letter is one, and 0; a name such as `Enter` is none, nor one of several. */
export const isChoosable = (/** @type {Key} */ { keys }) => /^[a-z0]$/.test(keys);

/** @param {Key} key */
export const keysOf = (key) => (isChoosable(key) && chosen[key.name]) || key.keys;

/**
 * Words that end with a key in brackets, with the key that the reader has chosen.
 * @param {string} name
 * @param {string} words
 */
export const withKey = (name, words) => (chosen[name] ? words.replace(/\(\S\)$/, `(${chosen[name].toUpperCase()})`) : words);

/** @param {Key} key */
export const placesOf = (key) => (key.where ?? 'grid').split(' ').flatMap((place) => keysOf(key).split(' ').map((one) => `${place} ${one}`));

export class KeyTable {
  /** @type {{key: Key, owner: any}[]} */
  #added = [];
  /** @type {Map<string, {key: Key, owner: any}>} */
  #keys = new Map();
  /** The reader's letters that `#keys` was made with. */
  #chosen = chosen;
  /** Whether the keys of all features are in it. */
  isWhole = false;

  /**
   * @template Owner
   * @param {Key<Owner>[]} keys
   * @param {Owner} owner gets them
   */
  add(keys, owner) {
    for (const key of keys) this.#added.push({ key, owner });
    this.#list(this.#added.slice(-keys.length));
  }

  /** @param {{key: Key, owner: any}[]} added */
  #list(added) { for (const one of added) for (const place of placesOf(one.key)) this.#keys.set(place, one); }

  get added() { return this.#added; }

  /**
   * @param {Where} where
   * @param {KeyboardEvent} event
   */
  find(where, event) {
    if (this.#chosen !== chosen) {
      this.#chosen = chosen;
      this.#keys.clear();
      this.#list(this.#added);
    }
    for (const name of namesOf(event)) {
      const found = this.#keys.get(`${where} ${name}`);
      if (found) return found;
    }
    return undefined;
  }

  /**
   * Does what a key means.
   * @param {Place} at
   * @param {KeyboardEvent} event
   * @returns {boolean} whether it means anything there
   */
  press(at, event) {
    const found = this.find(at.where, event);
    return found?.key.act !== undefined && found.key.act(found.owner, at, event) !== false;
  }

  /**
   * Does what a key does whatever was pressed.
   * @param {string} name
   * @param {Place} at
   */
  async run(name, at) {
    for (const { key, owner } of this.#added) if (key.name === name) return key.act?.(owner, at, /** @type {any} */ (undefined));
  }
}
