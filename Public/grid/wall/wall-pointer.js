// @ts-check
// Pointers on the wall. A press is held until the node of the item that it is on is there; from then on it is the grid's, as any other: what
// is selected is dragged, a frame is drawn from anywhere else, a click selects.

import { pointIn } from '../dom.js';

/** Minimum movement of a press that draws a frame, in px. */
const THRESHOLD = 5;
/** Time that the pointer rests before the lens appears, in ms. */
const REST_MS = 120;

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/**
 * @typedef {{event: PointerEvent, cell: Promise<Cell | undefined>, isCarried: boolean, isSent: boolean}} Press `isCarried`: what is pressed may
 *   be dragged; `isSent`: the grid has it
 */

export class WallPointer {
  #wall;
  /** @type {Press | undefined} */
  #press;
  #own = new WeakSet();
  #hovered = -1;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #rest;
  #closing = new AbortController();

  /** @param {import('./wall.js').Wall} wall */
  constructor(wall) {
    this.#wall = wall;
    const { scroller } = wall.context.parts;
    const options = { capture: true, signal: this.#closing.signal };
    const listen = (/** @type {string} */ name, /** @type {(event: any) => void} */ listener) =>
      scroller.addEventListener(name, (event) => wall.isShown && !this.#own.has(event) && listener(event), options);
    listen('pointerdown', (event) => this.#down(event));
    listen('pointermove', (event) => this.#move(event));
    listen('pointerup', (event) => this.#up(event));
    listen('pointercancel', () => (this.#press = undefined));
    // Cells that go are left, too.
    listen('pointerleave', ({ target }) => target === scroller && this.#leave());
    listen('dblclick', (event) => this.#open(event));
    listen('contextmenu', (event) => this.#menu(event));
  }

  remove() {
    this.#leave();
    this.#closing.abort();
  }

  /** @param {{clientX: number, clientY: number}} event */
  #indexAt(event) {
    const { parts, presenter } = this.#wall.context;
    const { x, y } = pointIn(parts.scroller, event);
    return this.#wall.places.indexAt(x, y + presenter.surface.offset);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.#leave();
    if (event.button !== 0 || !event.isPrimary || /** @type {Element} */ (event.target).closest('button')) return;
    const index = this.#indexAt(event);
    if (index === undefined) return;
    // Browsers say that a pointer moves where only what is under it does.
    this.#hovered = index;
    event.stopImmediatePropagation();
    const isCarried = event.pointerType === 'touch' || this.#wall.context.selecting.selection.has(index);
    const press = (this.#press = { event, cell: this.#wall.lent.take(index), isCarried, isSent: false });
    if (isCarried) press.cell.then((cell) => cell && press === this.#press && this.#send(press, cell));
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press) return this.#hover(event);
    if (press.isSent || press.isCarried || event.pointerId !== press.event.pointerId) return;
    if (Math.hypot(event.clientX - press.event.clientX, event.clientY - press.event.clientY) <= THRESHOLD) return;
    press.isSent = true;
    this.#pass(press.event, this.#wall.context.parts.scroller);
  }

  /** @param {PointerEvent} event */
  async #up(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.event.pointerId) return;
    this.#press = undefined;
    if (press.isSent) return;
    event.stopImmediatePropagation();
    const cell = await press.cell;
    if (cell && this.#send(press, cell)) this.#pass(event, this.#nodeOf(cell)?.element);
  }

  /**
   * @param {Press} press
   * @param {Cell} cell
   * @returns {boolean} whether its node is there
   */
  #send(press, cell) {
    const node = this.#nodeOf(cell);
    press.isSent = node !== undefined;
    this.#pass(press.event, node?.element);
    return press.isSent;
  }

  /** @param {Cell} cell */
  #nodeOf(cell) { return this.#wall.context.presenter.surface.node(cell.id); }

  /**
   * @param {PointerEvent} event that was held
   * @param {HTMLElement | undefined} target
   */
  #pass(event, target) {
    const { type, pointerId, pointerType, isPrimary, button, buttons, clientX, clientY, ctrlKey, metaKey, shiftKey, altKey } = event;
    const passed = new PointerEvent(type, {
      bubbles: true, cancelable: true, composed: true, pointerId, pointerType, isPrimary, button, buttons, clientX, clientY, ctrlKey, metaKey, shiftKey, altKey,
    });
    this.#own.add(passed);
    target?.dispatchEvent(passed);
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType === 'touch' || event.buttons) return;
    const index = this.#indexAt(event) ?? -1;
    if (index === this.#hovered) return;
    this.#leave();
    this.#hovered = index;
    if (index < 0) return;
    this.#rest = setTimeout(async () => {
      const cell = await this.#wall.lent.cell(index);
      if (cell && index === this.#hovered) this.#wall.look(cell);
    }, REST_MS);
  }

  #leave() {
    clearTimeout(this.#rest);
    this.#hovered = -1;
    this.#wall.lens.hide();
  }

  /** @param {MouseEvent} event */
  async #open(event) {
    const index = this.#indexAt(event);
    const cell = index === undefined ? undefined : await this.#wall.lent.take(index);
    if (cell) this.#wall.context.open(cell);
  }

  /** @param {MouseEvent} event */
  async #menu(event) {
    const index = this.#indexAt(event);
    if (index === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // The one of a long press is asked for by the drag that it began.
    if (/** @type {PointerEvent} */ (event).pointerType === 'touch') return;
    const { clientX, clientY } = event;
    const cell = await this.#wall.lent.take(index);
    const node = cell && this.#nodeOf(cell);
    this.#leave();
    if (node) this.#wall.context.added.openMenu(node, { clientX, clientY });
  }
}
