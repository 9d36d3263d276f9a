// @ts-check
// Two buttons of the bar, refresh and the outline of sections; and that the reader may only look.

import { withKey } from '../grid/access/keys.js';
import { isSectioned } from '../grid/query/query.js';
import { strings } from '../strings/strings.js';

/** @typedef {import('../grid/element/collection-grid-element.js').CollectionGrid} CollectionGrid */
/** @typedef {import('../grid/server/wire.js').CollectionDescription} CollectionDescription */

export class BarButtons {
  #refresh;
  #outline;
  #viewOnly;
  #ownSections = 0;
  /** @type {import('../grid/query/query.js').Query | undefined} */
  #query;

  /**
   * @param {HTMLElement} bar
   * @param {CollectionGrid} grid
   */
  constructor(bar, grid) {
    this.#refresh = /** @type {HTMLButtonElement} */ (bar.querySelector('.refresh'));
    this.#outline = /** @type {HTMLButtonElement} */ (bar.querySelector('.outline-button'));
    this.#refresh.addEventListener('click', () => grid.refresh());
    this.#outline.addEventListener('click', () => grid.openOutline());
    this.#outline.setAttribute('aria-haspopup', 'dialog');
    name(this.#outline, withKey('goTo', strings.mark.outline));
    this.#outline.dataset.label = strings.mark.sections;
    this.keys = /** @type {HTMLButtonElement} */ (bar.querySelector('.keys-button'));
    this.keys.setAttribute('aria-haspopup', 'dialog');
    name(this.keys, strings.mark.keys);
    this.#viewOnly = /** @type {HTMLElement} */ (bar.querySelector('.view-only'));
    const words = document.createElement('span');
    words.textContent = strings.mark.viewOnly;
    this.#viewOnly.append(words);
    this.#viewOnly.title = strings.mark.viewOnlyDetail;
    this.showRefresh(false);
  }

  /**
   * Another collection is shown, or it has other sections.
   * @param {CollectionDescription} collection
   */
  show({ capabilities, sectionCount = 0, readOnly = false }) {
    this.#viewOnly.hidden = !readOnly;
    this.#refresh.hidden = capabilities?.refresh === false;
    this.#ownSections = sectionCount;
    this.#draw();
  }

  /** @param {import('../grid/query/query.js').Query | undefined} query whose result is shown */
  showQuery(query) {
    this.#query = query;
    this.#draw();
  }

  /** @param {boolean} isRunning */
  showRefresh(isRunning) {
    this.#refresh.classList.toggle('running', isRunning);
    this.#refresh.setAttribute('aria-busy', String(isRunning));
    name(this.#refresh, isRunning ? strings.refreshing : withKey('refresh', strings.refresh));
  }

  #draw() { this.#outline.hidden = !isSectioned(this.#query, this.#ownSections); }
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function name(element, text) {
  element.setAttribute('aria-label', text);
  element.title = text;
}
