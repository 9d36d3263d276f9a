// @ts-check
// Cells on the stage: mounted when they come near, placed, released when they are far. Drawn once a frame.

import { CellPool } from './cell-pool.js';
import { bandDistance } from '../model/geometry.js';
import { Pictures, showTier, uncover } from './pictures.js';
import { shownKind } from './registrations.js';
import { SectionHeaders } from './section-headers.js';
import { UnseenChanges } from './unseen-changes.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('./cell-pool.js').CellNode} CellNode */
/** @typedef {import('../model/geometry.js').Frame} Frame */

/** Viewports ahead of the view in which cells are mounted, and behind it in which they are kept. */
const AHEAD = 0.75;
const BEHIND = 0.25;
/** Maximum cells mounted per frame, those in view included: a fast scroll must not pay for cells that are never seen. */
const MADE_PER_FRAME = 12;
/** Maximum cells beyond these that stay mounted while the view moves and no others are mounted: a row or two. */
const LEFT_MOUNTED = 24;
/** Maximum distance of a cell from the stage's origin, in px: transforms are single floats in the compositor. */
const REACH = 100_000;

/**
 * @typedef {object} CellStageDelegate
 * @property {() => void} stageNeedsFrame
 * @property {(node: CellNode, cell: Cell) => void} stageConfigured a node shows a cell
 * @property {import('./picture-batches.js').PictureSource} stageSource
 * @property {(node: CellNode) => void} stagePictureFailed
 */

export class CellStage {
  /**
   * Mounted cells by item.
   * @type {Map<string, CellNode>}
   */
  nodes = new Map();
  /**
   * Frames that overrule those of the store, while a drag makes room.
   * @type {Map<string, Frame> | undefined}
   */
  displaced;

  #parts;
  #store;
  #delegate;
  #unseen;
  #origin = 0;
  #shownBase = NaN;
  #headersDirty = true;
  #isBehind = false;
  /** Cells mounted since the browser drew. */
  #made = 0;

  /**
   * @param {import('../element/skeleton.js').Skeleton} parts
   * @param {import('../model/cell-store.js').CellStore} store
   * @param {CellStageDelegate} delegate
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(parts, store, delegate, strings) {
    this.#parts = parts;
    this.#store = store;
    this.#delegate = delegate;
    this.pool = new CellPool(parts.cells);
    this.#unseen = new UnseenChanges(delegate.stageNeedsFrame);
    this.pictures = new Pictures(this.nodes, {
      picturesNeedFrame: delegate.stageNeedsFrame, pictureSource: delegate.stageSource, pictureFailed: delegate.stagePictureFailed,
    }, this.#unseen);
    this.headers = new SectionHeaders(parts.sections, strings);
  }

  /** The shadow root of the grid. */
  get root() { return /** @type {ShadowRoot} */ (this.#parts.frame.getRootNode()); }

  /** Whether cells near the view are still to be mounted, or to be drawn again. */
  get isBehind() { return this.#isBehind || this.#unseen.size > 0; }

  /** To be called when the browser draws what was rendered so far. */
  drawn() { this.#made = 0; }

  /** Headers or heights changed. */
  headersChanged() { this.#headersDirty = true; }

  /**
   * Mounts, places, releases.
   * @param {Frame} rect the visible one
   * @param {import('../scroll/scroll-mapper.js').ScrollMapper} mapper
   * @param {number} velocity of the view, px/s
   * @param {boolean} isFlyingOver too fast for full pictures
   * @param {boolean} isStanding whether nothing moves it
   */
  render(rect, mapper, velocity, isFlyingOver, isStanding) {
    const [, offset, width, height] = rect;
    this.#moveOrigin(offset, mapper);
    const above = height * (velocity < 0 ? AHEAD : BEHIND);
    const below = height * (velocity < 0 ? BEHIND : AHEAD);
    const wanted = new Map();
    const distance = (/** @type {Cell} */ cell) => bandDistance(cell.frame, offset, offset + height);
    const unready = [];
    for (const cell of this.#store.cellsMeeting([0, offset - above, width, height + above + below])) {
      if (this.nodes.has(cell.id) || distance(cell) === 0) wanted.set(cell.id, cell);
      else unready.push(cell);
    }
    const before = this.#made;
    for (const id of wanted.keys()) if (!this.nodes.has(id)) this.#made++;
    // What is in view is always mounted; the rest gets what that leaves.
    const room = Math.max(0, MADE_PER_FRAME - this.#made);
    this.#isBehind = unready.length > room;
    if (this.#isBehind) {
      unready.sort((a, b) => distance(a) - distance(b));
      this.#delegate.stageNeedsFrame();
    }
    const near = unready.slice(0, room);
    this.#made += near.length;
    for (const cell of near) wanted.set(cell.id, cell);
    for (const id of this.#store.pinned) {
      const cell = this.#store.cells.get(id);
      if (cell) wanted.set(id, cell);
    }
    const isMounting = this.#made > before;
    // What a moving view leaves is released with the next that is mounted: each change alone costs a frame of its own.
    const mayStay = !isStanding && !isMounting && this.nodes.size - wanted.size <= LEFT_MOUNTED;
    for (const [id, node] of this.nodes) {
      const cell = wanted.get(id);
      if (!cell && mayStay && this.#store.cells.get(id) === node.cell) continue;
      if (!cell || shownKind(cell) !== node.kind) this.#release(node);
    }
    for (const [id, cell] of wanted) {
      let node = this.nodes.get(id);
      if (!node) {
        node = this.pool.take(shownKind(cell));
        node.id = id;
        this.nodes.set(id, node);
      }
      if (node.cell !== cell) this.configure(node, cell);
      const frame = this.displaced?.get(id) ?? cell.frame;
      if (node.shown !== frame) node.place(frame, this.#origin);
    }
    this.pool.clear(isStanding ? undefined : rect);
    this.#unseen.draw(offset, offset + height, velocity, isMounting);
    this.pictures.update(offset, offset + height, velocity, isFlyingOver);
  }

  /**
   * Shows a cell's item in its node, for the first time or again.
   * @param {CellNode} node
   * @param {Cell} cell
   * @param {string[]} [changed] names of what changed, of the cell that it shows
   */
  configure(node, cell, changed) {
    const isShown = node.cell === cell;
    node.cell = cell;
    node.registration.configure(node.parts, cell, isShown ? changed : undefined);
    showTier(node);
    uncover(node);
    this.#delegate.stageConfigured(node, cell);
  }

  /**
   * Shows values that came: nothing else of these cells has changed, and nothing else is drawn.
   * @param {import('../model/cell-store.js').ChangedCell[]} cells
   */
  showValues(cells) {
    for (const { cell, changed } of cells) {
      const node = this.nodes.get(cell.id);
      if (node?.cell === cell) node.registration.configure(node.parts, cell, changed);
    }
  }

  /**
   * Shows previews and colours that came. What nobody sees, under a picture or out of view, is drawn later, with other such changes.
   * @param {Cell[]} cells
   */
  preview(cells) {
    for (const cell of cells) {
      const node = this.nodes.get(cell.id);
      if (!node) continue;
      const isCovered = node.picture.isShown;
      const draw = () => {
        if (node.cell === cell) this.configure(node, cell);
      };
      if (isCovered || this.#unseen.mayWait(node)) this.#unseen.add(node, draw, isCovered);
      else draw();
    }
  }

  /**
   * Puts a node somewhere.
   * @param {CellNode} node
   * @param {Frame} frame
   */
  place(node, frame) { node.place(frame, this.#origin); }

  /**
   * Gives items that were reloaded another node: nothing that the old one held is carried over except the focus.
   * @param {Iterable<string>} ids
   */
  reload(ids) {
    for (const id of ids) {
      const old = this.nodes.get(id);
      const cell = this.#store.cells.get(id);
      if (!old || !cell) continue;
      const hadFocus = old.element.contains(this.root.activeElement);
      this.detach(old);
      // While none is mounted: what is under way ends with the old one.
      this.pictures.clear(old);
      // Taken before the old one is released, or it would be the same node.
      const node = this.pool.take(shownKind(cell));
      node.id = id;
      this.nodes.set(id, node);
      this.pool.release(old);
      this.pool.clear();
      if (hadFocus) node.element.focus({ preventScroll: true });
    }
  }

  /**
   * Takes a node from its cell.
   * @param {CellNode} node
   */
  unmount(node) {
    this.#release(node);
    this.pool.clear();
  }

  /**
   * The node no longer counts as mounted, but stays where it is until it is released.
   * @param {CellNode} node
   */
  detach(node) {
    if (node.element.contains(this.root.activeElement)) {
      this.#parts.scroller.focus({ preventScroll: true });
    }
    if (this.nodes.get(node.id) === node) this.nodes.delete(node.id);
  }

  /** @param {CellNode} node */
  #release(node) {
    this.detach(node);
    this.pictures.clear(node);
    this.pool.release(node);
  }

  /**
   * @param {number} offset
   * @param {import('../scroll/scroll-mapper.js').ScrollMapper} mapper
   */
  #moveOrigin(offset, mapper) {
    if (Math.abs(offset - this.#origin) > REACH) {
      this.#origin = Math.round(offset);
      this.#shownBase = NaN;
      for (const node of this.nodes.values()) if (node.shown) node.place(node.shown, this.#origin);
      this.pool.move(this.#origin);
    }
    const base = mapper.base;
    if (base !== this.#shownBase) {
      this.#parts.cells.style.transform = `translateY(${this.#origin - base}px)`;
      this.#shownBase = base;
      this.#headersDirty = true;
    }
    if (this.#headersDirty) {
      this.#headersDirty = false;
      this.headers.update(this.#store.headers, this.#store.contentSize, base, mapper.sizerHeight);
    }
  }
}
