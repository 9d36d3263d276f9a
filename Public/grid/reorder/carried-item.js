// @ts-check
// An item that is carried, by pointer or by keys, from its permission to its landing: room for it, the place it goes to, announcements.

import { ItemMoveEvent } from '../grid-events.js';
import { Problem, reasonOf } from '../server/api.js';
import { carriedThrough } from './carried-place.js';
import { headersOf, Places } from './displacement.js';
import { samePath } from '../model/geometry.js';
import { Movement } from './movement.js';
import { ReorderingWords } from './reordering-words.js';

/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */
/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** The animation of a cell that cannot be picked up. */
const SHAKE = ['none', 'translateX(-4px)', 'translateX(4px)', 'none'].map((transform) => ({ transform }));

/** Maximum wait for a result to show a move, in ms. */
const LANDED_MS = 600;

/** Whether the keys that move what is carried were shown once. */
let wereKeysShown = false;

export class CarriedItem {
  #context;
  #words;
  /** @type {Movement | import('../picture/time-movement.js').TimeMovement} */
  #movement;
  /** The item, as the version on screen has it. */
  cell;
  #from;
  isByKeys;
  #ended;
  #isLanding = false;
  /** Whether it was dropped, has returned, or is gone. */
  #isOver = false;
  /** Number of items carried: the item and all that are selected with it. */
  #count;
  /** The version in which the item is at its new place. */
  #landAt = 0;

  /**
   * Asks the source whether it may be picked up.
   * @param {import('./reordering.js').ReorderingContext} context
   * @param {Cell} cell
   * @param {boolean} isByKeys
   * @param {() => void} ended called once, when it was dropped or the movement was cancelled
   */
  constructor(context, cell, isByKeys, ended) {
    const { presenter, strings, selecting } = (this.#context = context);
    const { server, order, store } = presenter;
    this.#words = new ReorderingWords(strings, store);
    this.cell = cell;
    this.#from = cell.indexPath;
    this.isByKeys = isByKeys;
    this.#ended = ended;
    this.#count = selecting.groupOf(cell)?.count ?? 1;
    this.#movement = this.#heard(new Movement(
      (...request) => server.call(...request), (...rest) => order.path(...rest), cell.id, this.#from, store.version, this.#count > 1));
  }

  /**
   * @template {Movement | import('../picture/time-movement.js').TimeMovement} Made
   * @param {Made} movement
   */
  #heard(movement) {
    movement.onNewer = (version) => this.#context.presenter.expect(version);
    movement.onTarget = (target, proposed) => this.#targeted(target, proposed);
    // Another viewer deleted it.
    movement.onLost = (error) => this.#lost(error, error instanceof Problem && [404, 409].includes(error.status));
    return movement;
  }

  /** Where it would land. */
  get target() { return this.#movement.target; }
  /** Where the next step by keys begins. */
  get aim() { return this.#movement.aim; }

  /**
   * Picks it up, if the source allows it.
   * @returns {Promise<boolean>} whether it was picked up
   */
  async pickUp() {
    const { presenter, strings, ownOrder } = this.#context;
    const { cell } = this;
    try {
      await this.#movement.begun;
    } catch (error) {
      if (this.#isOver) return false;
      const refuse = () => ownOrder().warn(strings.refused(strings.item(cell.item?.title ?? ''), strings.reason(reasonOf(error))), error);
      const instead = this.#count === 1 ? ownOrder().instead(error, cell, refuse) : undefined;
      if (instead) {
        this.#movement = this.#heard(instead);
        return this.#pickedUp();
      }
      this.#isOver = true;
      presenter.surface.node(cell.id)?.animate(SHAKE, { duration: 180 });
      refuse();
      return false;
    }
    return !this.#isOver && this.#pickedUp();
  }

  /** @returns {true} */
  #pickedUp() {
    const { presenter, strings, speech, host } = this.#context;
    const { cell } = this;
    presenter.store.pinned.add(cell.id);
    host.classList.add('reordering');
    host.classList.toggle('by-keys', this.isByKeys);
    host.classList.toggle('group', this.#count > 1);
    presenter.surface.node(cell.id)?.element.classList.add('carried');
    const words = strings.pickedUp(this.#title, this.#place(this.#from), this.isByKeys);
    if (this.isByKeys && !wereKeysShown) speech.warn(words);
    else speech.say(words);
    wereKeysShown ||= this.isByKeys;
    return true;
  }

  get #title() { return this.#words.title(this.cell, this.#count); }

  /** @param {IndexPath} path */
  #place(path) { return this.#words.place(path, this.#from); }

  /** The places around the view. */
  get places() { return this.#placesNear(() => this.#context.presenter.store.wall?.index(this.target)); }

  /** @param {() => number | undefined} near an item near the place that is looked for, where the page does not hold the cells in view */
  #placesNear(near) {
    const { presenter, layout } = this.#context;
    const { store } = presenter;
    const cells = store.wall?.cellsAround(near() ?? this.cell.index, this.cell) ?? [...store.cells.values()];
    return new Places({
      cells, headers: headersOf(store, this.#from[0], cells), item: this.cell.id, from: this.#from,
      width: presenter.surface.width, layout: layout(), isMirrored: presenter.store.isMirrored,
    });
  }

  /** @param {IndexPath} to */
  propose(to) {
    if (!this.#isLanding) this.#movement.propose(to, this.#context.presenter.store.version);
  }

  /**
   * The place nearest to a point in content px.
   * @param {number} x
   * @param {number} y
   */
  proposeAt(x, y) { this.propose(this.#placesNear(() => this.#context.presenter.store.wall?.nearest(x, y)).nearest(x, y, this.target)); }

  /** It would land where it was picked up. */
  rest() { this.propose(this.#from); }

  /** Drops the item. */
  async drop() {
    const { presenter, history, strings, dispatch } = this.#context;
    const movement = this.#movement;
    const { cell } = this;
    if (this.#isOver || this.#isLanding) return;
    this.#isLanding = true;
    try {
      // Keys are quicker than answers: the last one says where the item lands.
      await movement.settled();
      if (this.#isOver) return;
      if ('takes' in movement) {
        this.#finish();
        return movement.takes();
      }
      const move = { ids: this.#count > 1 ? undefined : [cell.id], count: this.#count, to: movement.target };
      this.#isLanding = dispatch(new ItemMoveEvent('itemmove', move));
      if (!this.#isLanding) return this.cancel();
      presenter.surface.isLanding = true;
      const title = this.#title;
      const place = this.#place(movement.target);
      // All selected items go where the dragged one would, in one request.
      const landing = () => this.#context.selecting.land(cell.id, () => movement.target);
      const patch = await (this.#count > 1 ? movement.cancel().then(landing) : movement.end());
      if (this.#isOver) return;
      if (patch && patch.to > patch.from && presenter.order.result !== undefined) this.#landInResult();
      else if (!patch || patch.to === undefined || patch.to <= presenter.store.version) this.#finish();
      else {
        this.#landAt = patch.to;
        presenter.expect(patch.to);
      }
      if (patch) dispatch(new ItemMoveEvent('itemmoved', { ...move, patch }));
      history().tell(strings.dropped(title, place), patch);
    } catch (error) {
      // Unless it was deleted meanwhile, which was announced.
      if (!this.#isOver) this.#lost(error);
    }
  }

  /**
   * The patch is of the collection's own order. The result's next version shows it, unless it shows nothing of it.
   */
  #landInResult() {
    this.#landAt = this.#context.presenter.store.version + 1;
    setTimeout(() => this.#finish(), LANDED_MS);
  }

  /**
   * Cancels the movement.
   * @param {boolean} [isQuiet] whether nothing is said of it
   */
  cancel(isQuiet = false) {
    const { speech, strings } = this.#context;
    if (this.#isOver || this.#isLanding) return;
    const wasPickedUp = this.#movement.isBegun;
    const title = this.#title;
    this.#movement.cancel();
    this.#finish();
    if (wasPickedUp && !isQuiet) speech.say(strings.cancelled(title, this.#place(this.#from)));
  }

  /**
   * The store holds a new version, which is not drawn yet. What is carried stays beside the same neighbour; if it was deleted,
   * the movement ends.
   * @param {import('../model/patch.js').Patch[]} patches
   */
  rebase(patches) {
    const { presenter } = this.#context;
    const cell = this.cell;
    const movement = this.#movement;
    if (this.#isOver) return;
    if (this.#landAt && presenter.store.version >= this.#landAt) return this.#finish();
    const { target, proposed } = movement;
    const places = carriedThrough(patches, { from: this.#from, target, proposed });
    if (!places) {
      movement.cancel();
      return this.#lost(undefined, true);
    }
    this.#from = places.from;
    this.cell = presenter.store.cells.get(cell.id) ?? { ...cell, indexPath: places.from };
    presenter.store.cells.set(cell.id, this.cell);
    presenter.store.pinned.add(cell.id);
    movement.rebase(presenter.store.version, places.target, places.proposed);
    this.#makeRoom();
  }

  /**
   * @param {IndexPath} target
   * @param {IndexPath} proposed
   */
  #targeted(target, proposed) {
    const { strings, speech } = this.#context;
    this.#makeRoom();
    if (!samePath(target, proposed)) speech.hint(strings.retargeted(this.#place(target)), this.isByKeys);
    else if (this.isByKeys) speech.say(strings.movedTo(this.#place(target)));
  }

  #makeRoom() {
    const { surface, wall } = this.#context.presenter;
    const target = samePath(this.target, this.#from) ? undefined : this.target;
    surface.displace(target && this.places.makeRoom(target));
    wall?.makeRoom(target, this.#from, this.#count > 1);
  }

  /**
   * @param {unknown} error
   * @param {boolean} [isGone] the item was deleted
   */
  #lost(error, isGone = false) {
    const words = this.#words.lost(this.cell, this.#count, error, isGone);
    this.#finish();
    this.#context.speech.warn(words);
  }

  #finish() {
    if (this.#isOver) return;
    this.#isOver = true;
    const { presenter, host } = this.#context;
    presenter.surface.node(this.cell.id)?.element.classList.remove('carried');
    presenter.store.pinned.delete(this.cell.id);
    presenter.surface.displace(undefined);
    presenter.wall?.makeRoom();
    presenter.surface.isLanding = false;
    host.classList.remove('reordering', 'by-keys', 'group');
    this.#ended();
  }
}
