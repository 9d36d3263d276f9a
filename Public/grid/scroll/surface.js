// @ts-check
// The view with its cells: what is mounted, configured and drawn in each frame.

import { CellStage } from '../cells/cell-stage.js';
import { bandDistance } from '../model/geometry.js';
import { SlowCells } from '../cells/slow-cells.js';
import { isFlyingOver } from '../model/motion.js';
import { ScrollView } from './scroll-view.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../model/geometry.js').Frame} Frame */
/** @typedef {import('../cells/cell-pool.js').CellNode} CellNode */

/**
 * @typedef {object} SurfaceDelegate
 * @property {(now: number) => void} surfaceFrame before cells are placed, in every frame
 * @property {(node: CellNode, cell: Cell) => void} surfaceConfigure a node shows a cell
 * @property {() => void} surfaceSettled the view has stopped, and what it shows is drawn
 * @property {import('../cells/picture-batches.js').PictureSource} surfaceSource
 * @property {(id: string) => void} surfacePictureFailed the picture of an item could not be fetched, after several tries
 */

export class Surface extends ScrollView {
  /**
   * How changes are animated; comes after the first screen.
   * @type {Pick<typeof import('../cells/differences.js'), 'animateDifference' | 'capture'> | undefined}
   */
  differences;
  /** @type {import('../cells/pointed-cell.js').PointedCell | undefined} marks the cell under the mouse; comes after the first screen */
  pointed;
  #store;
  #delegate;
  #stage;
  #slow = new SlowCells(() => this.#waiting);

  /**
   * @param {import('../element/skeleton.js').Skeleton} parts
   * @param {import('../model/cell-store.js').CellStore} store
   * @param {SurfaceDelegate} delegate
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(parts, store, delegate, strings) {
    super(parts);
    this.#store = store;
    this.#delegate = delegate;
    this.#stage = new CellStage(parts, store, {
      stageNeedsFrame: () => this.requestFrame(),
      stageConfigured: delegate.surfaceConfigure,
      stageSource: delegate.surfaceSource,
      stagePictureFailed: (node) => delegate.surfacePictureFailed(node.id),
    }, strings);
  }

  /**
   * Nothing is drawn or fetched any more, and no cell is left.
   * @override
   */
  close() {
    super.close();
    this.drawNow = () => {};
    this.pausePictures('away', true);
    this.#stage.pool.close();
  }

  get headers() { return this.#stage.headers; }
  /** The nodes of mounted cells. */
  get nodes() { return this.#stage.nodes.values(); }
  /** Whether cells are still to be mounted, or pictures to be fetched or shown. */
  get isBusy() { return this.#stage.isBehind || this.#stage.pictures.isBusy; }
  /** Whether pictures in view are still to come. */
  get awaitsView() { return this.#stage.pictures.awaitsView; }
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
   * @param {string[]} [changed] names of what changed
   */
  configure(cell, changed) {
    const node = this.node(cell.id);
    if (node) this.#stage.configure(node, cell, changed);
  }

  /** @param {import('../model/cell-store.js').ChangedCell[]} cells that have other values */
  showValues(cells) { this.#stage.showValues(cells); }

  /**
   * Gives items other nodes: nothing that the old ones held is carried over.
   * @param {Iterable<string>} ids
   */
  reload(ids) { this.#stage.reload(ids); }

  /** @param {Cell[]} cells whose previews or colours came */
  preview(cells) { this.#stage.preview(cells); }

  /** Whether what is carried was dropped: where the others made room is where the next version has them. */
  isLanding = false;

  /** @param {Map<string, Frame> | undefined} frames that overrule those of the store, while a drag makes room */
  displace(frames) {
    this.#stage.displaced = frames;
    this.requestFrame();
  }

  /** Those frames, once they are those of the next version. */
  get landing() { return this.isLanding ? this.#stage.displaced : undefined; }

  /** Remembers what is on screen, for `animate`; `undefined` where changes are not animated yet. */
  capture() { return this.differences?.capture(this.nodes); }

  /**
   * Animates the change to what the store holds now.
   * @param {import('../cells/differences.js').Seen} seen
   * @param {import('../model/patch.js').Patch[]} patches oldest first
   * @param {number} shift how far the offset moved to keep the view steady
   */
  animate(seen, patches, shift) { this.differences?.animateDifference(this.#stage, this.#store, seen, patches, shift); }

  /**
   * The server's progress with pictures.
   * @param {Cell[]} cells whose state changed
   * @returns {Cell[]} those that look different now: unless the last load had failed, a load that begins is not seen, and a picture
   *   that is made shows itself
   */
  pictureProgress(cells) {
    for (const { id, state } of cells) this.#stage.pictures.stateChanged(id, state);
    const others = cells.filter((cell) => cell.state !== 'loading' || this.node(cell.id)?.failure);
    const isMade = (/** @type {Cell} */ { id, state }) => state === 'ready' && !this.node(id)?.failure;
    this.#stage.preview(others.filter(isMade));
    return others.filter((cell) => !isMade(cell));
  }

  /** Pictures that failed are fetched again. */
  retryPictures() { this.#stage.pictures.resetFailures(); }

  /** Pictures that are under way are fetched again. */
  restartPictures() { this.#stage.pictures.restart(); }

  /**
   * While there is a reason to pause, no picture is fetched.
   * @param {import('../cells/pictures.js').PauseReason} reason
   * @param {boolean} isPaused
   */
  pausePictures(reason, isPaused) { this.#stage.pictures.pause(reason, isPaused); }

  /** Headers or heights changed under a view that stays where it is. */
  contentChanged() {
    this.mapper.resize(this.#store.contentSize[1], this.height);
    // Before the browser scrolls on: what it reports next is read against the new heights.
    this.writeScroll();
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

  /** The nodes in view that show nothing of their picture yet. */
  get #waiting() {
    const [, top, , height] = this.visibleRect;
    return [...this.nodes].filter(({ cell, element }) =>
      cell?.image && cell.state !== 'failed' && element.dataset.tier === '0' && bandDistance(cell.frame, top, top + height) === 0);
  }

  /** Draws now, where a node is needed at once. */
  drawNow() { this.#render(); }

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
   * @override
   * @param {number} now
   */
  draw(now) {
    this.#delegate.surfaceFrame(now);
    this.writeScroll();
    this.#render();
    const isMoving = this.motion.phase !== 'settled';
    this.pointed?.update(isMoving);
    if (isMoving) return;
    this.#slow.settled();
    this.#delegate.surfaceSettled();
  }

  /** @override */
  drawn() { this.#stage.drawn(); }

  /** @override */
  sizerChanged() { this.#stage.headersChanged(); }

  #render() {
    const velocity = this.motion.velocity(performance.now());
    const { phase } = this.motion;
    this.#stage.render(
      this.visibleRect, this.mapper, velocity, isFlyingOver(phase, velocity, this.height), phase === 'settled');
  }
}
