// @ts-check
// Dragging by mouse, pen or finger. The scroller captures the pointer, and the ghost is outside the cells: both outlive recycling.

import { AutoScroll, autoScrollSpeed } from '../scroll/auto-scroll.js';
import { cornerIn, pointIn } from '../dom.js';

/** Minimum movement of the mouse that begins a drag, in px. */
const THRESHOLD = 6;
/** Minimum time of a long press and of a press on a handle, in ms, and maximum movement of the finger meanwhile, in px. */
const LONG_PRESS_MS = 400;
const HANDLE_PRESS_MS = 250;
const SLOP = 10;

/** @typedef {import('../cells/cell-pool.js').CellNode} CellNode */
/**
 * @typedef {object} DragDelegate
 * @property {(target: EventTarget | null) => CellNode | undefined} dragNode the cell under an event
 * @property {(node: CellNode) => {count: number, nodes: CellNode[]} | undefined} dragGroup the selected items that are carried with a cell
 * @property {() => boolean} dragIsAllowed whether the collection can be reordered at all
 * @property {(node: CellNode) => void} dragHeld a finger rested on a cell and was lifted
 * @property {(node: CellNode) => void} dragClicked the cell gets the focus
 * @property {(node: CellNode, x: number) => void} dragBegan a cell is in hand, by a pointer at `x` in the window
 * @property {(x: number, y: number) => boolean} dragIsOver whether the pointer is over something else that takes what is carried
 * @property {() => DOMRect | undefined} dragTakes gives what is carried to what is under the pointer: where that is
 * @property {() => void} dragEnded
 * @property {(node: CellNode, event: PointerEvent) => void} dragTapped it was clicked and nothing more
 */

export class PointerDrag {
  #scroller;
  #ghosts;
  #surface;
  #reordering;
  #delegate;
  /** @type {{id: number, x: number, y: number, node: CellNode, isTouch: boolean} | undefined} */
  #armed;
  /** @type {{id: number, grabX: number, grabY: number, ghost: HTMLElement, hasMoved: boolean, isTouch: boolean, itemId: string, taken?: DOMRect} | undefined} */
  #drag;
  /** In the window. */
  #pointer = { clientX: 0, clientY: 0 };
  #isBeginning = false;
  #autoScroll = new AutoScroll();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {(event: KeyboardEvent) => void} */
  #escape;

  /**
   * @param {HTMLElement} scroller
   * @param {HTMLElement} ghosts
   * @param {import('../scroll/surface.js').Surface} surface
   * @param {import('./reordering.js').Reordering} reordering
   * @param {DragDelegate} delegate
   */
  constructor(scroller, ghosts, surface, reordering, delegate) {
    this.#scroller = scroller;
    this.#ghosts = ghosts;
    this.#surface = surface;
    this.#reordering = reordering;
    this.#delegate = delegate;
    scroller.addEventListener('pointerdown', (event) => this.#down(event));
    scroller.addEventListener('pointermove', (event) => this.#move(event));
    scroller.addEventListener('pointerup', (event) => this.#up(event));
    scroller.addEventListener('pointercancel', () => this.cancel());
    // The focus may be anywhere in the page during a drag.
    this.#escape = (event) => {
      if (event.key !== 'Escape' || !this.isActive) return;
      event.preventDefault();
      this.cancel();
    };
    scroller.addEventListener('lostpointercapture', (event) => {
      // A touch is captured by its first target, and released there when the scroller captures it.
      if (event.target === scroller && this.#drag?.id === event.pointerId) this.cancel();
    });
    // Only this keeps a touch from scrolling after the item is picked up; it must be registered before the touch begins.
    scroller.addEventListener('touchmove', (event) => {
      if (this.#drag || this.#isBeginning) event.preventDefault();
    }, { passive: false });
  }

  get isActive() { return this.#drag !== undefined || this.#isBeginning; }

  /** The window lost the focus, Escape was pressed. */
  cancel() {
    this.#disarm();
    this.#isBeginning = false;
    if (!this.#drag) removeEventListener('keydown', this.#escape);
    this.#reordering.cancel();
  }

  /**
   * Called in every frame.
   * @param {number} now
   */
  frame(now) {
    const drag = this.#drag;
    if (!drag?.hasMoved || !this.#reordering.isActive) return;
    const { x, y } = pointIn(this.#scroller, this.#pointer);
    const isOver = this.#delegate.dragIsOver(this.#pointer.clientX, this.#pointer.clientY);
    const distance = this.#autoScroll.step(now, isOver ? 0 : autoScrollSpeed(y, this.#surface.height));
    if (distance) this.#surface.nudge(distance);
    if (isOver) this.#reordering.rest();
    else this.#reordering.proposeAt(x, y + this.#surface.offset);
    drag.ghost.style.translate = `${x - drag.grabX}px ${y - drag.grabY}px`;
    this.#surface.requestFrame();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const node = this.#delegate.dragNode(event.target);
    if (!node || !event.isPrimary || event.button !== 0 || this.isActive) return;
    const isTouch = event.pointerType === 'touch';
    const isHandle = event.target instanceof Element && event.target.closest('.handle') !== null;
    this.#armed = { id: event.pointerId, x: event.clientX, y: event.clientY, node, isTouch };
    this.#pointer = event;
    clearTimeout(this.#timer);
    // A finger that moves before is a scroll, wherever it began.
    if (isTouch) this.#timer = setTimeout(() => this.#begin(), isHandle ? HANDLE_PRESS_MS : LONG_PRESS_MS);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { clientX: x, clientY: y } = event;
    if (this.#drag?.id === event.pointerId || this.#isBeginning) {
      this.#pointer = event;
      const drag = this.#drag;
      if (drag && !drag.hasMoved) {
        const at = pointIn(this.#scroller, event);
        const [gx, gy] = [at.x - drag.grabX, at.y - drag.grabY];
        const [ox, oy] = drag.ghost.dataset.origin?.split(' ').map(Number) ?? [gx, gy];
        drag.hasMoved = !drag.isTouch || Math.hypot(gx - ox, gy - oy) > SLOP;
      }
      this.#surface.requestFrame();
      return;
    }
    const armed = this.#armed;
    if (!armed || armed.id !== event.pointerId) return;
    const distance = Math.hypot(x - armed.x, y - armed.y);
    if (armed.isTouch) {
      if (distance > SLOP) this.#disarm();
    } else if (distance > THRESHOLD && event.buttons & 1) {
      this.#pointer = event;
      this.#begin();
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const armed = this.#armed;
    this.#disarm();
    const drag = this.#drag;
    if (drag && drag.id === event.pointerId) {
      const node = this.#surface.node(drag.itemId);
      if (drag.isTouch && !drag.hasMoved) {
        this.cancel();
        if (node) this.#delegate.dragHeld(node);
      } else {
        this.#pointer = event;
        this.frame(performance.now());
        drag.taken = this.#delegate.dragTakes();
        if (drag.taken) this.#reordering.cancel(true);
        else this.#reordering.drop();
      }
    } else if (this.#isBeginning) this.cancel();
    else if (armed && armed.id === event.pointerId) {
      this.#delegate.dragClicked(armed.node);
      this.#delegate.dragTapped(armed.node, event);
    }
  }

  #disarm() {
    clearTimeout(this.#timer);
    this.#armed = undefined;
  }

  async #begin() {
    const armed = this.#armed;
    this.#disarm();
    const cell = armed?.node.cell;
    if (!armed || !cell) return;
    if (!this.#delegate.dragIsAllowed()) {
      if (armed.isTouch) this.#delegate.dragHeld(armed.node);
      return;
    }
    this.#isBeginning = true;
    addEventListener('keydown', this.#escape);
    try {
      this.#scroller.setPointerCapture(armed.id);
    } catch {
      this.#isBeginning = false;
      return;
    }
    const origin = cornerIn(this.#scroller, armed.node.element);
    const grab = pointIn(armed.node.element, { clientX: armed.x, clientY: armed.y });
    const wasPickedUp = await this.#reordering.begin(cell, false, () => this.#land());
    if (!wasPickedUp || !this.#isBeginning) {
      this.#isBeginning = false;
      removeEventListener('keydown', this.#escape);
      if (wasPickedUp) this.#reordering.cancel();
      if (this.#scroller.hasPointerCapture(armed.id)) this.#scroller.releasePointerCapture(armed.id);
      return;
    }
    this.#isBeginning = false;
    this.#delegate.dragClicked(armed.node);
    // What carries it is loaded by now.
    const { liftGhost } = /** @type {import('../element/lazy-features.js').Features} */ (this.#reordering.loaded);
    const ghost = liftGhost(armed.node, origin, this.#scroller, this.#ghosts, this.#delegate.dragGroup(armed.node));
    if (armed.isTouch) navigator.vibrate?.(12);
    this.#delegate.dragBegan(armed.node, this.#pointer.clientX);
    this.#drag = {
      id: armed.id, grabX: grab.x, grabY: grab.y, ghost,
      hasMoved: !armed.isTouch || Math.hypot(this.#pointer.clientX - armed.x, this.#pointer.clientY - armed.y) > SLOP,
      isTouch: armed.isTouch, itemId: cell.id,
    };
    this.#surface.requestFrame();
  }

  /** The movement has ended: the ghost goes to where its cell is. */
  #land() {
    const drag = this.#drag;
    this.#drag = undefined;
    removeEventListener('keydown', this.#escape);
    this.#delegate.dragEnded();
    if (!drag) return;
    if (this.#scroller.hasPointerCapture(drag.id)) this.#scroller.releasePointerCapture(drag.id);
    requestAnimationFrame(() => requestAnimationFrame(() => {
      this.#reordering.loaded?.landGhost(drag.ghost, this.#surface.node(drag.itemId), this.#surface.offset, drag.taken !== undefined);
    }));
  }
}
