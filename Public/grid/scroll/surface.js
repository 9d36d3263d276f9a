// @ts-check
// The view: where it is, how it moves, how tall it is, and its cells. All reading and writing happens in one animation frame.

import { CellStage } from '../cells/cell-stage.js';
import { animateDifference, capture } from '../cells/differences.js';
import { isFlyingOver, Motion, SETTLE_MS } from './motion.js';
import { ScrollInput } from './scroll-input.js';
import { ScrollMapper } from './scroll-mapper.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../model/geometry.js').Frame} Frame */
/** @typedef {import('../cells/cell-pool.js').CellNode} CellNode */

/**
 * @typedef {object} SurfaceDelegate
 * @property {(now: number) => void} surfaceFrame before cells are placed, in every frame
 * @property {(node: CellNode, cell: Cell) => void} surfaceConfigure a node shows a cell
 * @property {() => void} surfaceSettled the view has stopped, and what it shows is drawn
 * @property {(id: string) => void} surfacePictureFailed the picture of an item could not be fetched, after several tries
 */

export class Surface {
  mapper = new ScrollMapper();
  motion = new Motion();
  /** @type {import('./trace-recorder.js').TraceRecorder | undefined} */
  recorder;
  width = 0;
  height = 0;

  #parts;
  #store;
  #delegate;
  #stage;
  #frame = 0;
  #lastTop = 0;
  #shownSizer = NaN;

  /**
   * @param {import('../element/skeleton.js').Skeleton} parts
   * @param {import('../model/cell-store.js').CellStore} store
   * @param {SurfaceDelegate} delegate
   * @param {(count: number) => string} formatCount
   */
  constructor(parts, store, delegate, formatCount) {
    this.#parts = parts;
    this.#store = store;
    this.#delegate = delegate;
    this.#stage = new CellStage(parts, store, {
      stageNeedsFrame: () => this.requestFrame(),
      stageConfigured: delegate.surfaceConfigure,
      stagePictureFailed: (node) => delegate.surfacePictureFailed(node.id),
    }, formatCount);
    this.input = new ScrollInput(parts.scroller, this.motion, () => this.requestFrame());
    parts.scroller.addEventListener('scroll', () => this.requestFrame(), { passive: true });
  }

  get offset() { return this.mapper.offset; }
  /**
   * The visible rectangle in content px.
   * @returns {Frame}
   */
  get visibleRect() { return [0, this.mapper.offset, this.width, this.height]; }

  /** The nodes of mounted cells. */
  get nodes() { return this.#stage.nodes.values(); }
  /** Whether cells are still to be mounted, or pictures to be fetched or shown. */
  get isBusy() { return this.#stage.isBehind || this.#stage.pictures.isBusy; }
  /** Whether the keyboard focus is inside the grid. */
  get hasFocus() { return this.#stage.root.activeElement !== null; }

  /**
   * The node that shows an item, if it is mounted.
   * @param {string} id
   */
  node(id) { return this.#stage.nodes.get(id); }

  /**
   * Shows a cell again, if it is mounted.
   * @param {Cell} cell
   */
  configure(cell) {
    const node = this.node(cell.id);
    if (node) this.#stage.configure(node, cell);
  }

  /**
   * Gives items other nodes: nothing that the old ones held is carried over.
   * @param {Iterable<string>} ids
   */
  reload(ids) { this.#stage.reload(ids); }

  /** @param {Map<string, Frame> | undefined} frames that overrule those of the store, while a drag makes room */
  displace(frames) {
    this.#stage.displaced = frames;
    this.requestFrame();
  }

  /** Remembers what is on screen, for `animate`. */
  capture() { return capture(this.nodes); }

  /**
   * Animates the way to what the store holds now.
   * @param {import('../cells/differences.js').Seen} seen
   * @param {import('../model/patch.js').Patch[]} patches oldest first
   * @param {number} shift how far the offset moved to keep the view steady
   */
  animate(seen, patches, shift) { animateDifference(this.#stage, this.#store, seen, patches, shift); }

  /**
   * The server's progress with pictures.
   * @param {Cell[]} cells whose state changed
   * @returns {Cell[]} those that look different now: that a load began is seen only where the last one had failed
   */
  pictureProgress(cells) {
    for (const { id, state } of cells) this.#stage.pictures.stateChanged(id, state);
    return cells.filter((cell) => cell.state !== 'loading' || this.node(cell.id)?.failure);
  }

  /** Pictures that failed are fetched again. */
  retryPictures() { this.#stage.pictures.resetFailures(); }

  /** @param {boolean} isPaused while paused, no picture is fetched */
  pausePictures(isPaused) { this.#stage.pictures.pause(isPaused); }

  /** Headers or heights changed under a view that stays where it is. */
  contentChanged() {
    this.mapper.resize(this.#store.contentSize[1], this.height);
    this.#stage.headersChanged();
  }

  /** Cells with a picture in view, and how many of them still wait for it. A view without cells is all blank. */
  get blanks() {
    const [, top, , height] = this.visibleRect;
    let cells = 0;
    let blank = 0;
    for (const { cell, image, picture } of this.nodes) {
      if (!cell || !image || cell.frame[1] >= top + height || cell.frame[1] + cell.frame[3] <= top) continue;
      cells++;
      if (!picture.isShown) blank++;
    }
    return cells || !this.#store.itemCount ? { cells, blank } : { cells: 1, blank: 1 };
  }

  requestFrame() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame((now) => {
      this.#frame = 0;
      this.#runFrame(now);
      this.#stage.drawn();
    });
  }

  /** Runs the next frame's work now: what arrived is in place before the browser draws the next time. */
  runNow() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#runFrame(performance.now());
  }

  /** Draws now, where a node is needed at once. */
  drawNow() { this.#render(); }

  stop() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /**
   * @param {number} width
   * @param {number} height of the view in px
   */
  resize(width, height) {
    this.width = width;
    this.height = height;
    this.mapper.resize(this.#store.contentSize[1], height);
  }

  /**
   * Goes to an offset at once.
   * @param {number} offset
   */
  jump(offset) {
    this.mapper.moveTo(offset);
    this.motion.jump(performance.now(), this.mapper.offset);
    this.#writeScroll();
    this.requestFrame();
  }

  /**
   * Scrolls to an offset nearby, as keys do.
   * @param {number} offset
   */
  step(offset) { this.#continue(offset, 'keys'); }

  /**
   * Scrolls by a distance, as auto-scroll does.
   * @param {number} delta
   */
  nudge(delta) {
    this.mapper.shift(delta);
    this.motion.sample(performance.now(), this.mapper.offset);
    this.#writeScroll();
    this.requestFrame();
  }

  /**
   * Shows what another view shows, with its motion.
   * @param {Surface} other
   */
  follow(other) {
    this.mapper.moveTo(other.offset);
    this.motion.follow(other.motion);
    this.#writeScroll();
    this.requestFrame();
  }

  /**
   * Follows the thumb of the scroll bar.
   * @param {number} offset
   */
  scrub(offset) { this.#continue(offset, 'scrubbing'); }

  /**
   * The content changed under the view.
   * @param {number} offset the one that keeps it steady
   */
  hold(offset) {
    this.mapper.resize(this.#store.contentSize[1], this.height);
    const delta = offset - this.mapper.offset;
    this.mapper.moveTo(offset);
    this.motion.shift(delta);
    this.#stage.headersChanged();
  }

  /**
   * @param {number} offset
   * @param {'keys'|'scrubbing'} input what moves the view there
   */
  #continue(offset, input) {
    this.mapper.moveTo(offset);
    this.motion.input(input);
    this.motion.sample(performance.now(), this.mapper.offset);
    this.#writeScroll();
    this.requestFrame();
  }

  /** @param {number} now */
  #runFrame(now) {
    this.#readScroll(now);
    const isMoving = this.motion.phase !== 'settled' && this.motion.phase !== 'hidden';
    if (isMoving && !this.input.isTouching && now - this.motion.lastTime > SETTLE_MS) {
      this.motion.settle();
      if (this.mapper.isOffCentre) this.mapper.recentre();
    } else if (isMoving) this.requestFrame();
    this.recorder?.frame(now, this, document.hidden);
    this.#delegate.surfaceFrame(now);
    this.#writeScroll();
    this.#render();
    if (this.motion.phase === 'settled') this.#delegate.surfaceSettled();
  }

  /** @param {number} now */
  #readScroll(now) {
    const top = this.#parts.scroller.scrollTop;
    if (Math.abs(top - this.#lastTop) < 0.01) return this.motion.still(now);
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
      this.#stage.headersChanged();
    }
    const position = this.mapper.position;
    if (Math.abs(position - this.#lastTop) < 0.01) return;
    scroller.scrollTop = position;
    // The browser rounds to device px: its value is where the view is.
    this.#lastTop = scroller.scrollTop;
  }

  #render() {
    const velocity = this.motion.velocity(performance.now());
    const { phase } = this.motion;
    this.#stage.render(
      this.visibleRect, this.mapper, velocity, isFlyingOver(phase, velocity, this.height), phase === 'settled');
  }
}
