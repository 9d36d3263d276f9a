// @ts-check
// Between the server's answers and what is drawn: versions, the steady view, transitions.

import { call, collectionPath } from '../server/api.js';
import { anchorAt, anchorIn, anchorIndex } from '../model/anchor.js';
import { CellStore } from '../model/cell-store.js';
import { prefersReducedMotion } from '../dom.js';
import { animateDifference, lookAt } from '../cells/differences.js';
import { Inquiry } from '../model/inquiry.js';
import { LiveCollection } from '../server/live-collection.js';
import { keepsOrder, summary } from '../model/patch.js';
import { Surface } from '../scroll/surface.js';

/** So often the anchor is asked for before the view gives way. */
const ANCHOR_TRIES = 2;

/**
 * @typedef {import('../model/cell-store.js').Cell} Cell
 * @typedef {object} PresenterDelegate
 * @property {(state: 'loading'|'ready'|'empty'|'failed', detail?: string) => void} presenterState
 * @property {(isLost: boolean) => void} presenterConnection
 * @property {(data: any) => void} presenterRefresh
 * @property {(node: import('../cells/cell-pool.js').CellNode, cell: Cell) => void} presenterConfigure
 * @property {(now: number) => void} presenterFrame
 * @property {(patches: any[], isReset: boolean) => void} presenterTransition the store holds a new version; not drawn yet
 * @property {() => void} presenterSettled
 */

export class Presenter {
  store = new CellStore();
  #collection;
  #delegate;
  #live;
  #inquiry = new Inquiry();
  /** @type {{answer: any, context: import('../server/live-collection.js').Context} | undefined} */
  #pending;
  /** @type {(() => void)[]} */
  #afterDraw = [];
  #isFirst = true;

  /**
   * @param {string} collection
   * @param {import('./skeleton.js').Skeleton} parts
   * @param {PresenterDelegate} delegate
   * @param {(count: number) => string} formatCount
   */
  constructor(collection, parts, delegate, formatCount) {
    this.#collection = collection;
    this.#delegate = delegate;
    this.surface = new Surface(parts, this.store, {
      surfaceFrame: (now) => this.#frame(now),
      surfaceConfigure: delegate.presenterConfigure,
      surfaceSettled: delegate.presenterSettled,
    }, formatCount);
    this.#live = new LiveCollection(collection, {
      liveOpened: (answer) => this.#opened(answer),
      liveAnswer: (answer, context) => this.#answered(answer, context),
      liveEvent: (name, data) => this.#event(name, data),
      liveConnection: (isLost) => {
        delegate.presenterConnection(isLost);
        if (!isLost) this.#askAnew();
      },
      liveFailed: (problem) => delegate.presenterState('failed', problem.message),
    });
  }

  /**
   * A point of the view whose item the next change of layout shall leave there.
   * @type {[number, number] | undefined}
   */
  focal;
  get isLost() { return this.#live.isLost; }
  /** The server's name for this view; another one after a lost connection. */
  get viewer() { return this.#live.viewer; }
  /** What is drawn is what the server says, pictures included. */
  get isIdle() {
    return !this.#inquiry.needsAll && !this.#pending && !this.#live.isBusy && this.surface.motion.phase === 'settled' &&
      !this.surface.stage.isBehind && !this.surface.stage.pictures.isBusy;
  }

  /** @param {import('../server/live-collection.js').Form} form */
  open(form) {
    this.surface.resize(form.width, form.height);
    this.#live.open(form);
  }

  /**
   * Another layout or size; the item under the eye stays.
   * @param {import('../server/live-collection.js').Form} form
   */
  async relayout(form) {
    const anchor = this.#inquiry.seek ? undefined : anchorAt(this.store, this.surface.visibleRect, this.focal);
    this.focal = undefined;
    if (anchor) this.#inquiry.seek = { index: anchor.index, viewY: anchor.viewY, id: anchor.id, tries: ANCHOR_TRIES };
    this.#inquiry.generation++;
    this.#askAnew();
    this.surface.resize(form.width, form.height);
    await this.#live.change(form);
    this.surface.requestFrame();
  }

  /** Tells the server at once, where no frame may come: a page that is hidden draws none. */
  tell() { this.#inquiry.tell(this.#live, this.surface, this.store, performance.now()); }

  /** The page goes away, perhaps to come back. */
  leave() { this.#live.leave(); }

  close() {
    this.surface.stop();
    this.#live.close();
  }

  /**
   * Goes to the item at a flat index.
   * @param {number} index
   * @param {number} viewY where its top shall be in the view
   */
  seek(index, viewY) {
    const cell = this.store.byIndex.get(index);
    if (cell && this.store.window) return this.surface.jump(cell.frame[1] - viewY);
    this.#inquiry.seek = { index, viewY, tries: ANCHOR_TRIES };
    this.#askAnew();
  }

  /**
   * A version is known to exist.
   * @param {number} version
   */
  expect(version) {
    this.#inquiry.expect(version, this.store.version);
    this.surface.requestFrame();
  }

  /** @param {{id: string, state: string, error?: string}} change what the page itself knows of a cell */
  change(change) { this.#changed(this.store.update([change])); }

  /** @param {() => void} work runs after the next drawing of a new version */
  afterDraw(work) { this.#afterDraw.push(work); }

  #askAnew() {
    this.#inquiry.askAnew();
    this.surface.stage.pictures.forgive();
    this.surface.requestFrame();
  }

  /** @param {any} answer */
  #opened(answer) {
    if (this.#isFirst) {
      this.store.version = answer.version;
      this.store.contentSize = answer.contentSize;
      this.store.itemCount = answer.itemCount;
    }
    this.#inquiry.startOver();
    this.#askAnew();
  }

  /** @param {number} now */
  #frame(now) {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending) this.#transition(pending.answer, pending.context);
    this.#delegate.presenterFrame(now);
    this.tell();
    if (this.#live.isBusy) this.surface.requestFrame();
  }

  /**
   * @param {any} answer
   * @param {import('../server/live-collection.js').Context} context
   */
  #answered(answer, context) {
    this.surface.requestFrame();
    if (context.generation !== this.#inquiry.generation) return;
    if (context.full) {
      this.#pending = { answer, context };
      if (!document.hidden) this.surface.runNow();
    } else if (answer.version !== this.store.version) {
      this.expect(answer.version);
    } else if (!this.#inquiry.needsAll) {
      this.store.merge(answer, context.clock);
      this.surface.stage.headersChanged();
      this.surface.mapper.resize(this.store.contentSize[1], this.surface.height);
      // Not with the next frame: pictures are asked for so much earlier.
      if (!document.hidden) this.surface.drawNow();
    }
  }

  /**
   * The answer holds everything anew: another version, another layout, another place.
   * @param {any} answer
   * @param {any} context
   */
  #transition(answer, context) {
    const { store, surface } = this;
    const patches = answer.patches ?? [];
    const seek = this.#inquiry.seek;
    const anchor = seek ? undefined : anchorIn(store, surface.visibleRect, patches);
    const has = (/** @type {string} */ id) => answer.cells.some((/** @type {Cell} */ c) => c.id === id);
    if (anchor && !has(anchor.id) && context.tries < ANCHOR_TRIES && answer.itemCount !== 0) {
      const index = Math.max(0, Math.min((answer.itemCount ?? Infinity) - 1, anchorIndex(anchor, patches)));
      this.#inquiry.seek = { index, viewY: anchor.viewY, id: anchor.id, tries: context.tries + 1 };
      return this.#askAnew();
    }
    const moves = !this.#isFirst && !prefersReducedMotion();
    const seen = moves ? lookAt(surface.stage.nodes, 100) : undefined;
    const oldOffset = surface.offset;
    store.replace(answer, context.clock);
    const landed = seek
      ? (seek.id !== undefined && store.cells.get(seek.id)) || store.byIndex.get(seek.index)
      : anchor && store.cells.get(anchor.id);
    const viewY = seek?.viewY ?? anchor?.viewY ?? 0;
    surface.hold(landed ? landed.frame[1] - viewY : oldOffset);
    this.#inquiry.satisfied(answer.version);
    this.#delegate.presenterTransition(patches, this.#isFirst || answer.reset === true);
    if (!this.#isFirst) surface.stage.replace(summary(patches).reloaded);
    if (seen) animateDifference(surface, store, seen, patches, surface.offset - oldOffset);
    this.#isFirst = false;
    this.#count(answer);
    queueMicrotask(() => this.#afterDraw.splice(0).forEach((work) => work()));
  }

  /** @param {any} answer */
  #count(answer) {
    const say = () => this.#delegate.presenterState(this.store.itemCount === 0 ? 'empty' : 'ready');
    if (answer.itemCount !== undefined || !answer.patches?.length) return say();
    call('GET', collectionPath(this.#collection)).then((collection) => {
      this.store.itemCount = collection.itemCount;
      say();
    }, () => {});
  }

  /**
   * @param {string} name
   * @param {any} data
   */
  #event(name, data) {
    if (name === 'cells') this.#told(data.cells);
    else if (name === 'patch') this.#patched(data);
    else if (name === 'refresh') this.#delegate.presenterRefresh(data);
    else if (name === 'reset') this.#askAnew();
    else if (name === 'preview') this.#changed(this.store.preview(data.items));
  }

  /** @param {any[]} changes how far the server is with pictures */
  #told(changes) {
    const changed = this.store.update(changes);
    for (const { id, state } of changed) this.surface.stage.pictures.told(id, state);
    // That a load began is seen only where the last one had failed.
    const { nodes } = this.surface.stage;
    this.#changed(changed.filter((cell) => cell.state !== 'loading' || nodes.get(cell.id)?.failure));
  }

  /** @param {Cell[]} cells */
  #changed(cells) {
    for (const cell of cells) {
      const node = this.surface.stage.nodes.get(cell.id);
      if (node) this.surface.stage.configure(node, cell);
    }
    this.surface.requestFrame();
  }

  /** @param {import('../model/patch.js').Patch} patch */
  #patched(patch) {
    if (keepsOrder(patch) && patch.from === this.store.version && !this.#inquiry.needsAll) {
      this.store.version = patch.to;
      this.#inquiry.expect(patch.to, patch.to);
      this.#changed(this.store.update((patch.reconfigures ?? []).map((item) => ({ id: item.id, item }))));
    } else this.expect(patch.to);
  }

}
