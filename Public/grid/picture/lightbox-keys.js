// @ts-check
// The large picture by keys.

import { letterOf } from '../access/letter-key.js';
import { SlideShow } from './slide-show.js';

/**
 * @param {KeyboardEvent} event
 * @param {import('./lightbox.js').Lightbox} lightbox
 * @param {SlideShow} show
 */
function lightboxKey(event, lightbox, show) {
  if (event.altKey || (event.metaKey && letterOf(event) !== 'z') || (event.ctrlKey && !'+-=0zZ'.includes(event.key))) return;
  if (letterOf(event) === 's' && !event.ctrlKey) {
    show.toggle();
    event.preventDefault();
  } else {
    show.stop();
    if (mean(event, lightbox)) event.preventDefault();
    else lightbox.wake();
  }
  // What the grid below would make of a key is not meant.
  if (event.key !== 'Tab' && event.key !== 'Escape') event.stopPropagation();
}

/**
 * @param {KeyboardEvent} event
 * @param {import('./lightbox.js').Lightbox} lightbox
 * @returns {boolean} whether the key meant something here
 */
function mean(event, lightbox) {
  const target = /** @type {HTMLElement} */ (event.target);
  switch (event.key) {
    case 'ArrowRight': lightbox.stepAside(1); return true;
    case 'ArrowLeft': lightbox.stepAside(-1); return true;
    case 'PageDown': lightbox.step(1); return true;
    case 'PageUp': lightbox.step(-1); return true;
    case ' ':
      if (target instanceof HTMLButtonElement) return false;
      if (event.shiftKey || !lightbox.togglePlaying()) lightbox.step(event.shiftKey ? -1 : 1);
      return true;
    case 'Home': lightbox.go(0); return true;
    case 'End': lightbox.goToEnd(); return true;
    case '+':
    case '=': lightbox.zoomBy(1.5); return true;
    case '-': lightbox.zoomBy(1 / 1.5); return true;
  }
  if (event.key === '0' && event.ctrlKey) {
    lightbox.zoomBy(0);
    return true;
  }
  if (lightbox.marks.key(event)) return true;
  if (letterOf(event) === 'z') {
    lightbox.toggleActual();
    return true;
  }
  if (letterOf(event) === 'i' && !event.ctrlKey) {
    lightbox.toggleInformation();
    return true;
  }
  return false;
}

/**
 * @param {import('./lightbox-skeleton.js').LightboxParts} parts
 * @param {import('./lightbox.js').Lightbox} lightbox
 * @param {import('../../strings/strings.js').Strings} strings
 */
export function listenToButtonsAndKeys(parts, lightbox, strings) {
  const show = new SlideShow(parts, lightbox, strings);
  parts.close.addEventListener('click', () => lightbox.close());
  parts.previous.addEventListener('click', () => lightbox.step(-1));
  parts.next.addEventListener('click', () => lightbox.step(1));
  parts.dialog.addEventListener('cancel', (event) => {
    event.preventDefault();
    lightbox.close();
  });
  parts.dialog.addEventListener('keydown', (event) => lightboxKey(event, lightbox, show));
}
