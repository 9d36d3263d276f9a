// @ts-check
// Keys that work everywhere on the page, except while the reader is typing.

import { letterOf } from './grid/access/letter-key.js';

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
 * A letter in a list chooses an entry, as one in a field writes it. The path leads into the grid's shadow tree, too.
 * @param {KeyboardEvent} event
 */
function isTyping(event) {
  const [target] = event.composedPath();
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}
