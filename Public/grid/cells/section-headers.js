// @ts-check
// Section headers: each in a box as tall as its section, in which it sticks to the top.

import { append, setAttribute } from '../dom.js';

/** @typedef {import('../model/cell-store.js').Header} Header */

export class SectionHeaders {
  #layer;
  /** @type {Map<string, {box: HTMLElement, fold: HTMLElement, title: HTMLElement, count: HTMLElement}>} */
  #shown = new Map();
  #strings;
  /**
   * Numbers of items of sections that are folded, where the server does not know them with what is shown.
   * @type {Map<string, number> | undefined}
   */
  folded;
  /** @type {((header: HTMLElement) => void) | undefined} */
  #decorate;

  /**
   * @param {HTMLElement} layer
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(layer, strings) {
    this.#layer = layer;
    this.#strings = strings;
  }

  /** @param {(header: HTMLElement) => void} decorate adds something to a header: to those that are there, and to others */
  decorate(decorate) {
    this.#decorate = decorate;
    for (const { count } of this.#shown.values()) decorate(/** @type {HTMLElement} */ (count.parentElement));
  }

  /**
   * @param {Header[]} headers ascending; the last reaches to the end of the content
   * @param {[number, number]} contentSize
   * @param {number} base content y of the sizer's top
   * @param {number} sizerHeight
   */
  update(headers, [contentWidth, contentHeight], base, sizerHeight) {
    const gone = new Set(this.#shown.keys());
    let place = 0;
    headers.forEach((header, i) => {
      gone.delete(header.id);
      const [x, y, width, height] = header.frame;
      if (height <= 0) return;
      const next = headers[i + 1];
      const whole = header.sectionFrame;
      const end = whole ? whole[1] + whole[3] : next ? next.frame[1] : contentHeight;
      const top = Math.max(0, y - base);
      const bottom = Math.min(sizerHeight, end - base);
      const parts = this.#shown.get(header.id) ?? this.#make(header.id);
      // In the order in which they are read.
      const there = this.#layer.children[place++];
      if (there !== parts.box) this.#layer.insertBefore(parts.box, there ?? null);
      parts.box.hidden = bottom <= top;
      // Beside others it has its own part of the line; else it is as wide as the view.
      const isShared = width < contentWidth;
      parts.box.classList.toggle('shared', isShared);
      parts.box.style.left = isShared ? `${x}px` : '';
      // Frames are mirrored already: the left edge counts in both directions of text.
      parts.box.style.right = isShared ? 'auto' : '';
      parts.box.style.width = isShared ? `${width}px` : '';
      parts.box.style.top = `${top}px`;
      parts.box.style.height = `${Math.max(0, bottom - top)}px`;
      parts.box.style.setProperty('--header-height', `${height}px`);
      const { count: words, mark } = this.#strings;
      const number = header.folded ? header.foldedCount ?? this.folded?.get(header.id) : header.itemCount;
      const count = number === undefined ? '' : words(number);
      const title = header.title || mark.untitled;
      parts.title.classList.toggle('untitled', !header.title);
      if (parts.title.textContent !== title) showTitle(parts.title, title);
      if (parts.count.textContent !== count) parts.count.textContent = count;
      setAttribute(parts.fold, 'aria-expanded', String(!header.folded));
    });
    for (const id of gone) {
      this.#shown.get(id)?.box.remove();
      this.#shown.delete(id);
    }
  }

  /** @param {string} id */
  #make(id) {
    const box = append(this.#layer, 'div', 'section');
    const header = append(box, 'div', 'header');
    header.setAttribute('role', 'heading');
    header.setAttribute('aria-level', '2');
    header.dataset.section = id;
    const fold = append(header, 'button', 'fold');
    // The grid is one stop of Tab. Its keys fold, and a screen reader presses buttons without it.
    fold.tabIndex = -1;
    const parts = { box, fold, title: append(fold, 'span', 'title'), count: append(header, 'span', 'count') };
    header.setAttribute('part', 'header');
    parts.title.setAttribute('part', 'header-title');
    parts.count.setAttribute('part', 'header-count');
    this.#shown.set(id, parts);
    this.#decorate?.(header);
    return parts;
  }
}

/**
 * Shows a title. Of a path, the folder itself is strong and keeps its room; what it is in is quiet.
 * @param {HTMLElement} node
 * @param {string} title
 */
export function showTitle(node, title) {
  const end = title.lastIndexOf('/', title.length - 2) + 1;
  node.replaceChildren();
  if (end > 0) append(node, 'span', 'parent').textContent = title.slice(0, end);
  append(node, 'span', 'folder').textContent = title.slice(end);
}
