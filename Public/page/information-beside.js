// @ts-check
// Information beside the grid, of the picture that has the focus: made when it is shown, removed when it is hidden. Where there is little
// room it is not there: the large picture has its own.

import { append } from '../grid/dom.js';
import { inLanguage, strings } from '../strings/strings.js';

const words = inLanguage({
  en: { nothing: 'Click a picture with Ctrl, or go to one with the arrow keys.' },
  ko: { nothing: 'Ctrl을 누른 채 사진을 클릭하거나 화살표 키로 사진을 고르세요.' },
});

/** @typedef {Pick<import('../grid/element/lazy-features.js').Features, 'InformationPanel' | 'ItemFields'>} Features */

export class InformationBeside {
  #grid;
  #features;
  #aside = document.createElement('aside');
  #removed = new AbortController();
  /** @type {import('../grid/picture/information-panel.js').InformationPanel | undefined} */
  #panel;
  #collection = '';
  #item = '';

  /**
   * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
   * @param {Features} features
   */
  constructor(grid, features) {
    this.#grid = grid;
    this.#features = features;
    this.#aside.className = 'information-beside';
    this.#aside.setAttribute('aria-label', strings.find.informationTitle);
    this.#aside.tabIndex = 0;
    const { signal } = this.#removed;
    // From cell to cell, the focus is not heard of outside.
    grid.shadowRoot?.addEventListener('focusin', () => this.#focused(), { signal });
    for (const name of ['itemschange', 'statechange']) grid.addEventListener(name, () => this.#draw(), { signal });
    document.querySelector('main')?.append(this.#aside);
    document.body.classList.add('with-information');
    this.#item = this.#here;
    this.#draw();
  }

  remove() {
    this.#removed.abort();
    this.#panel?.close();
    this.#aside.remove();
    document.body.classList.remove('with-information');
  }

  /** The item whose cell has the focus. */
  get #here() {
    const cell = this.#grid.shadowRoot?.activeElement?.closest('.cell');
    return cell instanceof HTMLElement ? cell.dataset.item ?? '' : '';
  }

  #focused() {
    this.#item = this.#here || this.#item;
    this.#draw();
  }

  #draw() {
    const { session } = this.#grid;
    if (!session) return;
    if (this.#collection !== session.description.id) {
      this.#collection = session.description.id;
      this.#panel?.close();
      const { InformationPanel, ItemFields } = this.#features;
      this.#panel = new InformationPanel(this.#aside, new ItemFields(session.presenter.server, this.#collection), strings);
      this.#item = this.#here;
    }
    const cell = session.presenter.store.cells.get(this.#item);
    if (cell) return this.#panel?.show(cell);
    if (this.#item) return;
    this.#aside.replaceChildren();
    append(this.#aside, 'h3').textContent = strings.find.informationTitle;
    append(this.#aside, 'p').textContent = words.nothing;
  }
}
