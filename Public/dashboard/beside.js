// @ts-check
// The dashboard beside the grid: made when it is shown, removed when it is hidden.

import { append } from '../grid/dom.js';
import { loadStyle } from '../page/load-style.js';
import { preference, setPreference } from '../page/preferences.js';
import { onShortcut } from '../page/shortcuts.js';
import { words } from './words.js';

/** Delay between two looks at the grid's viewer, which a lost connection may replace, in ms. */
const LOOK_MS = 500;
const PREFERENCE = 'dashboard';

export class DashboardBeside {
  #grid;
  #button;
  #isOffered = false;
  /** @type {HTMLElement | undefined} */
  #aside;
  /** @type {import('./dashboard.js').Dashboard | undefined} */
  #dashboard;
  #timer = 0;
  #noteReuse = (/** @type {Event} */ event) => {
    const { node, kind } = /** @type {import('../grid/cells/cell-pool.js').CellReuseEvent} */ (event);
    this.#dashboard?.note('reuse', `${node} · ${kind}`);
  };

  /**
   * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
   * @param {HTMLElement} tools where its button goes
   */
  constructor(grid, tools) {
    this.#grid = grid;
    this.#button = append(tools, 'button', 'dashboard-button');
    this.#button.hidden = true;
    this.#button.innerHTML = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 16.500h14M5 13V9.500M8.500 13V5M12 13V7.500M15.500 13v-2"/></svg>';
    this.#button.addEventListener('click', () => this.toggle());
    onShortcut('dashboard', () => this.toggle());
    this.#name();
    if (preference(PREFERENCE) === 'shown') this.show();
  }

  /** @param {boolean} isOffered whether the bar has its button also while it is hidden; its key works all the same */
  set isOffered(isOffered) {
    this.#isOffered = isOffered;
    this.#name();
  }

  get isShown() { return this.#aside !== undefined; }
  /** `undefined` while it is hidden or its module is loading. */
  get dashboard() { return this.#dashboard; }

  toggle() {
    if (this.isShown) this.hide();
    else this.show();
  }

  async show() {
    if (this.isShown) return;
    const aside = document.createElement('aside');
    this.#aside = aside;
    aside.className = 'dashboard';
    aside.setAttribute('aria-label', words.dashboard);
    setPreference(PREFERENCE, 'shown');
    this.#name();
    // Not there while the server is away, nor once another version of the page has taken its place.
    const loaded = await Promise.all([import('./dashboard.js'), loadStyle('../dashboard/dashboard.css')]).catch(() => undefined);
    if (this.#aside !== aside) return;
    if (!loaded) return this.hide();
    const [{ Dashboard }] = loaded;
    document.body.append(aside);
    document.body.classList.add('with-dashboard');
    this.#dashboard = new Dashboard(aside);
    this.#grid.addEventListener('cellreuse', this.#noteReuse);
    const follow = () => this.#dashboard?.watch(this.#grid.viewer);
    this.#timer = window.setInterval(follow, LOOK_MS);
    follow();
  }

  hide() {
    clearInterval(this.#timer);
    this.#grid.removeEventListener('cellreuse', this.#noteReuse);
    this.#dashboard?.close();
    this.#dashboard = undefined;
    this.#aside?.remove();
    this.#aside = undefined;
    document.body.classList.remove('with-dashboard');
    setPreference(PREFERENCE, 'hidden');
    this.#name();
  }

  #name() {
    const text = this.isShown ? words.hide : words.show;
    this.#button.hidden = !this.#isOffered && !this.isShown;
    this.#button.title = text;
    this.#button.setAttribute('aria-label', text);
    this.#button.setAttribute('aria-pressed', String(this.isShown));
  }
}
