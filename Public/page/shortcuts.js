// @ts-check
// Keys that work everywhere on the page, except while the reader is typing.

import { KeyTable, letterOf } from '../grid/access/keys.js';

/** @type {import('../grid/access/keys.js').Key[]} */
export const pageKeys = [
  { name: 'search', keys: '/', where: 'page' },
  { name: 'filter', keys: 'f', where: 'page' },
  { name: 'quick', keys: 'q', where: 'page' },
  { name: 'arrange', keys: 's', where: 'page' },
  { name: 'information', keys: 'i', where: 'page' },
  { name: 'dashboard', keys: 'd', where: 'page' },
  { name: 'keys', keys: '?', where: 'page' },
  // The grid handles it itself while it has the focus.
  { name: 'refresh', keys: 'r', where: 'page', changes: true },
];
const table = new KeyTable();
table.add(pageKeys, undefined);

/**
 * Acts on a key of the page, alone or with Shift, that nothing else has handled.
 * @param {string} name
 * @param {() => void} act
 */
export function onShortcut(name, act) {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || isTyping(event) || table.find('page', event)?.key.name !== name) return;
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
