// @ts-check
// The pictures around one, each as large as the window: a viewer of its own at the server, so that the neighbours are loaded
// by the same scheduler as everything else, those ahead first.

import { CellStore } from '../model/cell-store.js';
import { LiveCollection } from '../server/live-collection.js';
import { Motion } from '../scroll/motion.js';
import { flatAfter, keepsOrder, pathAfter } from '../model/patch.js';
import { rangeEvent } from '../model/range.js';
import { flatIndex } from '../server/sections.js';
import { clamp } from '../model/geometry.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/**
 * @typedef {object} FeedDelegate
 * @property {() => void} feedChanged what is known around the picture became other
 * @property {() => void} feedGone the picture is no longer in the collection; another stands at its place
 * @property {() => void} feedEmpty there is none any more
 */

export class PictureFeed {
  store = new CellStore();
  #collection;
  #delegate;
  #live;
  #motion = new Motion();
  #width = 0;
  #height = 0;
  /** @type {Cell} */
  #current;
  /**
   * Where to go once it is known.
   * @type {number | undefined}
   */
  #target;
  #frame = 0;
  #isStale = true;

  /**
   * @param {string} collection
   * @param {Cell} cell the first to show
   * @param {{version: number, itemCount: number}} known
   * @param {FeedDelegate} delegate
   */
  constructor(collection, cell, known, delegate) {
    this.#collection = collection;
    this.#delegate = delegate;
    this.#current = cell;
    this.store.version = known.version;
    this.store.itemCount = known.itemCount;
    this.store.cells.set(cell.id, cell);
    this.store.byIndex.set(cell.index, cell);
    this.#live = new LiveCollection(collection, {
      liveOpened: (answer) => {
        this.store.itemCount = answer.itemCount;
        this.#ask(true);
      },
      liveAnswer: (answer, context) => this.#answered(answer, context),
      liveEvent: (name, data) => this.#event(name, data),
      liveConnection: (isLost) => !isLost && this.#ask(true),
      liveFailed: () => {},
    });
  }

  get current() { return this.#current; }
  get index() { return this.#current.index; }
  /** Where the way leads: the index gone to, though it may not be known yet. */
  get aim() { return this.#target ?? this.index; }
  get itemCount() { return this.store.itemCount; }
  get isBusy() { return this.#live.isBusy || this.#isStale; }

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
    const form = {
      layout: { kind: 'list', rowHeight: clamp(Math.round(height), 16, 4096), spacing: 0, inset: 0, headerHeight: 0 },
      width, height, pixelRatio: clamp(pixelRatio, 0.25, 8),
    };
    if (isFirst) this.#live.open(form);
    else this.#live.change(form).then(() => this.#ask(true));
  }

  /**
   * Goes to an index: at once where it is known, else when it is. Answers whether it was.
   * @param {number} index
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
    this.#ask(true);
    return cell !== undefined;
  }

  close() {
    cancelAnimationFrame(this.#frame);
    this.#live.close();
  }

  /** @param {boolean} force */
  #ask(force) {
    const offset = this.aim * this.#height;
    const maxOffset = Math.max(0, (this.itemCount - 1) * this.#height);
    const view = {
      visibleRect: [0, offset, this.#width, this.#height], offset, motion: this.#motion, mapper: { maxOffset },
    };
    const event = rangeEvent(view, this.store.version, performance.now(), document.hidden);
    if (this.#live.viewer) {
      this.#isStale = true;
      this.#live.offer(event, { full: true, clock: this.store.clock, tries: 0, generation: 0 }, force);
    }
    this.#tick();
  }

  #tick() {
    cancelAnimationFrame(this.#frame);
    this.#live.tick(performance.now());
    if (this.#live.isBusy) this.#frame = requestAnimationFrame(() => this.#tick());
  }

  /**
   * @param {any} answer
   * @param {import('../server/live-collection.js').Context} context
   */
  #answered(answer, context) {
    let wasMoved = false;
    for (const patch of answer.patches ?? []) wasMoved = this.#follow(patch) || wasMoved;
    this.store.replace(answer, context.clock);
    this.#isStale = false;
    const wanted = this.#target === undefined ? undefined : this.store.byIndex.get(Math.min(this.#target, answer.itemCount - 1));
    if (wanted) {
      this.#target = undefined;
      this.#current = wanted;
    }
    const { id, index } = this.#current;
    const found = this.store.cells.get(id) ?? this.store.byIndex.get(Math.min(index, answer.itemCount - 1));
    if (answer.itemCount === 0) return this.#delegate.feedEmpty();
    if (wasMoved && found?.id !== id) return void this.#find(id);
    if (!found) return this.#ask(true);
    this.#current = found;
    if (found.id !== id) this.#delegate.feedGone();
    this.#delegate.feedChanged();
    // The hand may rest now: what comes next is asked for as from a standing view.
    if (this.#motion.phase !== 'settled') {
      this.#motion.settle();
      this.#ask(false);
    }
  }

  /**
   * @param {import('../model/patch.js').Patch} patch
   * @returns {boolean} whether it moves the picture itself
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
   * The picture went far away: the server knows where.
   * @param {string} id
   */
  async #find(id) {
    const index = await flatIndex(this.#collection, id).catch(() => undefined);
    if (this.#current.id !== id) return;
    if (index !== undefined) this.#current = { ...this.#current, index };
    this.#ask(true);
  }

  /**
   * @param {string} name
   * @param {any} data
   */
  #event(name, data) {
    if (name === 'cells') this.store.update(data.cells);
    else if (name === 'preview') this.store.preview(data.items);
    else if (name === 'patch' && keepsOrder(data) && data.from === this.store.version) {
      this.store.version = data.to;
      this.store.update((data.reconfigures ?? []).map((/** @type {any} */ item) => ({ id: item.id, item })));
    } else if (name === 'patch') return data.to > this.store.version ? this.#ask(true) : undefined;
    else if (name === 'reset') return this.#ask(true);
    else return undefined;
    return this.#delegate.feedChanged();
  }
}
