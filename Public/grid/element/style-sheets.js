// @ts-check
// The style sheets in the shadow root of a grid: its own, and those of the registered cells.

import { fileAddress } from '../file-address.js';
import { registeredSheets } from '../cells/registrations.js';

const OWN = fileAddress('./grid.css');

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
    for (const address of [OWN, ...registeredSheets()]) {
      if (!this.#loads.has(address)) this.#loads.set(address, this.#add(address));
    }
    await Promise.all(this.#loads.values());
  }

  /** @param {string} address */
  #add(address) {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = address;
    return new Promise((resolve) => {
      sheet.onload = sheet.onerror = resolve;
      this.#root.append(sheet);
    });
  }
}
