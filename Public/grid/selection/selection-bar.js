// @ts-check
// Actions on the selected items: a bar at the bottom of the grid while there are any. Loaded after the first screen.

import { append } from '../dom.js';
import { may } from '../server/capabilities.js';

/**
 * @typedef {object} BarAction
 * @property {string} name the button's class
 * @property {string} words
 * @property {string} sign shown instead of the words where the bar is narrow
 * @property {'menu' | 'dialog'} [opens]
 * @property {(count: number) => boolean} [isFor] whether it acts on so many items
 * @property {(button: HTMLElement) => void} act
 */

/**
 * @typedef {object} BarDelegate
 * @property {() => void} barClear
 * @property {() => void} barLeft the bar goes while it has the focus
 */

/** @type {import('../features/session-features.js').Feature} */
export const selectOne = {
  isOffered: (description) => may(description, 'select'),
  make: ({ selecting, strings, now }) => ({
    menu: (cell) => [{
      name: 'select', sign: 'checked', words: strings.select, does: 'select', beginsGroup: true, act: now(cell, (shown) => selecting.toggle(shown)),
    }],
  }),
};

/** @type {import('../features/session-features.js').Feature} */
export const selectAll = {
  make: ({ selecting, strings }) => ({ bar: { name: 'all', words: strings.selectAll, sign: 'checked', act: () => selecting.all() } }),
};

export class SelectionBar {
  #bar;
  #count;
  #delegate;
  #strings;
  #actions;

  /**
   * @param {HTMLElement} frame
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {BarAction[]} actions
   * @param {BarDelegate} delegate
   */
  constructor(frame, strings, actions, delegate) {
    this.#strings = strings;
    this.#delegate = delegate;
    const bar = (this.#bar = append(frame, 'div', 'selection-bar'));
    // By keys one comes to it before the scroll bar.
    frame.insertBefore(bar, frame.querySelector('.scrubber'));
    bar.setAttribute('part', 'bar');
    bar.setAttribute('role', 'toolbar');
    bar.setAttribute('aria-label', strings.selection);
    bar.hidden = true;
    const { clearSelection } = strings;
    this.#add({ name: 'clear', words: clearSelection, sign: 'cross', act: () => delegate.barClear() }).title = clearSelection;
    this.#count = append(bar, 'span', 'count');
    this.#actions = actions.map((action) => ({ button: this.#add(action), isFor: action.isFor }));
  }

  /** @param {number} count of selected items */
  show(count) {
    const { activeElement } = /** @type {ShadowRoot} */ (this.#bar.getRootNode());
    const isLeft = count === 0 && this.#bar.contains(activeElement);
    this.#bar.hidden = count === 0;
    for (const { button, isFor } of this.#actions) button.hidden = isFor?.(count) === false;
    this.#count.textContent = this.#strings.selected(count);
    this.#count.dataset.count = this.#strings.count(count);
    if (isLeft) this.#delegate.barLeft();
  }

  /** @param {BarAction} action */
  #add({ name, words, sign, opens, act }) {
    const button = append(this.#bar, 'button', name);
    button.setAttribute('aria-label', words);
    if (opens) button.setAttribute('aria-haspopup', opens);
    append(button, 'span', `sign ${sign}`);
    append(button, 'span', 'words').textContent = words;
    button.addEventListener('click', () => act(button));
    return button;
  }
}
