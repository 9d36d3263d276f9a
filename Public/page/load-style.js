// @ts-check
// Style sheets of parts of the page that are loaded when they are shown first.

import { fileAddress } from '../grid/file-address.js';

/**
 * Loads a style sheet, unless the page has it.
 * @param {string} path relative to the folder `grid`
 * @returns {Promise<void>} settles when it is there, or cannot be had
 */
export function loadStyle(path) {
  const href = fileAddress(path);
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return Promise.resolve();
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = href;
  document.head.append(sheet);
  return new Promise((resolve) => {
    sheet.onload = sheet.onerror = () => resolve();
  });
}
