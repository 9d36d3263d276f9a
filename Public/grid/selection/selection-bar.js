// @ts-check
// Actions on the selected items: a bar at the bottom of the grid while there are any.

import { append } from '../dom.js';

/**
 * @typedef {object} BarDelegate
 * @property {() => void} barMove
 * @property {(button: HTMLElement) => void} barMark
 * @property {() => void} barAll
 * @property {() => void} barClear
 */

export class SelectionBar {
  #bar;
  #count;
  #move;
  #strings;

  /**
   * @param {HTMLElement} frame
   * @param {import('../server/wire.js').CollectionDescription['capabilities']} capabilities
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {BarDelegate} delegate
   */
  constructor(frame, capabilities, strings, delegate) {
    this.#strings = strings;
    const bar = (this.#bar = append(frame, 'div', 'selection-bar'));
    bar.setAttribute('role', 'toolbar');
    bar.setAttribute('aria-label', strings.selection);
    bar.hidden = true;
    const clear = this.#button(strings.clearSelection, 'clear', () => delegate.barClear());
    clear.textContent = '';
    clear.setAttribute('aria-label', strings.clearSelection);
    clear.title = strings.clearSelection;
    append(clear, 'span', 'sign cross');
    this.#count = append(bar, 'span', 'count');
    const mark = this.#button(strings.mark.more, 'mark', () => delegate.barMark(mark));
    mark.setAttribute('aria-haspopup', 'menu');
    mark.hidden = !capabilities?.rate?.length;
    this.#move = this.#button(strings.moveTo, 'move', () => delegate.barMove());
    this.#move.hidden = capabilities?.move === false;
    this.#button(strings.selectAll, 'all', () => delegate.barAll());
  }

  /** @param {(button: HTMLElement) => void} open opens the menu of what can be taken away */
  offerExport(open) {
    const button = this.#button(this.#strings.exportSelected, 'export', () => open(button));
    button.setAttribute('aria-haspopup', 'menu');
  }

  /** @param {number} count of selected items */
  show(count) {
    this.#bar.hidden = count === 0;
    this.#count.textContent = this.#strings.selected(count);
  }

  /**
   * @param {string} words
   * @param {string} className
   * @param {() => void} pressed
   */
  #button(words, className, pressed) {
    const button = /** @type {HTMLButtonElement} */ (append(this.#bar, 'button', className));
    button.type = 'button';
    button.textContent = words;
    button.addEventListener('click', pressed);
    return button;
  }
}
