// @ts-check
// The sheet that lists the keys, opened by ?. It is made from the keys themselves.

import { append } from '../grid/dom.js';
import { inputKeys } from '../grid/element/session-input.js';
import { loadFeatures } from '../grid/features/lazy-features.js';
import { homeAddress, isBundled } from '../grid/file-address.js';
import { loadStyle } from './load-style.js';
import { onShortcut, pageKeys } from './shortcuts.js';

/**
 * Has the ? key open the sheet.
 * @param {() => boolean} isReadOnly whether keys that change something are left out
 */
export function offerKeySheet(isReadOnly) {
  onShortcut('keys', () => open(isReadOnly()));
}

/** @param {boolean} isReadOnly */
async function open(isReadOnly) {
  const [{ keyLines, keyWords }, features] = await Promise.all([
    import('./key-words.js'), loadFeatures().then(({ FEATURES }) => FEATURES, () => []), loadStyle('../page/key-sheet.css').catch(() => {})]);
  if (document.querySelector('.key-sheet')) return;
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
  const keys = [...inputKeys, ...features.flatMap((feature) => feature.keys ?? []), ...pageKeys];
  for (const { title: name, lines } of keyLines(keyWords, isReadOnly ? keys.filter(({ changes }) => !changes) : keys)) {
    const group = append(groups, 'section');
    append(group, 'h3').textContent = name;
    const list = append(group, 'dl');
    for (const { label, words } of lines) {
      append(append(list, 'dt'), 'kbd').textContent = label;
      append(list, 'dd').textContent = words;
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
