// @ts-check
// The nodes of the large picture: a modal dialog, so that the page below can neither be reached nor heard.

import { withKey } from '../access/keys.js';
import { append } from '../dom.js';

const SIGNS = {
  back: 'M12.500 4.500 7 10l5.500 5.500', previous: 'M12 4 6 10l6 6', next: 'M8 4l6 6-6 6',
  like: 'M10 16.500S3.500 12.600 3.500 8.100A3.400 3.400 0 0 1 10 6.700a3.400 3.400 0 0 1 6.500 1.400c0 4.500-6.500 8.400-6.500 8.400z',
  information: 'M10 2.500a7.500 7.500 0 1 0 0 15 7.500 7.500 0 0 0 0-15zM10 9v5M10 6.200v.1',
  goOn: 'M3.500 10h9M9 6l4 4-4 4M16.500 5v10',
  more: 'M5 10h.1M10 10h.1M15 10h.1',
  play: 'M6.500 4v12l9.500-6z',
  dislike: 'M13 3.500v8M13 11.500l-3 5.500c-1 0-1.800-.8-1.800-1.800V12H4.700c-1 0-1.700-.9-1.500-1.900l1.100-5.200c.2-.8.9-1.400 1.700-1.400h7M13 3.500h3v8h-3',
};

/**
 * @param {HTMLElement} frame
 * @param {import('../../strings/strings.js').Strings} strings
 */
export function makeLightbox(frame, strings) {
  const dialog = append(frame, 'dialog', 'lightbox');
  dialog.setAttribute('aria-label', strings.picture);
  const backdrop = append(dialog, 'div', 'backdrop');
  const slides = append(dialog, 'div', 'slides');
  slides.tabIndex = -1;
  slides.setAttribute('role', 'group');

  const bar = append(dialog, 'div', 'lightbox-bar');
  const close = signButton(bar, 'back', strings.closePicture, 'close');
  const words = append(bar, 'div', 'words');
  const title = append(words, 'h2', 'title');
  const place = append(words, 'p', 'place');
  const details = append(words, 'p', 'details');
  const play = signButton(bar, 'play', withKey('slideShow', strings.mark.slideShow), 'play');
  play.setAttribute('aria-pressed', 'false');
  const information = signButton(bar, 'information', strings.find.information, 'information');

  const previous = signButton(dialog, 'previous', strings.previousPicture, 'step previous');
  const next = signButton(dialog, 'next', strings.nextPicture, 'step next');

  const panel = append(dialog, 'section', 'lightbox-information');
  panel.setAttribute('aria-label', strings.find.informationTitle);
  panel.tabIndex = 0;
  panel.hidden = true;

  const foot = makeFoot(dialog);

  const scale = append(dialog, 'div', 'lightbox-scale');
  const wait = append(dialog, 'div', 'lightbox-wait');
  wait.setAttribute('aria-hidden', 'true');
  const failure = append(dialog, 'div', 'lightbox-failure');
  failure.hidden = true;
  const reason = append(failure, 'p');
  const retry = append(failure, 'button');
  retry.textContent = strings.retry;

  const live = append(dialog, 'div', 'live');
  live.setAttribute('aria-live', 'polite');
  const toast = append(dialog, 'div', 'toast');
  return {
    dialog, backdrop, slides, close, title, place, details, bar, play, information, foot, panel, previous, next, scale, wait, failure, reason, retry, live, toast,
  };
}

/** @typedef {ReturnType<typeof makeLightbox>} LightboxParts */

/**
 * The place below a picture that features fill.
 * @param {HTMLElement} parent
 */
export function makeFoot(parent) {
  const foot = append(parent, 'div', 'lightbox-marks');
  foot.setAttribute('role', 'group');
  foot.hidden = true;
  return foot;
}

/**
 * @param {HTMLElement} parent
 * @param {string} sign
 * @param {string} label
 * @param {string} className
 */
export function signButton(parent, sign, label, className) {
  const node = append(parent, 'button', className);
  node.title = label;
  node.setAttribute('aria-label', label);
  const path = /** @type {Record<string, string>} */ (SIGNS)[sign];
  if (!path) {
    node.textContent = label;
    return node;
  }
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 20 20');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  svg.append(line);
  node.append(svg);
  return node;
}
