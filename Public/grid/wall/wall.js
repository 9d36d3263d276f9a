// @ts-check
// The wall: below some size, items are drawn as texels of sheets in place of nodes. A feature; the grid knows of it what `Presenter.wall` says.

import { allSections } from '../query/all-sections.js';
import { BarPicture } from './bar-picture.js';
import { fittingSize } from './fitting.js';
import { Lens } from './lens.js';
import { LentCells } from './lent-cells.js';
import { Light } from './light.js';
import { keepsOrder } from '../model/patch.js';
import { collectionPath } from '../server/api.js';
import { SectionCounts } from './section-counts.js';
import { NO_PICTURE } from './sheet.js';
import { Texels } from './texels.js';
import { WallCanvas } from './wall-canvas.js';
import { WallChange } from './wall-change.js';
import { WallKeys } from './wall-keys.js';
import { WallLoading } from './wall-loading.js';
import { TITLED, WallPlaces } from './wall-places.js';
import { WallPointer } from './wall-pointer.js';
import { WallScene } from './wall-scene.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../features/session-features.js').FeatureContext} FeatureContext */
/** @typedef {{density: number} & HTMLElement} Host */

/** @type {import('../features/session-features.js').Feature} */
export const wall = {
  keys: [
    { name: 'size', keys: '+ =', act: (/** @type {Wall} */ { context }) => context.resize(1) },
    { name: 'size', keys: '-', act: (/** @type {Wall} */ { context }) => context.resize(-1) },
    { name: 'all', keys: 'w', act: (/** @type {Wall} */ owner) => void owner.showAll() },
  ],
  make: (context) => new Wall(context),
};

export class Wall {
  context;
  texels = new Texels();
  places;
  counts;
  lent;
  lens;
  #canvas;
  #change;
  /** The size of cells on screen, in px. */
  #size = 0;
  /**
   * The point of the view about which the size changes, until the view is there.
   * @type {[number, number] | undefined}
   */
  #turning;
  #bar;
  #loading;
  #light;
  #pointer;
  #keys;
  #sections = /** @type {import('./wall-places.js').Sections} */ ([]);
  #scene;
  #scheme = matchMedia('(prefers-color-scheme: dark)');
  #closing = new AbortController();
  /** The size of cells before all were shown. */
  #sizeBefore = 0;
  #offset = 0;
  /** @type {string | undefined} */
  #viewer;
  /** @type {{size: number, point: [number, number]} | undefined} */
  #stretched;
  /** Whether the reader knows that the server has no room. */
  #isWarned = false;
  #isPaused = false;
  /** Whether the version that is shown has items elsewhere than the one before. */
  #isOther = false;
  /** Whether the browser draws canvases at all. */
  #isPossible = document.createElement('canvas').getContext('2d') !== null;

  /** @param {FeatureContext} context */
  constructor(context) {
    this.context = context;
    const { parts, presenter, description, strings, focus, open } = context;
    const { store, surface } = presenter;
    this.places = new WallPlaces(store, () => this.texels.counts, () => context.layout());
    this.counts = new SectionCounts(presenter, this.places, this.texels, () => this.#redraw());
    this.#canvas = new WallCanvas(parts.sizer, parts.cells);
    this.#change = new WallChange(this.#canvas.layer, parts.cells);
    this.lent = new LentCells(presenter, this.places, description.id, (id) => focus.cell?.id === id || surface.node(id)?.element.classList.contains('carried') === true);
    this.lens = new Lens(parts.frame, presenter.server, strings, (item, width) => this.lent.address(item, width), (cell) => open(cell));
    this.#light = new Light((query) => presenter.server.call('POST', collectionPath(description.id, 'queries'), query), () => this.#relit());
    this.#scene = new WallScene(context, this.places, this.texels, this.#light);
    this.#loading = new WallLoading(presenter, this.places, this.texels, this.#light, {
      loadingTook: (sheet, index, version) => this.#arrived(sheet, index, version),
      loadingLacksRoom: () => {
        if (!this.#isWarned) context.speech.warn(strings.texelsLackRoom);
        this.#isWarned = true;
      },
    });
    this.#bar = new BarPicture(() => parts.frame.querySelector('.scrubber'), (parameters) =>
      presenter.server.open(`/viewers/${presenter.viewer}/overview?${parameters}`), () => surface.requestFrame());
    this.#pointer = new WallPointer(this);
    this.#keys = new WallKeys(this);
    const { signal } = this.#closing;
    this.#scheme.addEventListener('change', () => this.#repaint(), { signal });
    this.#host.addEventListener('selectionchange', () => this.#reselect(), { signal });
    presenter.wall = this;
    this.#size = context.layout().minColumnWidth;
    if (!this.isWanted) return;
    // Until now, few cells stood for all.
    presenter.relayout(surface.width, surface.height, () => this.styled(context.layout()));
  }

  get #host() { return /** @type {Host} */ (/** @type {ShadowRoot} */ (this.context.parts.frame.getRootNode()).host); }
  /** Whether the layout that is asked for is a wall. */
  get isWanted() { return this.#isPossible && this.context.layout().isWall === true; }
  /** Whether it is shown. */
  get isShown() { return this.context.presenter.store.wall !== undefined; }
  get isIdle() { return !this.isShown || !(this.#loading.isBusy || this.counts.isBusy || this.#canvas.isLeaving); }
  /** Whether all items in view have their texels, and these are drawn. */
  get isWhole() { return this.#isThere && !this.texels.unknown(this.#view).length; }
  /** Whether all that the server knows of what is in view is drawn. */
  get #isThere() {
    if (!this.isShown || this.#loading.isAhead) return false;
    const view = this.#view;
    return view[1] > view[0] && !this.texels.runs.gaps(...view).length && this.#canvas.shows(this.context.presenter.surface);
  }

  /**
   * Another layout is asked for.
   * @param {import('../model/anchor.js').Anchor | undefined} anchor the item that keeps its place
   * @param {[number, number]} [point] of the view about which the size changes
   */
  expect(anchor, point) {
    this.places.point = point;
    const { width, height } = this.context.presenter.surface;
    this.#loading.expect(this.isWanted ? this.context.layout() : undefined, anchor, [width, height]);
    if (!this.#isPaused) this.#loading.ahead();
  }

  /**
   * The layout that is shown is about to be another one.
   * @param {import('../model/column-metrics.js').ColumnOptions} metrics
   */
  styled(metrics) {
    const { presenter, parts } = this.context;
    const isShown = this.isWanted && metrics.isWall === true;
    if (this.isShown || isShown) {
      const { surface } = presenter;
      this.#change.begin(this.#top, this.#size, this.isShown, isShown);
      this.#turning = this.places.point ?? [surface.width / 2, surface.height / 2];
    } else this.#size = metrics.minColumnWidth;
    parts.frame.classList.toggle('wall', isShown);
    parts.frame.classList.toggle('divided', isShown && metrics.headerHeight < TITLED);
    presenter.store.wall = isShown ? this.places : undefined;
    this.lens.hide();
    this.lent.release();
    // Its gap is among the cells of the layout before.
    this.#scene.carry();
    if (isShown) {
      this.#canvas.isShown = true;
      // Without headers, all items count as one section.
      if (!this.places.metrics?.headerHeight !== !metrics.headerHeight) this.texels.counts = undefined;
      this.places.layOut(metrics, presenter.surface.width);
    } else {
      this.#loading.clear();
      this.#bar.hide();
    }
    this.places.point = undefined;
    this.#loading.came();
    this.#repaint();
  }

  /** The view is where it will be in its new size. */
  #turn() {
    const point = this.#turning;
    if (!point) return;
    if (this.isShown && this.places.landing) return this.#change.keep(this.#top);
    this.#turning = undefined;
    const { isShown } = this;
    this.#size = isShown ? this.places.pitch : this.context.layout().minColumnWidth;
    this.#change.end(this.#top, this.#size, point, isShown, () => !this.isShown && (this.#canvas.isShown = false));
    if (isShown) this.#stretch();
  }

  /** The view's top in px of the sizer. */
  get #top() {
    const { offset, mapper } = this.context.presenter.surface;
    return offset - mapper.base;
  }

  /**
   * The store holds a new version.
   * @param {import('../model/patch.js').Patch[]} patches
   * @param {boolean} isReset
   */
  follow(patches, isReset) {
    const { version } = this.context.presenter.store;
    // Its index may name another item.
    if (isReset || patches.length) this.places.held = undefined;
    if (isReset) this.texels.reset(version);
    // Another order, such as the result of a query, comes without patches.
    this.#isOther = isReset || !this.texels.follow(patches, version) || !patches.every(keepsOrder);
  }

  /** @param {import('../model/patch.js').Patch[]} patches that were followed */
  rebase(patches) {
    const { texels } = this;
    const changed = patches.flatMap(({ reloads = [], reconfigures = [] }) => [...reloads, ...reconfigures.map(({ id }) => id)]);
    if (changed.length) this.#loading.renew(this.isShown ? changed : undefined);
    if (!this.isShown) return;
    // What this hand has moved is where it was dropped.
    if (this.#isOther && !this.#isPaused && !document.hidden && !this.context.parts.frame.querySelector('.carried, .ghost')) {
      const { offset, motion } = this.context.presenter.surface;
      if (motion.phase === 'settled') this.#canvas.leave(offset - this.#offset);
      this.#canvas.fly(texels.moved, texels.runs, this.places);
    }
    this.#reselect();
  }

  /** @param {Parameters<WallScene['carry']>} carried where it would land, there is a gap */
  makeRoom(...carried) {
    // Elsewhere, nodes make room, and the places of the wall are not known.
    if (!this.isShown) return this.#scene.carry();
    this.#scene.carry(...carried);
    this.#redraw();
  }

  /** @param {{version: number, ranges: [number, number][], isDone: boolean}} event texels have come */
  came({ version, ranges, isDone }) {
    if (!this.isShown) return;
    this.#bar.renew();
    const isSame = version === this.texels.version;
    if (isSame) this.texels.suspect(ranges.map(([first, last]) => [first, last + 1]));
    // Indices of another version name other items.
    if (!isSame || isDone) this.texels.suspect(this.texels.unknown(this.#view));
    this.context.presenter.surface.requestFrame();
  }

  /**
   * What a query finds glows, and the rest dims.
   * @param {import('../query/query.js').Query | undefined} query
   * @returns {Promise<number>} as `Light.shine`
   */
  light(query) { return this.#light.shine(query); }

  /**
   * A gesture is between two sizes: what is drawn is stretched meanwhile.
   * @param {number} [size] of cells in px; without one, the gesture has ended
   * @param {[number, number]} [point] of the view that stays where it is
   */
  stretch(size, point) {
    this.#stretched = size && point ? { size, point } : undefined;
    if (!size) [this.places.held, this.places.isZooming] = [undefined, false];
    if (this.isShown) this.#stretch();
  }

  /**
   * An item on the wall was clicked or tapped, without a key that adds it to what is selected.
   * @param {Cell} cell
   * @param {PointerEvent} event
   * @returns {boolean} whether it meant that
   */
  tapped(cell, event) {
    const { selection } = this.context.selecting;
    if (event.pointerType !== 'touch') selection.only(cell.index);
    else if (selection.isEmpty) this.look(cell, true);
    else return false;
    return true;
  }

  /**
   * Shows what an item is.
   * @param {Cell} cell
   * @param {boolean} [isPressable] whether the lens opens it
   */
  look(cell, isPressable) {
    const { presenter: { surface, store }, parts } = this.context;
    const [x, y, width, height] = cell.frame;
    const [run] = this.texels.runs.in(cell.index, cell.index + 1);
    this.lens.show(cell, [x + parts.scroller.offsetLeft, y - surface.offset, width, height], {
      itemCount: store.itemCount, isPressable, hasPicture: run?.sheet.states[run.slot] !== NO_PICTURE,
    });
  }

  /**
   * Gives the focus to an item.
   * @param {number} index
   * @returns {Promise<Cell | undefined>}
   */
  go(index) { return this.#keys.go(index); }

  /** Shows all items; once more, they are as large as before. */
  async showAll() {
    const { presenter: { surface, order, store }, layout } = this.context;
    const host = this.#host;
    const counts = layout().headerHeight ? (await allSections(order)).sections.map(({ itemCount }) => itemCount) : [store.itemCount];
    const size = fittingSize(counts, surface.width, surface.height);
    const back = this.#sizeBefore;
    this.#sizeBefore = host.density === size ? 0 : host.density;
    host.density = host.density === size && back ? back : size;
  }

  /** Called in every frame. */
  frame() {
    const { presenter } = this.context;
    const { surface, store } = presenter;
    if (this.isShown) this.counts.frame();
    this.#turn();
    if (this.#isPaused) return;
    this.#loading.ahead();
    if (!this.isShown) return;
    // A new viewer is told of no texels that came before it.
    if (presenter.viewer !== this.#viewer) this.texels.suspect(this.texels.unknown(this.#around));
    this.#viewer = presenter.viewer;
    this.#follow();
    if (!this.#loading.isAhead) this.#loading.fetch(this.#view, this.#around);
    if (!this.#canvas.draw(surface, this.#scene.drawn)) surface.requestFrame();
    if (this.#canvas.reveal(this.#isThere)) surface.requestFrame();
    this.#bar.isPassing = surface.motion.phase !== 'settled';
    if (surface.offset !== this.#offset) this.lens.hide();
    this.#offset = surface.offset;
    if (surface.motion.phase !== 'settled') return;
    this.#keys.settled();
    // Its colours are of the whole order, which the texels in view need not wait for.
    if (presenter.viewer && surface.mapper.maxOffset > 0 && !this.#loading.isBusy) this.#bar.update(store.version, store.itemCount, surface.height);
  }

  /** @param {boolean} isPaused */
  pause(isPaused) {
    this.#isPaused = isPaused;
    if (isPaused) this.#loading.clear();
    else this.context.presenter.surface.requestFrame();
  }

  remove() {
    this.#closing.abort();
    this.#loading.clear();
    this.#pointer.remove();
    this.#keys.remove();
    this.lens.hide();
    this.#change.forget();
    this.#bar.hide();
    this.#canvas.remove();
    this.texels.clear();
  }

  /**
   * A sheet has come: where it is, it is drawn.
   * @param {import('./sheet.js').Sheet} sheet
   * @param {number} index
   * @param {number} version
   */
  #arrived({ count }, index, version) {
    if (!this.isShown) return;
    // Those of another version are elsewhere by now.
    const [first, last] = version === this.texels.version ? [this.places.frame(index), this.places.frame(index + count - 1)] : [];
    if (first && last) this.#canvas.invalidateIn(first[1], last[1] + last[3]);
    else this.#canvas.invalidate();
  }

  #stretch() {
    const { size, point: [x, y] } = this.#stretched ?? { size: undefined, point: [0, 0] };
    this.#canvas.stretch(size && size / this.places.metrics.minColumnWidth, [x, y + this.#top]);
  }

  /** Other items glow: what is drawn does not say which, but for those whose sheets come. */
  #relit() {
    this.#loading.clear();
    if (this.#light.result) this.#loading.renew();
    if (this.isShown) this.#redraw();
  }

  /** Sections that came into reach, or are elsewhere now, are drawn. */
  #follow() {
    const before = this.#sections;
    this.#sections = this.places.sections;
    if (before !== this.#sections) this.#canvas.invalidate(this.places.sharedWith(before));
  }

  get #view() {
    const { offset, height } = this.context.presenter.surface;
    return this.places.span(offset, offset + height);
  }

  get #around() {
    const { offset, height } = this.context.presenter.surface;
    return this.places.span(offset - height, offset + 2 * height);
  }

  #reselect() {
    this.#scene.reselect();
    this.#redraw();
  }

  #redraw() {
    this.#canvas.invalidate();
    this.context.presenter.surface.requestFrame();
  }

  /** Colours are others. */
  #repaint() {
    this.#scene.recolour();
    this.#redraw();
  }
}
