// @ts-check
// The two buttons for the size of cells, and the size that the reader chose.

import { preference, setPreference } from './preferences.js';
import { strings } from '../strings/strings.js';

/** Minimum column widths in px, from dense to large. */
const DENSITIES = [64, 88, 112, 144, 184, 232, 300, 400];

export class SizeButtons {
  #grid;
  #smaller;
  #larger;
  #step = readStep();

  /**
   * @param {HTMLElement} group
   * @param {HTMLElement} grid
   */
  constructor(group, grid) {
    this.#grid = grid;
    group.setAttribute('aria-label', strings.density);
    const [smaller, larger] = /** @type {NodeListOf<HTMLButtonElement>} */ (group.querySelectorAll('button'));
    this.#smaller = smaller;
    this.#larger = larger;
    for (const [button, words, way] of /** @type {const} */ ([[smaller, strings.smaller, -1], [larger, strings.larger, 1]])) {
      button.setAttribute('aria-label', words);
      button.title = words;
      button.addEventListener('click', () => this.change(way));
    }
    this.change(0);
  }

  /** @param {number} way 1 for larger cells, -1 for smaller ones */
  change(way) {
    const step = (this.#step = Math.max(0, Math.min(DENSITIES.length - 1, this.#step + way)));
    this.#smaller.disabled = step === 0;
    this.#larger.disabled = step === DENSITIES.length - 1;
    this.#grid.setAttribute('density', String(DENSITIES[step]));
    setPreference('density', String(step));
  }
}

/** The size chosen last, or one that suits the window. */
function readStep() {
  const stored = preference('density');
  if (stored !== null && DENSITIES[Number(stored)]) return Number(stored);
  return innerWidth < 600 ? 2 : 4;
}
