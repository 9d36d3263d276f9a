// @ts-check
// How a session's collection is laid out: the viewer's choice, the size of the view, the direction of text.

import { chooseLayout, ownNumbers } from './layout-choice.js';
import { advise } from '../program-error.js';
import { isSectioned } from '../query/query.js';

/** @typedef {{kind: string, density: number, policy?: string, captions?: boolean, numbers?: import('./layout-choice.js').LayoutNumbers}} Wish */

export class SessionLayout {
  #parts;
  #presenter;
  #description;
  #wish;
  #choice;
  #query;
  /** The layout of which the programmer was told that the server does not have it. */
  #advised = '';
  /** The top edge of the view, in px of the window. */
  #top;

  /**
   * @param {import('./skeleton.js').Skeleton} parts
   * @param {import('./presenter.js').Presenter} presenter
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {Wish} wish
   * @param {import('../query/grid-query.js').GridQuery} query
   */
  constructor(parts, presenter, description, wish, query) {
    this.#parts = parts;
    this.#presenter = presenter;
    this.#description = description;
    this.#wish = wish;
    this.#query = query;
    this.#choice = this.#choose();
    this.#top = this.#topEdge;
    this.#style();
  }

  get kind() { return this.#choice.wire.kind; }
  /** The layout's arithmetic, where it is columns. */
  get metrics() { return this.#choice.metrics; }

  /** How the collection is shown, as the request for a viewer has it. */
  get form() {
    const { clientWidth: width, clientHeight: height } = this.#parts.scroller;
    const { policy } = this.#wish;
    return { layout: this.#choice.wire, width, height, pixelRatio: devicePixelRatio, ...(policy && { policy }), ...this.#query.member };
  }

  /** Approximately how many cells fill the view. */
  get cellsInView() {
    const { clientWidth: width, clientHeight: height } = this.#parts.scroller;
    const { metrics } = this.#choice;
    return Math.ceil(height / metrics.cellHeight) * Math.max(1, Math.floor(width / metrics.minColumnWidth));
  }

  /** @param {Wish} wish */
  change(wish) {
    const isOther = wish.policy !== this.#wish.policy;
    this.#wish = wish;
    this.update(isOther);
  }

  /** Another query is asked: its result may have headers where the collection has none. */
  queryChanged() {
    this.#choice = this.#choose();
    this.#style();
  }

  /** @param {import('../server/wire.js').CollectionDescription} description with sections inserted or deleted */
  describe(description) {
    this.#description = description;
    this.update();
  }

  /**
   * Lays out again where the size, the wish or the direction of text has changed.
   * @param {boolean} [isOther] whether to lay out again in any case
   */
  update(isOther = false) {
    const { clientWidth: width, clientHeight: height } = this.#parts.scroller;
    const { surface, store } = this.#presenter;
    if (width === 0 || height === 0) return;
    const moved = this.#topEdge - this.#top;
    this.#top += moved;
    const isPushed = moved !== 0 && Math.abs(moved + height - surface.height) < 1;
    const choice = this.#choose();
    const isSame = !isOther && store.isMirrored === this.#isRightToLeft && width === surface.width &&
      JSON.stringify(choice) === JSON.stringify(this.#choice);
    if (isSame && height === surface.height) return;
    this.#choice = choice;
    store.isMirrored = this.#isRightToLeft;
    if (isSame) {
      surface.resize(width, height);
      surface.requestFrame();
    } else this.#presenter.relayout(width, height, () => this.#style());
    if (isPushed) this.#presenter.moveTop(moved);
  }

  get #topEdge() { return this.#parts.scroller.getBoundingClientRect().top; }
  get #isRightToLeft() { return getComputedStyle(this.#parts.frame).direction === 'rtl'; }

  #choose() {
    const hasHeaders = isSectioned(this.#query.asked, this.#description.sectionCount ?? 1);
    const { layouts, layout } = this.#description;
    // A name that the page made up is not asked for: the server would refuse all of it.
    const isOffered = !layouts || layouts.includes(this.#wish.kind);
    if (!isOffered && this.#advised !== this.#wish.kind) advise(`layout="${(this.#advised = this.#wish.kind)}" is none of ${layouts.join(', ')}`);
    const kind = isOffered ? this.#wish.kind : 'column';
    const numbers = this.#wish.numbers ?? ownNumbers(layout, kind, this.#wish.density);
    return chooseLayout({ ...this.#wish, kind, numbers }, this.#parts.scroller.clientWidth, hasHeaders);
  }

  /** Hands the layout to the style sheets and the store. */
  #style() {
    const { frame } = this.#parts;
    const { wire } = this.#choice;
    frame.dataset.layout = wire.kind;
    frame.style.setProperty('--row-height', `${wire.rowHeight ?? 0}px`);
    this.#presenter.store.isMirrored = this.#isRightToLeft;
    this.#presenter.wall?.styled(this.#choice.metrics);
  }
}
