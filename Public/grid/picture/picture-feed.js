// @ts-check
// The pictures around one, each as large as the window: a viewer of its own at the server, so that the scheduler loads the
// neighbours as it loads everything else, those ahead first.

import { Motion } from '../model/motion.js';
import { flatAfter, pathAfter } from '../model/patch.js';
import { OrderFollower } from '../model/order-follower.js';
import { clamp } from '../model/geometry.js';
import { ViewerConnection } from '../server/viewer-connection.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/**
 * @typedef {object} FeedDelegate
 * @property {() => void} feedChanged the picture or its neighbours changed
 * @property {() => void} feedGone the picture is no longer in the collection; another one is at its place
 * @property {() => void} feedEmpty the collection has no items any more
 */

export class PictureFeed {
  #follower = new OrderFollower({
    followerUpdated: () => this.#delegate.feedChanged(),
    followerKept: () => this.#delegate.feedChanged(),
    followerStale: () => this.#ask(),
  });
  store = this.#follower.store;
  #order;
  #delegate;
  #connection;
  #motion = new Motion();
  #around;
  #width = 0;
  #height = 0;
  #current;
  /**
   * The index to go to when its cell arrives.
   * @type {number | undefined}
   */
  #target;
  #frame = 0;
  /** @type {import('../server/viewer-connection.js').Form} */
  #form = { layout: {}, width: 0, height: 0, pixelRatio: 1 };

  /**
   * @param {string} collection
   * @param {import('../query/shown-order.js').ShownOrder} order
   * @param {Cell} cell the first to show
   * @param {{version: number, itemCount: number}} known
   * @param {FeedDelegate} delegate
   * @param {number} [around] pictures on either side that are in view as well
   */
  constructor(collection, order, cell, known, delegate, around = 0) {
    this.#around = around;
    this.#order = order;
    this.#delegate = delegate;
    this.#current = cell;
    this.store.version = known.version;
    this.store.itemCount = known.itemCount;
    this.store.cells.set(cell.id, cell);
    this.store.byIndex.set(cell.index, cell);
    this.#connection = new ViewerConnection(order.server, collection, {
      connectionForm: () => this.#form,
      connectionRefused: () => (this.#form = { ...this.#form, query: null }),
      connectionOpened: (answer) => {
        this.store.itemCount = answer.itemCount;
        this.#follower.restart();
      },
      connectionAnswered: (answer, context) => this.#answered(answer, context),
      connectionReceived: (event) => this.#follower.received(event),
      connectionChanged: (isLost) => !isLost && this.#follower.restart(),
      connectionFailed: () => {},
    });
  }

  get current() { return this.#current; }
  get index() { return this.#current.index; }
  /** The index that was gone to last, even if its cell is not here yet. */
  get aim() { return this.#target ?? this.index; }
  get itemCount() { return this.store.itemCount; }
  get isBusy() { return this.#connection.isBusy || this.#follower.isStale; }

  /**
   * @param {number} width of the view in CSS px
   * @param {number} height
   */
  resize(width, height) {
    if (width === this.#width && height === this.#height) return;
    const isFirst = this.#width === 0;
    this.#width = width;
    this.#height = height;
    // A page is a row of a list, so that a place is an index. The picture is fitted in: its shorter side counts.
    const pixelRatio = (devicePixelRatio * Math.min(width, height)) / Math.max(width, height);
    this.#form = {
      layout: { kind: 'list', rowHeight: clamp(Math.round(height), 16, 4096), spacing: 0, inset: 0, headerHeight: 0 },
      width, height, pixelRatio: clamp(pixelRatio, 0.25, 8), ...(this.#order.query && { query: this.#order.query }),
    };
    if (isFirst) this.#connection.open();
    else this.#connection.change().then(() => this.#askAll());
  }

  /**
   * Goes to an index: at once if its cell is here, else when it arrives.
   * @param {number} index
   * @returns {boolean} whether the cell was here
   */
  go(index) {
    const target = clamp(index, 0, this.itemCount - 1);
    const cell = this.store.byIndex.get(target);
    const now = performance.now();
    this.#target = cell ? undefined : target;
    if (cell) this.#current = cell;
    if (Math.abs(target - this.index) > 1) this.#motion.jump(now, target * this.#height);
    else {
      this.#motion.input('keys');
      this.#motion.sample(now, target * this.#height);
    }
    this.#askAll();
    return cell !== undefined;
  }

  close() {
    cancelAnimationFrame(this.#frame);
    this.#connection.close();
  }

  /** Asks for everything around the picture. */
  #askAll() {
    this.#follower.ranges.invalidate();
    this.#ask();
  }

  #ask() {
    const offset = this.aim * this.#height;
    const maxOffset = Math.max(0, (this.itemCount - 1) * this.#height);
    /** @type {import('../model/geometry.js').Frame} */
    const visibleRect = [0, offset - this.#around * this.#height, this.#width, (2 * this.#around + 1) * this.#height];
    if (this.#connection.viewer) {
      const view = { visibleRect, offset, height: this.#height, motion: this.#motion, mapper: { maxOffset } };
      const { event, context, force } = this.#follower.next(view, performance.now(), document.hidden);
      this.#connection.offer(event, context, force);
    }
    this.#tick();
  }

  #tick() {
    cancelAnimationFrame(this.#frame);
    this.#connection.tick(performance.now());
    if (this.#connection.isBusy) this.#frame = requestAnimationFrame(() => this.#tick());
  }

  /**
   * @param {import('../server/wire.js').RangeAnswer} answer
   * @param {import('../server/viewer-connection.js').Context} context
   */
  #answered(answer, context) {
    let wasMoved = false;
    const use = this.#follower.answered(answer, context);
    if (use === 'ignore') return;
    if (use === 'replace') {
      for (const patch of answer.patches ?? []) wasMoved = this.#follow(patch) || wasMoved;
      this.#follower.keep(this.#follower.replace(answer, context));
    }
    const { itemCount } = this.store;
    const wanted = this.#target === undefined ? undefined : this.store.byIndex.get(Math.min(this.#target, itemCount - 1));
    if (wanted) {
      this.#target = undefined;
      this.#current = wanted;
    }
    const { id, index } = this.#current;
    const found = this.store.cells.get(id) ?? this.store.byIndex.get(Math.min(index, itemCount - 1));
    if (itemCount === 0) return this.#delegate.feedEmpty();
    if (wasMoved && found?.id !== id) return void this.#find(id);
    if (!found) return this.#askAll();
    this.#current = found;
    if (found.id !== id) this.#delegate.feedGone();
    this.#delegate.feedChanged();
    // Both neighbours are predicted from a view that stands still.
    if (this.#motion.phase !== 'settled') {
      this.#motion.settle();
      this.#ask();
    }
  }

  /**
   * @param {import('../model/patch.js').Patch} patch
   * @returns {boolean} whether it moves the picture
   */
  #follow(patch) {
    if (patch.from !== this.store.version) return false;
    this.store.version = patch.to;
    const cell = this.#current;
    const after = pathAfter(patch, cell.indexPath);
    if (after) this.#current = { ...cell, indexPath: after, index: flatAfter(patch, cell.indexPath, after, cell.index) };
    return patch.moves?.some((move) => move.item === cell.id) ?? false;
  }

  /**
   * The picture was moved out of the window: asks the server where it is.
   * @param {string} id
   */
  async #find(id) {
    const index = await this.#order.flatIndex(id).catch(() => undefined);
    if (this.#current.id !== id) return;
    if (index !== undefined) this.#current = { ...this.#current, index };
    this.#askAll();
  }
}
