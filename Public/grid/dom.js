// @ts-check
// What every room of the grid needs of the DOM.

import { partsOf } from '../strings/reason.js';

/** The curve of every movement, as `--easing` is in the style sheets. */
export const EASING = 'cubic-bezier(.2, .8, .2, 1)';

/** What in a cell is clicked and typed into by itself: there, the grid neither opens nor drags. */
export const CONTROLS = 'button, a[href], input, select, textarea, label, summary, [contenteditable]';

/** Whether the viewer asked the system for less motion. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * A point of the window as an element counts, from its corner: in a page with CSS `zoom` or `scale` its px are not the window's.
 * @param {HTMLElement} element
 * @param {{clientX: number, clientY: number}} point
 * @returns {{x: number, y: number, scale: number}} `scale`: px of the window for each of its px
 */
export function pointIn(element, { clientX, clientY }) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [shown, own] = width > height ? [width, element.offsetWidth] : [height, element.offsetHeight];
  // Its own size is rounded to whole px.
  const scale = Math.abs(shown - own) < 1 ? 1 : shown / own || 1;
  return { x: (clientX - left) / scale, y: (clientY - top) / scale, scale };
}

/**
 * Where the corner of an element is in another one.
 * @param {HTMLElement} view
 * @param {HTMLElement} element
 */
export function cornerIn(view, element) {
  const { left, top } = element.getBoundingClientRect();
  return pointIn(view, { clientX: left, clientY: top });
}

/**
 * Appends a new element. A button submits no form, unless its `type` is set.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {HTMLElement} parent
 * @param {Tag} tag
 * @param {string} [className]
 */
export function append(parent, tag, className) {
  const node = parent.ownerDocument.createElement(tag);
  if (tag === 'button') /** @type {HTMLButtonElement} */ (node).type = 'button';
  if (className) node.className = className;
  parent.append(node);
  return node;
}

/**
 * Shows a sentence, in which a part may be in another language than the rest.
 * @param {HTMLElement} node
 * @param {string} sentence
 */
export function showSentence(node, sentence) {
  node.replaceChildren(...partsOf(sentence).map(({ text, language }) => {
    if (!language) return text;
    const part = document.createElement('span');
    part.textContent = text;
    part.lang = language;
    return part;
  }));
}

/**
 * Sets an attribute unless it has the value: writing it again costs the browser as much as a change.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
