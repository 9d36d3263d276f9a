// @ts-check
// Keys that work everywhere on the page, except while the reader is typing.

import { letterOf } from '../grid/access/letter-key.js';

/**
 * Acts on a key, alone or with Shift, that nothing else has handled.
 * @param {string} key a lower-case letter
 * @param {() => void} act
 */
export function onShortcut(key, act) {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || letterOf(event) !== key || isTyping(event)) return;
    event.preventDefault();
    act();
  });
}

/**
 * Keys of the grid work where nothing has the focus, and Ctrl+Z on the page's own buttons too. To be called after all other keys are
 * taken.
 * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
 */
export function lendKeys(grid) {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isTyping(event) || document.querySelector('dialog[open]')) return;
    const isUndo = (event.ctrlKey || event.metaKey) && letterOf(event) === 'z';
    const isFree = event.target === document.body || (isUndo && event.target !== grid);
    if (isFree && grid.session?.takeKey(event)) event.preventDefault();
  });
}

/**
 * A letter in a list chooses an entry, as one in a field writes it. The path leads into the grid's shadow tree, too.
 * @param {KeyboardEvent} event
 */
function isTyping(event) {
  const [target] = event.composedPath();
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}
