// @ts-check
// The menu of how the collection is shown: its layout, captions, information beside it. Its contents are loaded with the first opening.

import { withKey } from '../grid/access/keys.js';
import { loadFeatures } from '../grid/element/lazy-features.js';
import { strings } from '../strings/strings.js';
import { BarPanel } from './bar-panel.js';
import { preference, setPreference } from './preferences.js';

const [CAPTIONS, BOXES] = ['captions', 'boxes'];

export class ViewMenu {
  #grid;
  #room;
  #kind;
  /** @type {import('./view-form.js').ViewForm | undefined} */
  #form;
  /** @type {string[]} */
  #kinds = [];
  #delegate;

  /**
   * @param {HTMLElement} room holds the button
   * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
   * @param {ViewDelegate} delegate
   */
  constructor(room, grid, delegate) {
    this.#room = room;
    this.#grid = grid;
    this.#delegate = delegate;
    const button = /** @type {HTMLButtonElement} */ (room.querySelector('button'));
    button.title = strings.layout;
    this.#kind = /** @type {HTMLElement} */ (room.querySelector('.kind'));
    grid.captions = preference(CAPTIONS) === 'shown';
    grid.noBoxes = preference(BOXES) === 'hidden';
    // By its key, too.
    new MutationObserver(() => {
      setPreference(BOXES, grid.noBoxes ? 'hidden' : 'shown');
      this.#draw();
    }).observe(grid, { attributeFilter: ['noboxes'] });
    new BarPanel(button, 'view', strings.layout, (panel) => this.#fill(panel));
  }

  /**
   * Another collection is shown.
   * @param {string[]} kinds layouts that it has
   * @param {string} chosen
   */
  show(kinds, chosen) {
    this.#kinds = kinds;
    this.#room.hidden = kinds.length < 2;
    this.#grid.setAttribute('layout', chosen);
    this.#draw();
  }

  /** Information beside the grid is shown now, or no longer. */
  changed() { this.#draw(); }

  /** @param {HTMLElement} panel */
  async #fill(panel) {
    // Not there while the server is away, nor once another version of the page has taken its place.
    const [loaded, features] = await Promise.all([import('./view-form.js'), loadFeatures()]).catch(() => []);
    if (!loaded || !features) return undefined;
    this.#form ??= new loaded.ViewForm(panel, features, {
      layout: (kind) => {
        this.#grid.setAttribute('layout', kind);
        this.#delegate.layoutChosen(kind);
        this.#draw();
      },
      captions: (isShown) => {
        this.#grid.captions = isShown;
        setPreference(CAPTIONS, isShown ? 'shown' : 'hidden');
      },
      information: () => this.#delegate.informationWanted(),
      boxes: (isShown) => (this.#grid.noBoxes = !isShown),
      stacks: () => this.#delegate.stacksToggled(),
    }, withKey);
    this.#draw();
    return this.#form;
  }

  #draw() {
    const chosen = this.#grid.getAttribute('layout') ?? '';
    this.#kind.textContent = strings.layouts[chosen] ?? chosen;
    this.#form?.show({ kinds: this.#kinds, chosen, captions: this.#grid.captions, information: this.#delegate.informationIsShown(), boxes: !this.#grid.noBoxes, stacks: this.#delegate.stacksAreFolded(), collection: this.#delegate.collectionShown() });
  }
}

/**
 * @typedef {object} ViewDelegate
 * @property {(kind: string) => void} layoutChosen
 * @property {() => void} informationWanted shows what is known beside the grid, or no longer
 * @property {() => boolean} informationIsShown
 * @property {() => void} stacksToggled shows each stack as one, or no longer
 * @property {() => boolean | undefined} stacksAreFolded `undefined` where there are none
 * @property {() => import('../grid/server/wire.js').CollectionDescription | undefined} collectionShown
 */
