// @ts-check
// The menu over one cell: what can be done with it, in words. Closed by a choice, or by any press elsewhere.

import { append, cornerIn, pointIn } from '../dom.js';
import { clamp } from '../model/geometry.js';

/** Minimum distance of the menu from the edges of the grid, in px. */
const MARGIN = 4;

/**
 * @typedef {object} MenuEntry
 * @property {string} words
 * @property {string} [name] what it is, for programs
 * @property {string} [sign] class of its icon
 * @property {string} [key] the key that does the same
 * @property {string} [does] the name of that key in the list of keys
 * @property {string} [text] what a button in a row shows instead of a sign and words
 * @property {string} [dot] the colour of a dot that it shows instead
 * @property {boolean} [isFilled] of one in a row: whether it is shown as given
 * @property {MenuEntry[]} [row] buttons beside each other in the place of the entry
 * @property {boolean} [isHalf] whether it shares its line with another one where fingers need high lines
 * @property {boolean} [isChecked] of an entry that is one of several choices, or a switch
 * @property {boolean} [isSwitch] whether it is on or off by itself
 * @property {boolean} [beginsGroup] whether a line separates it from those above
 * @property {() => void} act
 */

/** @typedef {{element: HTMLElement, cell?: {id: string}}} MenuOwner a cell's node, or a button that opens a menu */

export class CellMenu {
  #frame;
  #focus;
  #labelOf;
  /** @type {HTMLElement | undefined} */
  #menu;
  /** The item that it is about: while it is open, the node may come to show another. */
  #item = '';
  /** @type {HTMLElement | undefined} */
  #opener;
  #goesOn = false;
  /** Adds entries to the menu that is open. */
  #fill = (/** @type {MenuEntry[]} */ _entries) => {};

  /**
   * @param {HTMLElement} frame
   * @param {(item: string) => void} focus gives the focus to an item's cell
   * @param {(name: string) => string | undefined} labelOf what is written for a key, by its name
   */
  constructor(frame, focus, labelOf) {
    this.#frame = frame;
    this.#focus = focus;
    this.#labelOf = labelOf;
    frame.addEventListener('pointerdown', (event) => {
      if (this.#menu && !this.#menu.contains(/** @type {Node} */ (event.target))) this.close();
    });
    frame.addEventListener('wheel', () => this.close(), { passive: true });
  }

  /**
   * @param {MenuOwner} node
   * @param {string} name of the menu, for screen readers
   * @param {MenuEntry[]} entries
   * @param {{point?: {clientX: number, clientY: number}, goesOn?: boolean}} [options] `point`: where it opens; without it, over the middle of
   *   the cell. `goesOn`: after a choice the focus goes on to the cell that it acted on, not back to the button that opened the menu
   */
  open(node, name, entries, options = {}) {
    const { point, goesOn = false } = options;
    this.close();
    this.#goesOn = goesOn;
    const menu = append(this.#frame, 'div', 'cell-menu');
    this.#menu = menu;
    this.#item = node.cell?.id ?? '';
    this.#opener = node.cell ? undefined : node.element;
    menu.setAttribute('role', 'menu');
    menu.setAttribute('aria-label', name);
    let isPressed = false;
    menu.addEventListener('pointerdown', () => (isPressed = true));
    menu.addEventListener('contextmenu', (event) => event.preventDefault());
    /** @type {HTMLButtonElement[]} */
    const buttons = [];
    this.#fill = (added) => {
      for (const entry of added.map((one) => ({ ...one, key: one.key ?? this.#labelOf(one.does ?? '') }))) {
        if (entry.beginsGroup && menu.childElementCount) append(menu, 'div', 'line').setAttribute('role', 'separator');
        for (const made of entry.row ? makeRow(menu, entry) : [{ entry, button: makeEntry(menu, entry) }]) {
          made.button.addEventListener('click', (event) => {
            // Lifting the finger that held the cell clicks the entry that appeared under it: not intended.
            if (event.detail > 0 && !isPressed) return;
            this.close(true);
            made.entry.act();
          });
          buttons.push(made.button);
        }
      }
      this.#place(menu, node, point);
    };
    menu.addEventListener('keydown', (event) => this.#key(event, buttons));
    this.#fill(entries);
    buttons[0]?.focus({ preventScroll: true });
  }

  /** The menu that is open. */
  get shown() { return this.#menu; }

  /**
   * Adds an entry at the end of a menu, unless that is closed by now.
   * @param {HTMLElement | undefined} menu
   * @param {MenuEntry} entry
   */
  add(menu, entry) { if (menu && menu === this.#menu) this.#fill([entry]); }

  /** @param {boolean} [isDone] an entry was chosen */
  close(isDone = false) {
    if (!this.#menu) return;
    const hadFocus = this.#menu.contains(/** @type {ShadowRoot} */ (this.#frame.getRootNode()).activeElement);
    this.#menu.remove();
    this.#menu = undefined;
    if (hadFocus && this.#opener && !(isDone && this.#goesOn)) this.#opener.focus({ preventScroll: true });
    else if (hadFocus) this.#focus(this.#item);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {HTMLButtonElement[]} buttons
   */
  #key(event, buttons) {
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (event.key === 'Escape' || event.key === 'Tab') this.close();
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') buttons[(at + 1) % buttons.length].focus();
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') buttons.at(at - 1)?.focus();
    else if (event.key === 'Home') buttons[0].focus();
    else if (event.key === 'End') buttons.at(-1)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * @param {HTMLElement} menu
   * @param {MenuOwner} node
   * @param {{clientX: number, clientY: number}} [point]
   */
  #place(menu, node, point) {
    const { offsetWidth: viewWidth, offsetHeight: viewHeight } = this.#frame;
    const corner = cornerIn(this.#frame, node.element);
    const { offsetWidth: ownWidth, offsetHeight: ownHeight } = node.element;
    const at = point && pointIn(this.#frame, point);
    const { offsetWidth: width, offsetHeight: height } = menu;
    const isRightToLeft = getComputedStyle(menu).direction === 'rtl';
    const x = at ? at.x - (isRightToLeft ? width : 0) : corner.x + (ownWidth - width) / 2;
    // Above the button that opens it.
    const y = at ? at.y : this.#opener ? corner.y - height - MARGIN * 2 : corner.y + (ownHeight - height) / 2;
    const left = clamp(x, MARGIN, Math.max(MARGIN, viewWidth - width - MARGIN));
    const top = clamp(y, MARGIN, Math.max(MARGIN, viewHeight - height - MARGIN));
    menu.style.translate = `${left}px ${top}px`;
  }
}

/**
 * Several buttons beside each other.
 * @param {HTMLElement} menu
 * @param {MenuEntry} entry
 */
function makeRow(menu, { words, row = [] }) {
  const group = append(menu, 'div', 'row');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', words);
  return row.map((entry) => {
    const button = makeEntry(group, entry);
    button.replaceChildren(entry.text ?? '');
    if (entry.dot) append(button, 'span', 'dot').dataset.colour = entry.dot;
    button.title = entry.words;
    button.classList.toggle('filled', entry.isFilled ?? false);
    return { entry, button };
  });
}

/**
 * @param {HTMLElement} menu
 * @param {MenuEntry} entry
 */
function makeEntry(menu, { sign = 'none', words, key, isHalf = false, isChecked, isSwitch }) {
  const button = append(menu, 'button');
  button.classList.toggle('half', isHalf);
  button.setAttribute('role', isChecked === undefined ? 'menuitem' : isSwitch ? 'menuitemcheckbox' : 'menuitemradio');
  if (isChecked !== undefined) button.setAttribute('aria-checked', String(isChecked));
  // Its own name: the key beside the words is none of it.
  button.setAttribute('aria-label', words);
  append(button, 'span', `sign ${sign}`);
  append(button, 'span', 'words').textContent = words;
  if (key) {
    button.setAttribute('aria-keyshortcuts', key.replace('Ctrl', 'Control'));
    append(button, 'kbd').textContent = key;
  }
  return button;
}
