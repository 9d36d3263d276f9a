// @ts-check
// Selecting by hand: checks, Ctrl, Shift, a frame on empty space; and what is done with what is selected.

import { call, collectionPath } from '../server/api.js';
import { Marquee } from './marquee.js';
import { askWhereTo } from '../scroll/place-dialog.js';
import { Selection } from './selection.js';
import { SelectionBar } from './selection-bar.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../cells/cell-pool.js').CellNode} CellNode */
/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */

/** The corner of a cell, in px, in which a click of the mouse is one on its check mark. */
const CHECK_REACH = 40;
/** A move is asked for again so often when the collection changed meanwhile. */
const TRIES = 4;

/**
 * @typedef {object} SelectingStage what it happens on
 * @property {import('../element/skeleton.js').Skeleton} parts
 * @property {any} description the collection, as the server describes it
 * @property {import('../element/presenter.js').Presenter} presenter
 * @property {import('../access/roving-focus.js').RovingFocus} focus
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../../strings/strings.js').Strings} strings
 */

export class Selecting {
  selection;
  #stage;
  #bar;
  #marquee;
  #isMoving = false;

  /** @param {SelectingStage} stage */
  constructor(stage) {
    const { parts, description, presenter, speech, strings } = (this.#stage = stage);
    this.selection = new Selection(description.id, presenter.store, {
      selectionChanged: () => this.#draw(),
      selectionLost: () => !this.#isMoving && speech.warn(strings.selectionLost),
    });
    this.#bar = new SelectionBar(parts.frame, description.capabilities?.move !== false, strings, {
      barMove: () => this.moveTo(),
      barAll: () => this.all(),
      barClear: () => this.clear(),
    });
    this.#marquee = new Marquee(parts.scroller, parts.frame, presenter.surface, presenter.store, {
      marqueeIsEmptySpace: (target) => !(target instanceof Element && target.closest('.cell, button')),
      marqueeBegins: (adds) => !adds && this.selection.clear(),
      marqueeHolds: (indices) => this.selection.frame(indices),
      marqueeEnds: (wasDrawn) => {
        if (wasDrawn) this.selection.frame(undefined);
        else this.clear();
        if (wasDrawn) this.#say();
      },
    });
  }

  get isActive() { return !this.selection.isEmpty; }
  /** @param {number} now */
  frame(now) { this.#marquee.frame(now); }

  /**
   * A cell was clicked. Answers whether that was about the selection.
   * @param {CellNode} node
   * @param {PointerEvent} event
   */
  tapped(node, event) {
    const cell = node.cell;
    if (!cell) return false;
    if (event.shiftKey && this.isActive) {
      this.selection.extend(cell.index);
      this.#say();
      return true;
    }
    const isOnCheck = event.pointerType !== 'touch' && isInCorner(node.element, event);
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey && !this.isActive && !isOnCheck) return false;
    this.toggle(cell);
    return true;
  }

  /** @param {Cell} cell */
  toggle(cell) {
    this.selection.toggle(cell.index);
    this.#say();
  }

  /**
   * A key that may be about the selection. Answers whether it was.
   * @param {KeyboardEvent} event
   * @param {Cell | undefined} cell the focused one
   */
  key(event, cell) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'a') this.all();
    else if (event.key === ' ' && cell && isCommand) this.toggle(cell);
    else if (event.key === ' ' && cell && event.shiftKey) this.extend(cell.index, cell.index);
    else if (event.key.toLowerCase() === 'm' && !isCommand) this.moveTo();
    else return false;
    return true;
  }

  /**
   * The focus went on with Shift held.
   * @param {number} from flat index
   * @param {number} to
   */
  extend(from, to) {
    this.selection.extend(to, from);
    this.#say();
  }

  all() {
    this.selection.all();
    this.#say();
  }

  /** Answers whether there was something selected. */
  clear() {
    if (!this.isActive) return false;
    this.selection.clear();
    this.#stage.speech.say(this.#stage.strings.selectionCleared);
    return true;
  }

  /**
   * A cell is drawn (again).
   * @param {CellNode} node
   * @param {Cell} cell
   */
  configure(node, cell) {
    const isSelected = this.selection.has(cell.index);
    node.element.classList.toggle('selected', isSelected);
    node.element.setAttribute('aria-selected', String(isSelected));
  }

  /**
   * How many are carried with a cell, and which nodes of them are in the page.
   * @param {Cell} cell
   * @returns {{count: number, nodes: CellNode[]} | undefined} none when it is carried alone
   */
  groupOf(cell) {
    if (this.selection.count < 2 || !this.selection.has(cell.index)) return undefined;
    const { nodes } = this.#stage.presenter.surface.stage;
    return {
      count: this.selection.count,
      nodes: [...nodes.values()].filter((node) => node.cell && node.id !== cell.id && this.selection.has(node.cell.index)),
    };
  }

  /**
   * Moves all that is selected to where one of them, alone, would land.
   * @param {string} item
   * @param {() => IndexPath} target in the version on show
   */
  async land(item, target) {
    return this.#move(async () => {
      const cell = this.#stage.presenter.store.cells.get(item);
      return { to: await this.selection.placeOfFirst(target(), cell?.index ?? -1) };
    });
  }

  /** Asks where what is selected, or the focused item, shall go, and moves it there. */
  async moveTo() {
    const { parts, description, presenter, focus, speech, strings } = this.#stage;
    const cell = focus.cell;
    if (description.capabilities?.move === false) return speech.warn(strings.notMovable);
    if (!this.isActive && !cell) return;
    const isAlone = !this.isActive;
    const count = isAlone ? 1 : this.selection.count;
    try {
      const sections = await this.selection.sections();
      const answer = await askWhereTo(parts.frame, sections, {
        section: cell?.indexPath[0] ?? 0, title: strings.moveTitle(count), action: strings.move,
      }, strings);
      if (cell) presenter.surface.stage.nodes.get(cell.id)?.element.focus({ preventScroll: true });
      if (!answer) return;
      if (isAlone) this.selection.toggle(/** @type {Cell} */ (presenter.store.cells.get(/** @type {Cell} */ (cell).id) ?? cell).index);
      const { section, position } = answer;
      const patch = await this.#move(async () => {
        const now = await this.selection.sections();
        const goal = now.findIndex(({ id }) => id === sections[section].id);
        if (goal < 0) return { section: sections[section].id };
        const rest = now[goal].itemCount - this.#selectedIn(now[goal]);
        return position === undefined || position > rest ? { section: now[goal].id } : { to: [goal, position - 1] };
      });
      if (patch?.to !== undefined) presenter.expect(patch.to);
      const at = position === undefined ? strings.atTheEnd : strings.number(position);
      speech.warn(strings.movedMany(count, sections.length > 1 ? sections[section].title : '', at));
    } catch (error) {
      if (isAlone) this.selection.clear();
      speech.warn(strings.moveManyFailed(count, /** @type {Error} */ (error).message));
    }
  }

  /**
   * The store holds a new version.
   * @param {any[]} patches
   * @param {boolean} isReset
   */
  rebase(patches, isReset) { this.selection.rebase(patches, isReset); }

  /** @param {import('../server/sections.js').Section} section */
  #selectedIn({ first, itemCount }) {
    let count = 0;
    for (const [low, last] of this.selection.wire.ranges) {
      count += Math.max(0, Math.min(last + 1, first + itemCount) - Math.max(low, first));
    }
    return count;
  }

  /**
   * One request, however many there are. When the collection changed meanwhile, the selection has followed: once more.
   * @param {() => Promise<object>} destination
   */
  async #move(destination) {
    const { presenter, description } = this.#stage;
    this.#isMoving = true;
    try {
      for (let tries = 1; ; tries++) {
        const { version } = presenter.store;
        try {
          const place = await destination();
          // Ranges and place must count in one version.
          if (presenter.store.version !== version) continue;
          const body = { ...place, ...this.selection.wire };
          const headers = { Prefer: 'return=minimal' };
          const patch = await call('POST', collectionPath(description.id, 'moves'), body, { headers });
          this.selection.clear();
          return patch;
        } catch (error) {
          if (/** @type {import('../server/api.js').Problem} */ (error).status !== 409 || tries === TRIES || !this.isActive) throw error;
          if (presenter.store.version === version) await new Promise((resolve) => presenter.afterDraw(() => resolve(undefined)));
        }
      }
    } finally {
      this.#isMoving = false;
    }
  }

  #say() {
    const { speech, strings } = this.#stage;
    speech.say(this.isActive ? strings.selected(this.selection.count) : strings.selectionCleared);
  }

  #draw() {
    const { presenter, parts } = this.#stage;
    parts.frame.classList.toggle('selecting', this.isActive);
    this.#bar.show(this.selection.count);
    for (const node of presenter.surface.stage.nodes.values()) if (node.cell) this.configure(node, node.cell);
  }
}

/**
 * @param {HTMLElement} cell
 * @param {PointerEvent} event
 */
function isInCorner(cell, event) {
  const box = cell.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(cell).direction === 'rtl';
  const x = isRightToLeft ? box.right - event.clientX : event.clientX - box.left;
  const reach = Math.min(CHECK_REACH, box.width / 2.5);
  return x < reach && event.clientY - box.top < Math.min(CHECK_REACH, box.height);
}
