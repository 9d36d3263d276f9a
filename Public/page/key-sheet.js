// @ts-check
// The sheet that lists the keys, opened by ? and by its button; in it they are changed. It is made from the keys themselves, with the
// first opening.

import { inputKeys } from '../grid/element/session-input.js';
import { loadFeatures } from '../grid/element/lazy-features.js';
import { homeAddress, isBundled } from '../grid/file-address.js';
import { loadStyle } from './load-style.js';
import { ownKeys } from './own-keys.js';
import { onShortcut, pageKeys } from './shortcuts.js';

/**
 * Has the ? key and the button open the sheet.
 * @param {HTMLButtonElement} button
 * @param {() => boolean} isReadOnly whether keys that change something are left out
 */
export function offerKeySheet(button, isReadOnly) {
  // Not there while the server is away, nor once another version of the page has taken its place.
  const open = () => Promise.all([
    import('./key-list.js'), loadFeatures(), loadStyle('../page/key-sheet.css').catch(() => {}),
  ]).then(([{ openKeyList }, { FEATURES, KeyChoices }]) => {
    const keys = [...inputKeys, ...FEATURES.flatMap((feature) => feature.keys ?? []), ...pageKeys];
    // Scripts/page makes the documentation with the bundle: sources that are served as they are have none.
    openKeyList(new KeyChoices(keys, ownKeys.read(), ownKeys.keep), isReadOnly(), isBundled ? new URL('docs/', homeAddress).href : undefined);
  }, () => {});
  button.addEventListener('click', open);
  onShortcut('keys', open);
}
