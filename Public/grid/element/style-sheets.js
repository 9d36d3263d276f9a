// @ts-check
// The style sheets in the shadow root of a grid: its own, and those of the registered cells.

import { fileAddress, isBundled, styleTexts } from '../file-address.js';
import { registeredSheets } from '../cells/registrations.js';

/** The sheets that grid.css and features.css import, in their order. */
export const IMPORTED = {
  'grid.css': [
    'element/grid.css', 'cells/cells.css', 'marks/marks.css', 'albums/albums.css', 'sections/sections.css', 'scroll/scrubber.css', 'selection/selection.css',
  ],
  'features.css': [
    'reorder/reordering.css', 'cells/list-columns.css', 'cells/captions.css', 'cells/stack-badge.css', 'cells/boxes.css', 'selection/selection-bar.css', 'cells/cell-menu.css', 'scroll/place-dialog.css', 'marks/label-dialog.css', 'albums/album-dialogs.css',
    'picture/lightbox.css', 'picture/compare.css', 'sections/outline.css', 'wall/wall.css',
  ],
};

/**
 * A browser imports no sheet of another origin that lets only some pages in: those of a server that serves the sources are named.
 * @param {keyof typeof IMPORTED} name
 */
function ownSheets(name) {
  if (styleTexts) return [name];
  const whole = fileAddress(`./${name}`);
  return isBundled || !isForeign(whole) ? [whole] : IMPORTED[name].map((path) => fileAddress(`./${path}`));
}

/** @param {string} address */
const isForeign = (address) => new URL(address, document.baseURI).origin !== location.origin;

export class StyleSheets {
  /** Whether those of the features are loaded. */
  hasFeatures = false;
  #root;
  /**
   * Loads by address.
   * @type {Map<string, Promise<void>>}
   */
  #loads = new Map();

  /** @param {ShadowRoot} root */
  constructor(root) {
    this.#root = root;
  }

  /**
   * Settles when all that the first screen needs are loaded, or cannot be had, those of cells registered since the last call included:
   * nothing can be measured before.
   */
  async load() { await Promise.allSettled([...ownSheets('grid.css'), ...registeredSheets()].map((address) => this.#once(address))); }

  /** Settles when those of the features are loaded; rejects if one cannot be had. The next call tries again. */
  async loadFeatures() {
    await Promise.all(ownSheets('features.css').map((address) => this.#once(address)));
    this.hasFeatures = true;
  }

  /** @param {string} address */
  #once(address) {
    const load = this.#loads.get(address) ?? this.#add(address);
    this.#loads.set(address, load);
    load.catch(() => this.#loads.delete(address));
    return load;
  }

  /**
   * @param {string} address
   * @returns {Promise<void>}
   */
  #add(address) {
    const text = styleTexts?.[address];
    return text ? this.#adopt(text) : this.#link(address);
  }

  /** @param {() => Promise<string>} text */
  async #adopt(text) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(await text());
    this.#root.adoptedStyleSheets.push(sheet);
  }

  /**
   * @param {string} address
   * @returns {Promise<void>}
   */
  #link(address) {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    // A server lets another origin's page have them only if it asks so.
    if (isForeign(address)) sheet.crossOrigin = 'anonymous';
    sheet.href = address;
    return new Promise((resolve, reject) => {
      sheet.onload = () => resolve();
      sheet.onerror = () => {
        sheet.remove();
        reject(new Error(`no style sheet at ${address}`));
      };
      this.#root.append(sheet);
    });
  }
}
