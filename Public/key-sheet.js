// @ts-check
// The sheet that lists the keys, opened by ?.

import { append } from './grid/dom.js';
import { loadStyle } from './load-style.js';
import { onShortcut } from './shortcuts.js';
import { strings } from './strings/strings.js';

/** Has the ? key open the sheet. */
export function offerKeySheet() {
  onShortcut('?', open);
}

async function open() {
  if (document.querySelector('.key-sheet')) return;
  const words = strings.mark;
  await loadStyle('../key-sheet.css').catch(() => {});
  const dialog = /** @type {HTMLDialogElement} */ (append(document.body, 'dialog', 'key-sheet'));
  dialog.setAttribute('aria-labelledby', 'key-sheet-title');
  const header = append(dialog, 'header');
  const title = append(header, 'h2');
  title.id = 'key-sheet-title';
  title.textContent = words.keys;
  const close = /** @type {HTMLButtonElement} */ (append(header, 'button'));
  close.type = 'button';
  close.textContent = words.closeKeys;
  close.addEventListener('click', () => dialog.close());
  const groups = append(dialog, 'div', 'key-groups');
  for (const [name, keys] of words.keyGroups) {
    const group = append(groups, 'section');
    append(group, 'h3').textContent = name;
    const list = append(group, 'dl');
    for (const [key, what] of keys) {
      append(append(list, 'dt'), 'kbd').textContent = key;
      append(list, 'dd').textContent = what;
    }
  }
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  dialog.addEventListener('close', () => {
    dialog.remove();
    before?.focus({ preventScroll: true });
  });
  dialog.showModal();
}
