// @ts-check
// The style sheets in the shadow root of a grid: its own, and those of the registered cells.

import { fileAddress, isBundled } from '../file-address.js';
import { registeredSheets } from '../cells/registrations.js';

/** The sheets that grid.css imports, in its order. */
export const IMPORTED = [
  'element/grid.css', 'cells/cells.css', 'reorder/reordering.css', 'scroll/scrubber.css', 'scroll/place-dialog.css', 'selection/selection.css',
  'picture/lightbox.css',
];

/** A browser imports no sheet of another origin that lets only some pages in: those of a server that serves the sources are named. */
function ownSheets() {
  const whole = fileAddress('./grid.css');
  return isBundled || !isForeign(whole) ? [whole] : IMPORTED.map((path) => fileAddress(`./${path}`));
}

/** @param {string} address */
const isForeign = (address) => new URL(address, document.baseURI).origin !== location.origin;

export class StyleSheets {
  #root;
  /**
   * Loads by address.
   * @type {Map<string, Promise<unknown>>}
   */
  #loads = new Map();

  /** @param {ShadowRoot} root */
  constructor(root) {
    this.#root = root;
  }

  /** Settles when all are loaded, those of cells registered since the last call included: nothing can be measured before. */
  async load() {
    for (const address of [...ownSheets(), ...registeredSheets()]) {
      if (!this.#loads.has(address)) this.#loads.set(address, this.#add(address));
    }
    await Promise.all(this.#loads.values());
  }

  /** @param {string} address */
  #add(address) {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    // A server lets another origin's page have them only if it asks so.
    if (isForeign(address)) sheet.crossOrigin = 'anonymous';
    sheet.href = address;
    return new Promise((resolve) => {
      sheet.onload = sheet.onerror = resolve;
      this.#root.append(sheet);
    });
  }
}
