// @ts-check
// The nodes around pictures that are compared: a modal dialog, as the large picture is.

import { append } from '../dom.js';
import { signButton } from './lightbox-skeleton.js';

/**
 * @param {HTMLElement} frame
 * @param {number} count of the pictures
 * @param {import('../../strings/strings.js').Strings} strings
 */
export function makeCompare(frame, count, strings) {
  const dialog = /** @type {HTMLDialogElement} */ (append(frame, 'dialog', 'lightbox compare'));
  dialog.setAttribute('aria-label', strings.mark.comparing(count));
  append(dialog, 'div', 'backdrop');
  const bar = append(dialog, 'div', 'compare-bar');
  const close = signButton(bar, 'back', strings.closePicture, 'close');
  append(bar, 'h2', 'title').textContent = strings.mark.comparing(count);
  const whole = /** @type {HTMLButtonElement} */ (append(bar, 'button', 'whole'));
  whole.type = 'button';
  whole.textContent = strings.mark.wholePictures;
  whole.disabled = true;
  const panes = append(dialog, 'div', 'panes');
  panes.dataset.count = String(count);
  const live = append(dialog, 'div', 'live');
  live.setAttribute('aria-live', 'polite');
  const toast = append(dialog, 'div', 'toast');
  return { dialog, close, whole, panes, live, toast };
}
