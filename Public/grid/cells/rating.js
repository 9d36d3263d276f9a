// @ts-check
// The menu over one cell: a few choices, closed by the first choice or any press elsewhere.

import { call, collectionPath } from '../server/api.js';
import { append } from '../dom.js';

const SIGNS = /** @type {Record<string, string>} */ ({ like: 'heart', dislike: 'thumb-down' });

export class Rating {
  #frame;
  #collection;
  #strings;
  /** @type {HTMLElement | undefined} */
  #overlay;
  /** @type {() => void} */
  #restore = () => {};

  /**
   * @param {HTMLElement} frame
   * @param {string} collection
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(frame, collection, strings) {
    this.#frame = frame;
    this.#collection = collection;
    this.#strings = strings;
    frame.addEventListener('pointerdown', (event) => {
      if (this.#overlay && !this.#overlay.contains(/** @type {Node} */ (event.target))) this.close();
    });
  }

  get isOpen() { return this.#overlay !== undefined; }

  /**
   * @param {import('./cell-pool.js').CellNode} node
   * @param {string[]} choices
   * @param {{sign: string, words: string, act: () => void}[]} more other actions
   * @param {(error: Error) => void} failed
   * @param {(choice: string | undefined) => void} done
   */
  open(node, choices, more, failed, done) {
    this.close();
    const cell = node.cell;
    if (!cell) return;
    const overlay = append(this.#frame, 'div', 'rating');
    this.#overlay = overlay;
    this.#restore = () => node.element.focus({ preventScroll: true });
    overlay.setAttribute('role', 'menu');
    overlay.setAttribute('aria-label', this.#strings.rate(cell.item?.title ?? ''));
    let isPressed = false;
    overlay.addEventListener('pointerdown', () => (isPressed = true));
    const current = cell.item?.attributes?.rating;
    const buttons = choices.map((choice) => {
      const button = /** @type {HTMLButtonElement} */ (append(overlay, 'button', `sign ${SIGNS[choice] ?? ''}`));
      button.type = 'button';
      button.setAttribute('role', 'menuitemradio');
      button.setAttribute('aria-checked', String(choice === current));
      button.setAttribute('aria-label', this.#strings.ratings[choice] ?? choice);
      button.title = this.#strings.ratings[choice] ?? choice;
      if (!SIGNS[choice]) button.textContent = choice;
      button.addEventListener('click', (event) => {
        // Lifting the finger that held the cell clicks the button that appeared under it: not intended.
        if (event.detail > 0 && !isPressed) return;
        const rating = choice === current ? null : choice;
        this.close();
        call('PATCH', collectionPath(this.#collection, 'items', cell.id), { attributes: { rating } },
          { type: 'application/merge-patch+json' }).then(() => done(rating ?? undefined), failed);
      });
      return button;
    });
    for (const { sign, words, act } of more) {
      const button = /** @type {HTMLButtonElement} */ (append(overlay, 'button', `sign ${sign}`));
      button.type = 'button';
      button.setAttribute('role', 'menuitem');
      button.setAttribute('aria-label', words);
      button.title = words;
      button.addEventListener('click', (event) => {
        if (event.detail > 0 && !isPressed) return;
        this.close();
        act();
      });
      buttons.push(button);
    }
    overlay.addEventListener('keydown', (event) => {
      const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
      if (event.key === 'Escape' || event.key === 'Tab') this.close();
      else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') buttons[(at + 1) % buttons.length].focus();
      else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') buttons.at(at - 1)?.focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    const view = this.#frame.getBoundingClientRect();
    const box = node.element.getBoundingClientRect();
    const x = box.left - view.left + (box.width - overlay.offsetWidth) / 2;
    const y = box.top - view.top + (box.height - overlay.offsetHeight) / 2;
    overlay.style.translate = `${Math.max(4, Math.min(view.width - overlay.offsetWidth - 4, x))}px ` +
      `${Math.max(4, Math.min(view.height - overlay.offsetHeight - 4, y))}px`;
    buttons[0]?.focus();
  }

  close() {
    if (!this.#overlay) return;
    const hadFocus = this.#overlay.contains(/** @type {ShadowRoot} */ (this.#frame.getRootNode()).activeElement);
    this.#overlay.remove();
    this.#overlay = undefined;
    if (hadFocus) this.#restore();
  }
}
