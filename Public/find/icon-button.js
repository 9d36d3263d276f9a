// @ts-check
// A button with a sign, and words only where there is room.

import { append } from '../grid/dom.js';

const SIGNS = {
  search: '<circle cx="8.500" cy="8.500" r="5"/><path d="M12.300 12.300 17 17"/>',
  back: '<path d="M12.500 4.500 7 10l5.500 5.500"/>',
  cross: '<path d="M5.500 5.500l9 9M14.500 5.500l-9 9"/>',
  pencil: '<path d="M4 16l.8-3.4 8.600-8.600 2.600 2.600-8.600 8.600zM11.600 5.800l2.600 2.600"/>',
  flag: '<path d="M5 17V3.500h9.500L12.500 7l2 3.500H5"/>',
  goOn: '<path d="M3.500 10h9M9 6l4 4-4 4M16.500 5v10"/>',
  filter: '<path d="M3.500 5.500h13M6 10h8M8.500 14.500h3"/>',
  arrange: '<path d="M6.500 4v12M3.500 13l3 3 3-3M13.500 16V4M10.500 7l3-3 3 3"/>',
  descending: '<path d="M10 4v12M5.500 11.500 10 16l4.500-4.500"/>',
  ascending: '<path d="M10 16V4M5.500 8.500 10 4l4.500 4.500"/>',
};

/**
 * @param {HTMLElement} parent
 * @param {keyof typeof SIGNS} sign
 * @param {string} words
 * @param {string} className
 * @param {string} [label] beside the sign where there is room
 */
export function iconButton(parent, sign, words, className, label) {
  const button = append(parent, 'button', className);
  button.innerHTML = `<svg viewBox="0 0 20 20" aria-hidden="true">${SIGNS[sign]}</svg>`;
  button.setAttribute('aria-label', words);
  button.title = words;
  if (label) button.dataset.label = label;
  return button;
}
