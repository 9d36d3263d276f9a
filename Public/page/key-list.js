// @ts-check
// What the sheet of keys shows: the keys in groups, and how one gets another key.

import { append } from '../grid/dom.js';
import { keyLines, keyWords } from './key-words.js';

/** @typedef {import('../grid/access/keys.js').Key} Key */

/**
 * @param {import('../grid/access/key-choices.js').KeyChoices} choices
 * @param {boolean} isReadOnly whether keys that change something are left out
 * @param {string | undefined} documented address of the documentation, if there is any
 */
export function openKeyList(choices, isReadOnly, documented) {
  if (!document.querySelector('.key-sheet')) new KeyList(choices, isReadOnly, documented);
}

class KeyList {
  #choices;
  #isReadOnly;
  #groups;
  #hint;
  #reset;
  #change;
  #isChanging = false;
  /**
   * The one that waits for its new key.
   * @type {Key | undefined}
   */
  #waiting;

  /**
   * @param {import('../grid/access/key-choices.js').KeyChoices} choices
   * @param {boolean} isReadOnly
   * @param {string | undefined} documented
   */
  constructor(choices, isReadOnly, documented) {
    this.#choices = choices;
    this.#isReadOnly = isReadOnly;
    const dialog = append(document.body, 'dialog', 'key-sheet');
    dialog.setAttribute('aria-labelledby', 'key-sheet-title');
    const header = append(dialog, 'header');
    const title = append(header, 'h2');
    title.id = 'key-sheet-title';
    title.textContent = keyWords.title;
    if (documented) {
      const documentation = append(header, 'a', 'documentation');
      documentation.href = documented;
      documentation.textContent = keyWords.documentation;
    }
    this.#reset = addButton(header, keyWords.reset, 'reset', () => {
      choices.reset();
      this.#wait(undefined);
    });
    this.#change = addButton(header, keyWords.change, 'change', () => {
      this.#isChanging = !this.#isChanging;
      this.#wait(undefined);
    });
    addButton(header, keyWords.close, 'close', () => dialog.close());
    this.#hint = append(dialog, 'p', 'key-hint');
    this.#hint.setAttribute('role', 'status');
    this.#groups = append(dialog, 'div', 'key-groups');
    this.#draw();
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    dialog.addEventListener('keydown', (event) => this.#pressed(event));
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
    dialog.addEventListener('close', () => {
      dialog.remove();
      before?.focus({ preventScroll: true });
    });
    dialog.showModal();
  }

  #draw() {
    this.#change.textContent = this.#isChanging ? keyWords.changed : keyWords.change;
    this.#reset.hidden = !this.#isChanging || !this.#choices.hasOwn;
    this.#groups.replaceChildren();
    for (const { title, lines } of this.#lines()) {
      const group = append(this.#groups, 'section');
      append(group, 'h3').textContent = title;
      const list = append(group, 'dl');
      for (const { label, words, key } of lines) {
        const term = append(list, 'dt');
        append(list, 'dd').textContent = words;
        if (this.#isChanging && this.#choices.isChoosable(key)) this.#choice(term, label, words, key);
        else append(term, 'kbd').textContent = label;
      }
    }
  }

  /**
   * @param {HTMLElement} term
   * @param {string} label
   * @param {string} words
   * @param {Key} key
   */
  #choice(term, label, words, key) {
    const isWaiting = key === this.#waiting;
    const button = addButton(term, isWaiting ? keyWords.press : label, 'key', () => this.#wait(isWaiting ? undefined : key));
    button.setAttribute('aria-label', `${words}: ${button.textContent}`);
    button.setAttribute('aria-pressed', String(isWaiting));
    if (isWaiting) button.focus();
  }

  /**
   * @param {Key | undefined} key
   * @param {string} [words] what is to be said
   */
  #wait(key, words = this.#isChanging ? keyWords.changeHint : '') {
    const last = this.#waiting;
    this.#waiting = key;
    this.#hint.textContent = words;
    this.#draw();
    // The button of the key that has its letter now keeps the focus.
    if (last && !key) /** @type {HTMLElement | undefined} */ ([...this.#groups.querySelectorAll('button')][this.#place(last)])?.focus();
  }

  #lines() {
    const { keys, keysOf } = this.#choices;
    return keyLines(keyWords, this.#isReadOnly ? keys.filter(({ changes }) => !changes) : keys, keysOf);
  }

  /**
   * Its place among the buttons.
   * @param {Key} key
   */
  #place(key) { return this.#lines().flatMap(({ lines }) => lines.map((line) => line.key)).filter(this.#choices.isChoosable).indexOf(key); }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const key = this.#waiting;
    if (!key || event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab' || event.key === 'Shift') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return this.#wait(undefined);
    const { letter, taken } = this.#choices.choose(key, event);
    if (!letter) this.#hint.textContent = keyWords.noLetter;
    else if (taken) this.#hint.textContent = keyWords.taken(letter.toUpperCase(), this.#wordsOf(taken));
    else this.#wait(undefined);
  }

  /** @param {Key} key */
  #wordsOf({ name }) {
    const words = Object.values(keyWords.groups).map((group) => group[name]).find((found) => found !== undefined) ?? name;
    return typeof words === 'string' ? words : words[1];
  }
}

/**
 * @param {HTMLElement} parent
 * @param {string} words
 * @param {string} className
 * @param {() => void} pressed
 */
function addButton(parent, words, className, pressed) {
  const button = append(parent, 'button', className);
  button.textContent = words;
  button.addEventListener('click', pressed);
  return button;
}
