// @ts-check
// The film strip below a large picture: its neighbours, small, with their marks; loaded by the scheduler, as what is in view.

import { append } from '../dom.js';
import { flagOf, markWords, starsOf } from '../marks/mark.js';
import { PictureFeed } from './picture-feed.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../access/keys.js').Place & {view?: {go: (index: number) => void}}} LargePlace */

/** Frames on either side of the picture. */
const AROUND = 12;
/** Width and height of a frame in CSS px. */
const [WIDTH, HEIGHT] = [78, 56];

/** Whether it was open last: it is again with the next picture that is opened. */
let isWanted = false;

/** @type {import('../features/session-features.js').Feature} */
export const filmStrip = {
  make: (context) => new FilmStrips(context),
  keys: [{ name: 'strip', keys: 't', where: 'large', act: (/** @type {FilmStrips} */ strips) => strips.toggle() }],
};

class FilmStrips {
  #context;
  /** @type {{place: LargePlace, cell: Cell} | undefined} */
  #at;
  /** @type {FilmStrip | undefined} */
  #strip;

  /** @param {import('../features/session-features.js').FeatureContext} context */
  constructor(context) { this.#context = context; }

  toggle() {
    isWanted = !isWanted;
    this.#draw();
  }

  /** @returns {import('../cells/cell-menu.js').MenuEntry[]} */
  large() {
    const { strings: { mark: { large } } } = this.#context;
    return [{ name: 'strip', words: large.strip, does: 'strip', isChecked: isWanted, act: () => this.toggle() }];
  }

  /**
   * @param {LargePlace} place
   * @param {import('../features/session-features.js').ControlsHost} host
   */
  controls(place, { removed }) {
    if (place.where !== 'large') return () => {};
    removed?.addEventListener('abort', () => {
      this.#close();
      this.#at = undefined;
    });
    return (/** @type {Cell} */ cell) => {
      this.#at = { place, cell };
      this.#draw();
    };
  }

  #close() {
    this.#strip?.close();
    this.#strip = undefined;
  }

  #draw() {
    if (!this.#at) return;
    const { place, cell } = this.#at;
    // Its frames are those of another order.
    if (this.#strip?.result !== this.#context.presenter.order.result) this.#close();
    if (isWanted) (this.#strip ??= new FilmStrip(place, cell, this.#context)).show(cell);
    else this.#close();
    place.frame.classList.toggle('with-strip', isWanted);
  }
}

class FilmStrip {
  /** The server's name of the order that it shows. */
  result;
  #place;
  #strings;
  #order;
  #list;
  #feed;
  /** @type {Map<string, {node: HTMLButtonElement, image: HTMLImageElement, key: string}>} */
  #frames = new Map();
  #index = -1;

  /**
   * @param {LargePlace} place
   * @param {Cell} cell
   * @param {import('../features/session-features.js').FeatureContext} context
   */
  constructor(place, cell, { description, presenter: { order, store }, strings }) {
    this.#place = place;
    this.result = order.result;
    this.#strings = strings;
    this.#order = order;
    this.#list = append(place.frame, 'div', 'film-strip');
    this.#list.setAttribute('role', 'group');
    this.#list.setAttribute('aria-label', strings.mark.large.strip);
    this.#feed = new PictureFeed(description.id, order, cell, store, {
      feedChanged: () => this.#draw(), feedGone: () => this.#draw(), feedEmpty: () => {},
    }, AROUND);
    this.#feed.resize(WIDTH, HEIGHT);
  }

  /** @param {Cell} cell the picture on screen */
  show(cell) {
    if (cell.index === this.#index) return;
    this.#index = cell.index;
    this.#feed.go(cell.index);
    this.#draw();
  }

  close() {
    this.#feed.close();
    this.#list.remove();
  }

  #draw() {
    const { store } = this.#feed;
    const gone = new Set(this.#frames.keys());
    let place = 0;
    for (let index = this.#index - AROUND; index <= this.#index + AROUND; index++) {
      const cell = store.byIndex.get(index);
      if (!cell) continue;
      gone.delete(cell.id);
      const frame = this.#frames.get(cell.id) ?? this.#make(cell.id);
      this.#configure(frame, cell);
      const there = this.#list.children[place++];
      if (there !== frame.node) this.#list.insertBefore(frame.node, there ?? null);
    }
    for (const id of gone) {
      const frame = this.#frames.get(id);
      frame?.image.removeAttribute('src');
      frame?.node.remove();
      this.#frames.delete(id);
    }
    const here = /** @type {HTMLElement | null} */ (this.#list.querySelector('[aria-current=true]'));
    const left = here ? here.offsetLeft - (this.#list.clientWidth - here.offsetWidth) / 2 : 0;
    this.#list.scrollTo({ left, behavior: 'auto' });
  }

  /** @param {string} id */
  #make(id) {
    const node = append(this.#list, 'button');
    // The arrows lead there as well.
    node.tabIndex = -1;
    const image = append(node, 'img');
    image.alt = '';
    image.draggable = false;
    append(node, 'span', 'frame-count');
    append(node, 'span', 'frame-marks');
    node.addEventListener('click', () => {
      const cell = this.#feed.store.cells.get(id);
      if (cell) this.#place.view?.go(cell.index);
    });
    const frame = { node, image, key: '' };
    this.#frames.set(id, frame);
    return frame;
  }

  /**
   * @param {{node: HTMLButtonElement, image: HTMLImageElement, key: string}} frame
   * @param {Cell} cell
   */
  #configure(frame, cell) {
    const { node, image } = frame;
    node.setAttribute('aria-current', String(cell.index === this.#index));
    const { colourLabel } = cell.item?.attributes ?? {};
    const count = this.#counts(cell) ? cell.item?.stack?.count ?? 0 : 0;
    const key = `${cell.image} ${count} ${JSON.stringify(cell.item?.attributes)}`;
    if (key === frame.key) return;
    const address = cell.image ?? '';
    if (!frame.key.startsWith(`${address} `)) {
      if (address) this.#order.server.show(image, address);
      else image.removeAttribute('src');
    }
    frame.key = key;
    node.style.backgroundColor = cell.placeholder && CSS.supports('color', cell.placeholder) ? cell.placeholder : '';
    const { mark } = this.#strings;
    node.setAttribute('aria-label', [cell.item?.title ?? '', ...markWords(cell.item, this.#strings), ...(count ? [mark.stack.words(count)] : [])].join(', '));
    node.dataset.flag = flagOf(cell.item) ?? '';
    const [shown, marks] = /** @type {HTMLElement[]} */ ([...node.children].slice(-2));
    shown.textContent = count ? String(count) : '';
    marks.textContent = '★'.repeat(starsOf(cell.item));
    if (colourLabel) append(marks, 'span', 'dot').dataset.colour = String(colourLabel);
  }

  /**
   * Whether a frame stands for its stack.
   * @param {Cell} cell
   */
  #counts({ item }) {
    const { query } = this.#order;
    return query?.stacks === 'folded' && !query.openStacks?.includes(item?.stack?.id ?? '');
  }
}
