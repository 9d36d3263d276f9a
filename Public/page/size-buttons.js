// @ts-check
// The buttons and the slider for the size of cells, and the size that the reader chose.

import { withKey } from '../grid/access/keys.js';
import { listen } from '../grid/grid-events.js';
import { preference, setPreference } from './preferences.js';
import { strings } from '../strings/strings.js';

/** Minimum column widths in px, from dense to large. */
const DENSITIES = [64, 88, 112, 144, 184, 232, 300, 400];
/** The same below these, from large to dense: the wall, on which whole px count. */
const WALL = [48, 38, 32, 28, 24, 20, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
const [FIRST, LAST] = [-WALL.length, DENSITIES.length - 1];

/** @param {number} step negative on the wall */
const densityOf = (step) => (step < 0 ? WALL[-1 - step] : DENSITIES[step]);

export class SizeButtons {
  #grid;
  #smaller;
  #larger;
  #slider;
  #step = readStep();

  /**
   * @param {HTMLElement} group
   * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
   */
  constructor(group, grid) {
    this.#grid = grid;
    group.setAttribute('aria-label', strings.density);
    const [smaller, larger, all] = /** @type {NodeListOf<HTMLButtonElement>} */ (group.querySelectorAll('button'));
    this.#smaller = smaller;
    this.#larger = larger;
    for (const [button, words, way] of /** @type {const} */ ([[smaller, strings.smaller, -1], [larger, strings.larger, 1]])) {
      button.setAttribute('aria-label', words);
      button.title = words;
      button.addEventListener('click', () => this.change(way));
    }
    const words = withKey('all', strings.showAll);
    all.setAttribute('aria-label', words);
    all.title = words;
    all.addEventListener('click', () => grid.session?.press('all'));
    this.#slider = /** @type {HTMLInputElement} */ (group.querySelector('input'));
    this.#slider.setAttribute('aria-label', strings.density);
    [this.#slider.min, this.#slider.max] = [String(FIRST), String(LAST)];
    this.#slider.addEventListener('input', () => this.change(Number(this.#slider.value) - this.#step));
    listen(grid, 'layoutchange', ({ density }) => this.#follow(density));
    this.change(0);
  }

  /** @param {number} way 1 for larger cells, -1 for smaller ones */
  change(way) {
    const step = Math.max(FIRST, Math.min(LAST, this.#step + way));
    this.#grid.setAttribute('density', String(densityOf(step)));
    this.#show(step);
  }

  /**
   * The size was changed elsewhere.
   * @param {number} density
   */
  #follow(density) {
    let step = FIRST;
    while (step < LAST && densityOf(step) < density) step++;
    this.#show(step);
  }

  /** @param {number} step */
  #show(step) {
    this.#step = step;
    this.#smaller.disabled = step === FIRST;
    this.#larger.disabled = step === LAST;
    this.#slider.value = String(step);
    this.#slider.ariaValueText = `${densityOf(step)} px`;
    setPreference('density', String(step));
  }
}

/** The size chosen last, or one that suits the window. */
function readStep() {
  const stored = preference('density');
  if (stored !== null && densityOf(Number(stored))) return Number(stored);
  return innerWidth < 600 ? 2 : 4;
}
