// @ts-check
// The sheet that lists the keys, opened by ?.

import { append } from '../grid/dom.js';
import { homeAddress, isBundled } from '../grid/file-address.js';
import { keyWords } from './key-words.js';
import { loadStyle } from './load-style.js';
import { onShortcut } from './shortcuts.js';

/**
 * Has the ? key open the sheet.
 * @param {() => boolean} isReadOnly whether keys that change something are left out
 */
export function offerKeySheet(isReadOnly) {
  onShortcut('?', () => open(isReadOnly()));
}

/** @param {boolean} isReadOnly */
async function open(isReadOnly) {
  if (document.querySelector('.key-sheet')) return;
  await loadStyle('../page/key-sheet.css').catch(() => {});
  const dialog = /** @type {HTMLDialogElement} */ (append(document.body, 'dialog', 'key-sheet'));
  dialog.setAttribute('aria-labelledby', 'key-sheet-title');
  const header = append(dialog, 'header');
  const title = append(header, 'h2');
  title.id = 'key-sheet-title';
  title.textContent = keyWords.title;
  // Scripts/page makes the documentation with the bundle: sources that are served as they are have none.
  if (isBundled) {
    const documentation = /** @type {HTMLAnchorElement} */ (append(header, 'a', 'documentation'));
    documentation.href = new URL('docs/', homeAddress).href;
    documentation.textContent = keyWords.documentation;
  }
  const close = /** @type {HTMLButtonElement} */ (append(header, 'button'));
  close.type = 'button';
  close.textContent = keyWords.close;
  close.addEventListener('click', () => dialog.close());
  const groups = append(dialog, 'div', 'key-groups');
  for (const [name, all] of keyWords.groups) {
    const keys = all.filter(([, , changes]) => !(isReadOnly && changes));
    if (!keys.length) continue;
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
