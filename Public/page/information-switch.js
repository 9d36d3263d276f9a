// @ts-check
// Whether information is beside the grid: by its key, by the menu of the view, and as it was last. Its contents are loaded when it is shown.

import { loadFeatures } from '../grid/element/lazy-features.js';
import { loadStyle } from './load-style.js';
import { preference, setPreference } from './preferences.js';
import { onShortcut } from './shortcuts.js';

const PREFERENCE = 'information';
/** Where there is less room the large picture alone has it. */
const WIDE = '(min-width: 1000px)';

export class InformationSwitch {
  #grid;
  #changed;
  /** @type {import('./information-beside.js').InformationBeside | undefined} */
  #beside;
  isShown = false;

  /**
   * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
   * @param {() => void} changed
   */
  constructor(grid, changed) {
    this.#grid = grid;
    this.#changed = changed;
    onShortcut('information', () => matchMedia(WIDE).matches && this.toggle());
    if (preference(PREFERENCE) === 'shown') this.#show();
  }

  toggle() {
    setPreference(PREFERENCE, this.isShown ? 'hidden' : 'shown');
    if (this.isShown) this.#hide();
    else this.#show();
    this.#changed();
  }

  async #show() {
    this.isShown = true;
    // Not there while the server is away, nor once another version of the page has taken its place.
    const loaded = await Promise.all([
      import('./information-beside.js'), loadFeatures(), loadStyle('../page/information-beside.css'),
    ]).catch(() => undefined);
    if (!loaded || !this.isShown) return this.#hide();
    const [{ InformationBeside }, features] = loaded;
    this.#beside ??= new InformationBeside(this.#grid, features);
  }

  #hide() {
    this.isShown = false;
    this.#beside?.remove();
    this.#beside = undefined;
  }
}
