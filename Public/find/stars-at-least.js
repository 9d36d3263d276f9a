// @ts-check
// Five stars in the filter panel: one click asks for that many and more, another one for any again.

import { append } from '../grid/dom.js';
import { strings } from '../strings/strings.js';

const MOST = 5;

export class StarsAtLeast {
  #buttons;
  #chosen = 0;

  /**
   * @param {HTMLElement} parent
   * @param {(from: number | undefined) => void} changed `undefined`: any
   */
  constructor(parent, changed) {
    const row = append(parent, 'div', 'at-least');
    row.setAttribute('role', 'group');
    row.setAttribute('aria-label', `${strings.find.field('stars')}, ${strings.find.andMore}`);
    this.#buttons = Array.from({ length: MOST }, (_, i) => {
      const button = append(row, 'button');
      button.title = strings.find.starsAtLeast(i + 1);
      button.setAttribute('aria-label', button.title);
      button.addEventListener('click', () => changed(this.#chosen === i + 1 ? undefined : i + 1));
      return button;
    });
    append(row, 'span', 'words').textContent = strings.find.andMore;
  }

  /** @param {import('./conditions.js').Condition | undefined} condition on stars */
  show(condition) {
    this.#chosen = condition?.until === undefined ? Number(condition?.from ?? 0) : 0;
    this.#buttons.forEach((button, i) => {
      const isFilled = i < this.#chosen;
      button.textContent = isFilled ? '★' : '☆';
      button.classList.toggle('filled', isFilled);
      button.setAttribute('aria-pressed', String(this.#chosen === i + 1));
    });
  }
}
