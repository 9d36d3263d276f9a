// @ts-check
// An item being carried to another place, by pointer or by keys: permission, room, landing, and what is said about it.

import { call, collectionPath } from '../server/api.js';
import { carriedAfter } from './carried-place.js';
import { Places } from './displacement.js';
import { samePath } from '../model/geometry.js';
import { Movement } from './movement.js';

/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */
/** @typedef {import('../model/cell-store.js').Cell} Cell */

/**
 * @typedef {object} Stage what the carrying happens on
 * @property {import('../element/presenter.js').Presenter} presenter
 * @property {string} collection
 * @property {() => import('../model/column-metrics.js').ColumnOptions} layout
 * @property {HTMLElement} host gets the class `reordering`
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {import('../selection/selecting.js').Selecting} selecting
 */

export class Reordering {
  #stage;
  /** @type {Movement | undefined} */
  #movement;
  /** @type {Cell | undefined} */
  cell;
  /** @type {IndexPath} */
  #from = [0, 0];
  #isLanding = false;
  /** @type {(isCancelled: boolean) => void} */
  #over = () => {};
  #isByKeys = false;
  /** How many are carried: the item, and all that are selected with it. */
  #count = 1;
  /** The version in which the item lies at its new place. */
  #landAt = 0;

  /** @param {Stage} stage */
  constructor(stage) {
    this.#stage = stage;
  }

  get isActive() { return this.cell !== undefined; }
  get isByKeys() { return this.#isByKeys && this.isActive; }
  /** Where the item would land. */
  get target() { return this.#movement?.target ?? this.#from; }

  /**
   * Picks an item up if it may be. Answers whether it was.
   * @param {Cell} cell
   * @param {boolean} isByKeys
   * @param {(isCancelled: boolean) => void} over called once, when it lies again
   */
  async begin(cell, isByKeys, over) {
    const { presenter, strings, speech, collection, host } = this.#stage;
    if (this.isActive) return false;
    this.cell = cell;
    this.#from = cell.indexPath;
    this.#isByKeys = isByKeys;
    this.#over = over;
    try {
      // Where it lies may have become another place before the answer comes.
      const movement = await Movement.begin(call, collectionPath(collection), cell.id, () => (
        { from: this.#from, version: presenter.store.version }));
      if (this.cell?.id !== cell.id) {
        movement.cancel();
        return false;
      }
      this.#movement = movement;
      movement.onNewer = (version) => presenter.expect(version);
      movement.onTarget = (target, proposed) => this.#targeted(target, proposed);
      // A conflict: others took it out of the collection.
      movement.onLost = (error) => this.#lost(error.message, error.status === 409);
    } catch (error) {
      if (this.cell?.id !== cell.id) return false;
      this.cell = undefined;
      presenter.surface.stage.nodes.get(cell.id)?.animate(
        [{ transform: 'none' }, { transform: 'translateX(-4px)' }, { transform: 'translateX(4px)' }, { transform: 'none' }],
        { duration: 180 });
      speech.warn(strings.refused(cell.item?.title ?? '', /** @type {Error} */ (error).message));
      return false;
    }
    presenter.store.pinned.add(cell.id);
    host.classList.add('reordering');
    host.classList.toggle('by-keys', isByKeys);
    this.#count = this.#stage.selecting.groupOf(cell)?.count ?? 1;
    host.classList.toggle('group', this.#count > 1);
    this.#markNode(true);
    speech.say(strings.pickedUp(this.#title, this.#place(this.#from), isByKeys));
    return true;
  }

  /** What is carried, in words. */
  get #title() {
    return this.#count > 1 ? this.#stage.strings.items(this.#count) : this.cell?.item?.title ?? '';
  }

  /** The places around the view. */
  get places() {
    const { presenter, layout } = this.#stage;
    return new Places({
      cells: [...presenter.store.cells.values()], headers: this.#headers, item: this.cell?.id ?? '', from: this.#from,
      width: presenter.surface.width, layout: layout(), isMirrored: presenter.store.isMirrored,
    });
  }

  /** Without sections shown there is one, of all items. */
  get #headers() {
    const { headers, itemCount } = this.#stage.presenter.store;
    if (headers.length) return headers;
    return [{ section: this.#from[0], id: '', title: '', frame: /** @type {any} */ ([0, 0, 0, 0]), itemCount }];
  }

  /** @param {IndexPath} to */
  propose(to) {
    if (!this.#isLanding) this.#movement?.propose(to, this.#stage.presenter.store.version);
  }

  /**
   * The place nearest to a point in content px.
   * @param {number} x
   * @param {number} y
   */
  proposeAt(x, y) { this.propose(this.places.nearest(x, y, this.target)); }

  /** Lays the item down. */
  async drop() {
    const { presenter, speech, strings } = this.#stage;
    const movement = this.#movement;
    const cell = this.cell;
    if (!movement || !cell || this.#isLanding) return this.cancel();
    this.#isLanding = true;
    try {
      const title = this.#title;
      const place = this.#place(movement.target);
      const patch = await (this.#count > 1 ? this.#landGroup(movement, cell) : movement.end());
      if (this.#movement !== movement) return;
      if (!patch || patch.to === undefined || patch.to <= presenter.store.version) this.#finish(false);
      else {
        this.#landAt = patch.to;
        presenter.expect(patch.to);
      }
      speech.say(strings.dropped(title, place));
    } catch (error) {
      // Gone while it was landing, and told already.
      if (this.#movement === movement) this.#lost(/** @type {Error} */ (error).message);
    }
  }

  /**
   * All that are selected go where the one in the hand would: one request.
   * @param {Movement} movement
   * @param {Cell} cell
   */
  async #landGroup(movement, cell) {
    await movement.cancel();
    return this.#stage.selecting.land(cell.id, () => movement.target);
  }

  /** Takes it back. */
  cancel() {
    const { speech, strings } = this.#stage;
    const cell = this.cell;
    if (!cell || this.#isLanding) return;
    const wasPickedUp = this.#movement !== undefined;
    const title = this.#title;
    this.#movement?.cancel();
    this.#finish(true);
    if (wasPickedUp) speech.say(strings.cancelled(title, this.#place(this.#from)));
  }

  /**
   * The collection became another version; nothing is drawn yet. What is carried hangs beside the same neighbour as before, or
   * is let go when it is gone.
   * @param {any[]} patches
   */
  rebase(patches) {
    const { presenter } = this.#stage;
    const cell = this.cell;
    if (!cell) return;
    if (this.#landAt && presenter.store.version >= this.#landAt) return this.#finish(false);
    let place = /** @type {IndexPath | undefined} */ (this.#from);
    let target = /** @type {IndexPath | undefined} */ (this.target);
    let proposed = /** @type {IndexPath | undefined} */ (this.#movement?.proposed ?? target);
    for (const patch of patches) {
      if (!place) break;
      target = target && carriedAfter(patch, place, target);
      proposed = proposed && carriedAfter(patch, place, proposed);
      place = carriedAfter(patch, place, place);
    }
    if (!place || !target || !proposed) {
      this.#movement?.cancel();
      return this.#lost('', true);
    }
    this.#from = place;
    this.cell = presenter.store.cells.get(cell.id) ?? { ...cell, indexPath: place };
    presenter.store.cells.set(cell.id, this.cell);
    presenter.store.pinned.add(cell.id);
    this.#movement?.rebase(presenter.store.version, target, proposed);
    if (this.#movement) this.#makeRoom();
  }

  /**
   * @param {IndexPath} target
   * @param {IndexPath} proposed
   */
  #targeted(target, proposed) {
    const { strings, speech } = this.#stage;
    this.#makeRoom();
    if (!samePath(target, proposed)) speech.hint(strings.retargeted(this.#place(target)), this.#isByKeys);
    else if (this.#isByKeys) speech.say(strings.movedTo(this.#place(target)));
  }

  #makeRoom() {
    const { surface } = this.#stage.presenter;
    surface.stage.displaced = samePath(this.target, this.#from) ? undefined : this.places.makeRoom(this.target);
    surface.requestFrame();
  }

  /**
   * @param {string} reason
   * @param {boolean} [isGone] there is no such item any more
   */
  #lost(reason, isGone = false) {
    const { speech, strings } = this.#stage;
    const words = isGone ? strings.goneWhileDragged(this.cell?.item?.title ?? '') : strings.moveFailed(this.#title, reason);
    this.#finish(true);
    speech.warn(words);
  }

  /** @param {boolean} isCancelled */
  #finish(isCancelled) {
    const { presenter, host } = this.#stage;
    this.#markNode(false);
    if (this.cell) presenter.store.pinned.delete(this.cell.id);
    presenter.surface.stage.displaced = undefined;
    presenter.surface.requestFrame();
    this.cell = undefined;
    this.#movement = undefined;
    this.#isLanding = false;
    this.#landAt = 0;
    this.#count = 1;
    host.classList.remove('reordering', 'by-keys', 'group');
    this.#over(isCancelled);
  }

  /** @param {boolean} isCarried */
  #markNode(isCarried) {
    const node = this.cell && this.#stage.presenter.surface.stage.nodes.get(this.cell.id);
    node?.element.classList.toggle('carried', isCarried);
  }

  /**
   * Where a place is, in words.
   * @param {IndexPath} path
   */
  #place(path) {
    const { strings, presenter } = this.#stage;
    const header = presenter.store.headers.find((h) => h.section === path[0]);
    const count = header ? header.itemCount + Number(path[0] !== this.#from[0]) : presenter.store.itemCount;
    return strings.place(path[1] + 1, count, presenter.store.headers.length > 1 || path[0] > 0 ? header?.title ?? '' : '');
  }
}
