// @ts-check
// What is drawn: the scroller, its cells and headers. All reading and writing happens in one animation frame.

import { CellPool } from './cell-pool.js';
import { Motion, SETTLE_MS } from './motion.js';
import { Pictures } from './pictures.js';
import { ScrollInput } from './scroll-input.js';
import { ScrollMapper } from './scroll-mapper.js';
import { SectionHeaders } from './section-headers.js';

/** @typedef {import('./cell-store.js').Cell} Cell */
/** @typedef {import('./geometry.js').Frame} Frame */

/** Cells are made ready so many viewports ahead, and kept so many behind. */
const AHEAD = 1;
const BEHIND = 0.5;
/** Cells are placed relative to a stage nearby: transforms are single floats in the compositor. In px. */
const STAGE_REACH = 100_000;

/**
 * @typedef {object} SurfaceDelegate
 * @property {(now: number) => void} surfaceFrame before cells are placed, in every frame
 * @property {(node: import('./cell-pool.js').CellNode, cell: Cell) => void} surfaceConfigure a node shows a cell
 * @property {() => void} surfaceSettled the view stands
 */

export class Surface {
  mapper = new ScrollMapper();
  motion = new Motion();
  /** Mounted cells by item. @type {Map<string, import('./cell-pool.js').CellNode>} */
  nodes = new Map();
  width = 0;
  height = 0;
  /** Frames that overrule those of the store, while a drag makes room. @type {Map<string, Frame> | undefined} */
  displaced;

  #parts;
  #store;
  #delegate;
  #headers;
  #frame = 0;
  #lastTop = 0;
  #origin = 0;
  #shownBase = NaN;
  #shownSizer = NaN;
  #headersDirty = true;

  /**
   * @param {import('./skeleton.js').Skeleton} parts @param {import('./cell-store.js').CellStore} store
   * @param {SurfaceDelegate} delegate @param {(count: number) => string} formatCount
   */
  constructor(parts, store, delegate, formatCount) {
    this.#parts = parts;
    this.#store = store;
    this.#delegate = delegate;
    this.pool = new CellPool(parts.stage);
    this.pictures = new Pictures(this.nodes, () => this.requestFrame());
    this.#headers = new SectionHeaders(parts.sections, formatCount);
    this.input = new ScrollInput(parts.scroller, this.motion, () => this.requestFrame());
    parts.scroller.addEventListener('scroll', () => this.requestFrame(), { passive: true });
  }

  /** The shadow root that all is drawn in, and the element that has it. */
  get root() { return /** @type {ShadowRoot} */ (this.#parts.frame.getRootNode()); }
  get host() { return this.root.host; }
  get offset() { return this.mapper.offset; }
  /** The visible rectangle in content px. @returns {Frame} */
  get visibleRect() { return [0, this.mapper.offset, this.width, this.height]; }

  requestFrame() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      this.#runFrame(now);
    });
  }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** @param {number} width @param {number} height of the view in px */
  resize(width, height) {
    this.width = width;
    this.height = height;
    this.mapper.resize(this.#store.contentSize[1], height);
  }

  /** Goes to an offset at once. @param {number} offset */
  jump(offset) {
    this.mapper.moveTo(offset);
    this.motion.jump(performance.now(), this.mapper.offset);
    this.#writeScroll();
    this.requestFrame();
  }

  /** Goes on by a distance, as auto-scroll does. @param {number} delta */
  nudge(delta) {
    this.mapper.shift(delta);
    this.motion.sample(performance.now(), this.mapper.offset);
    this.#writeScroll();
    this.requestFrame();
  }

  /** The content changed under the view. @param {number} offset the one that keeps it steady */
  hold(offset) {
    this.mapper.resize(this.#store.contentSize[1], this.height);
    const delta = offset - this.mapper.offset;
    this.mapper.moveTo(offset);
    this.motion.shift(delta);
    this.#headersDirty = true;
  }

  /** New headers came. */
  headersChanged() { this.#headersDirty = true; }

  /** @param {number} now */
  #runFrame(now) {
    this.#readScroll(now);
    const isMoving = this.motion.phase !== 'settled' && this.motion.phase !== 'hidden';
    if (isMoving && !this.input.isTouching && now - this.motion.lastTime > SETTLE_MS) {
      this.motion.settle();
      if (this.mapper.isOffCentre) this.mapper.recentre();
      this.#delegate.surfaceSettled();
    } else if (isMoving) this.requestFrame();
    this.#delegate.surfaceFrame(now);
    this.#writeScroll();
    this.render();
  }

  /** @param {number} now */
  #readScroll(now) {
    const top = this.#parts.scroller.scrollTop;
    if (Math.abs(top - this.#lastTop) < 0.01) return;
    this.#lastTop = top;
    if (this.mapper.scrolled(top, this.input.isByHand(now))) this.motion.input('scrubbing');
    this.motion.sample(now, this.mapper.offset);
    if (this.mapper.strays) this.mapper.recentre();
  }

  #writeScroll() {
    const { scroller, sizer } = this.#parts;
    const height = this.mapper.sizerHeight;
    if (height !== this.#shownSizer) {
      sizer.style.height = `${height}px`;
      this.#shownSizer = height;
      this.#headersDirty = true;
    }
    const position = this.mapper.position;
    if (Math.abs(position - this.#lastTop) < 0.01) return;
    scroller.scrollTop = position;
    // The browser rounds to device px; what it made of it is where we are.
    this.#lastTop = scroller.scrollTop;
  }

  /** Mounts, places, releases. */
  render() {
    const offset = this.mapper.offset;
    this.#placeStage(offset);
    const up = this.motion.velocity(performance.now()) < 0;
    const above = this.height * (up ? AHEAD : BEHIND);
    const below = this.height * (up ? BEHIND : AHEAD);
    const wanted = new Map();
    for (const cell of this.#store.cellsMeeting([0, offset - above, this.width, this.height + above + below])) {
      wanted.set(cell.id, cell);
    }
    for (const id of this.#store.pinned) {
      const cell = this.#store.cells.get(id);
      if (cell) wanted.set(id, cell);
    }
    for (const [id, node] of this.nodes) {
      const cell = wanted.get(id);
      if (!cell || (cell.item?.kind ?? 'photo') !== node.kind) this.unmount(node);
    }
    for (const [id, cell] of wanted) {
      let node = this.nodes.get(id);
      if (!node) {
        node = this.pool.take(cell.item?.kind ?? 'photo');
        node.id = id;
        this.nodes.set(id, node);
      }
      if (node.cell !== cell) this.configure(node, cell);
      const frame = this.displaced?.get(id) ?? cell.frame;
      if (node.shown !== frame) node.place(frame, this.#origin);
    }
    this.pictures.update(offset, offset + this.height);
  }

  /** Shows a cell's item in its node, again where it did so before. @param {import('./cell-pool.js').CellNode} node @param {Cell} cell */
  configure(node, cell) {
    node.cell = cell;
    node.registration.configure(node.parts, cell);
    this.#delegate.surfaceConfigure(node, cell);
  }

  /** Puts a node somewhere. @param {import('./cell-pool.js').CellNode} node @param {Frame} frame */
  place(node, frame) { node.place(frame, this.#origin); }

  /** Takes a node from its cell. @param {import('./cell-pool.js').CellNode} node */
  unmount(node) {
    this.detach(node);
    this.pictures.clear(node);
    this.pool.release(node);
  }

  /** The node no longer counts as mounted, but stays where it is until it is released. @param {import('./cell-pool.js').CellNode} node */
  detach(node) {
    if (node.element.contains(this.root.activeElement)) {
      this.#parts.scroller.focus({ preventScroll: true });
    }
    if (this.nodes.get(node.id) === node) this.nodes.delete(node.id);
  }

  /** @param {number} offset */
  #placeStage(offset) {
    if (Math.abs(offset - this.#origin) > STAGE_REACH) {
      this.#origin = Math.round(offset);
      this.#shownBase = NaN;
      for (const node of this.nodes.values()) if (node.shown) node.place(node.shown, this.#origin);
    }
    const base = this.mapper.base;
    if (base !== this.#shownBase) {
      this.#parts.stage.style.transform = `translateY(${this.#origin - base}px)`;
      this.#shownBase = base;
      this.#headersDirty = true;
    }
    if (this.#headersDirty) {
      this.#headersDirty = false;
      this.#headers.update(this.#store.headers, this.#store.contentSize[1], base, this.mapper.sizerHeight);
    }
  }
}
