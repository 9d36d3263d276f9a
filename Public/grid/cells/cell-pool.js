// @ts-check
// Cell nodes: made once, recycled per kind, placed by transforms.

import { meets } from '../model/geometry.js';
import { append, setAttribute } from '../dom.js';
import { registrationOf } from './registrations.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** Maximum unused nodes kept of each kind: as many as a jump may release at once. */
const KEPT = 160;
/** Maximum released nodes left where they were while the view moves: each is painted with what is around it. */
const LEFT = 24;

let nextNode = 1;

/**
 * State of a picture that was not requested.
 * @returns {{url: string, isLoaded: boolean, isShown: boolean, isFaded: boolean, failures: number, isAlone: boolean, since: number,
 *   arrival?: import('./picture-batches.js').Arrival}} `failures`: their number; `isAlone`: it did not come with others; `arrival`: it is
 *   to come with others
 */
export const noPicture = () => ({ url: '', isLoaded: false, isShown: false, isFaded: false, failures: 0, isAlone: false, since: 0 });

/** A node shows another item. Bubbles up to the grid and out of it. */
export class CellReuseEvent extends Event {
  /**
   * @param {string} node the `id` of its element
   * @param {string} kind of cell
   */
  constructor(node, kind) {
    super('cellreuse', { bubbles: true, composed: true });
    this.node = node;
    this.kind = kind;
  }
}

/** One node in the page that shows one cell at a time. */
export class CellNode {
  /** @type {string} */
  id = '';
  /** @type {Cell | undefined} */
  cell;
  /**
   * Where it is, in content px.
   * @type {import('../model/geometry.js').Frame | undefined}
   */
  shown;
  /** State of its picture: none, requested, shown, or failed. */
  picture = noPicture();
  /** @type {HTMLElement | undefined} */
  failure;
  /** @type {HTMLElement | undefined} */
  marks;
  /** @type {HTMLElement | undefined} */
  video;
  /**
   * In the list, what is known of the picture.
   * @type {HTMLElement | undefined}
   */
  columns;
  /**
   * Where a finger drags a selected cell without a long press.
   * @type {HTMLElement | undefined}
   */
  handle;

  /** @type {Set<Animation>} */
  #animations = new Set();

  /**
   * @param {string} kind
   * @param {HTMLElement} parent
   */
  constructor(kind, parent) {
    this.kind = kind;
    this.registration = registrationOf(kind);
    this.element = append(parent, 'div', `cell kind-${kind}`);
    this.element.id = `cell-${nextNode++}`;
    this.element.setAttribute('role', 'gridcell');
    this.element.tabIndex = -1;
    this.element.setAttribute('part', 'cell');
    this.body = append(this.element, 'div', 'body');
    this.parts = this.registration.make(this.body);
    append(this.element, 'div', 'check').setAttribute('part', 'check');
  }

  /**
   * Where the picture goes.
   * @returns {HTMLImageElement | undefined}
   */
  get image() { return this.registration.picture?.(this.parts); }

  /**
   * Animates the node until it shows something else. Tracked here: `getAnimations` costs a layout.
   * @param {Keyframe[]} keyframes
   * @param {KeyframeAnimationOptions} options
   */
  animate(keyframes, options) {
    const animation = this.element.animate(keyframes, options);
    this.#animations.add(animation);
    return animation;
  }

  /** Takes it out of the page for good. */
  remove() {
    this.element.remove();
    this.registration.remove?.(this.parts);
  }

  /** Running animations jump to their end; ended ones no longer affect the node. */
  stopAnimations() {
    for (const animation of this.#animations) animation.cancel();
    this.#animations.clear();
  }

  /**
   * Puts the node at a frame. `originY` is the content y of the stage's top.
   * @param {import('../model/geometry.js').Frame} frame
   * @param {number} originY
   */
  place(frame, originY) {
    const style = this.element.style;
    const old = this.shown;
    style.translate = `${frame[0]}px ${frame[1] - originY}px`;
    if (!old || old[2] !== frame[2]) style.width = `${frame[2]}px`;
    if (!old || old[3] !== frame[3]) style.height = `${frame[3]}px`;
    this.shown = frame;
  }
}

export class CellPool {
  #parent;
  /**
   * Released, the oldest first, and left where they were: hiding a node and showing it again costs many times as much as
   * moving it.
   * @type {CellNode[]}
   */
  #left = [];
  /** @type {Map<string, CellNode[]>} */
  #idle = new Map();
  /**
   * All that were made and not discarded, in use or not.
   * @type {Set<CellNode>}
   */
  #nodes = new Set();
  /** Nodes ever made, for the statistics. */
  made = 0;

  /** @param {HTMLElement} parent of all nodes */
  constructor(parent) {
    this.#parent = parent;
  }

  /**
   * A node for a kind, used before or new.
   * @param {string} kind
   */
  take(kind) {
    const node = this.#takeLeft(kind) ?? this.#idle.get(kind)?.pop();
    if (node) {
      if (node.element.hidden) node.element.hidden = false;
      node.element.dispatchEvent(new CellReuseEvent(node.element.id, kind));
      return node;
    }
    this.made++;
    const made = new CellNode(kind, this.#parent);
    this.#nodes.add(made);
    return made;
  }

  /**
   * Takes back a node. It stays where it is until it is taken again or `clear` is called.
   * @param {CellNode} node
   */
  release(node) {
    node.stopAnimations();
    setAttribute(node.element, 'class', `cell kind-${node.kind}`);
    setAttribute(node.element, 'tabindex', '-1');
    // Hidden from screen readers while it vanished.
    node.element.removeAttribute('aria-hidden');
    node.id = '';
    node.cell = undefined;
    node.failure?.remove();
    node.failure = undefined;
    node.marks?.remove();
    node.marks = undefined;
    this.#left.push(node);
  }

  /**
   * Hides what was released and not taken again.
   * @param {import('../model/geometry.js').Frame} [rect] only what meets it, as long as the view moves on
   */
  clear(rect) {
    const left = this.#left;
    this.#left = [];
    for (const [index, node] of left.entries()) {
      const isFar = rect && node.shown && !meets(node.shown, rect) && left.length - index <= LEFT;
      if (isFar) this.#left.push(node);
      else this.#putAway(node);
    }
  }

  /**
   * The stage has another origin: released nodes stay where they were.
   * @param {number} originY
   */
  move(originY) {
    for (const node of this.#left) if (node.shown) node.place(node.shown, originY);
  }

  /** Discards all nodes, those in use too: nothing is shown any more. */
  close() {
    for (const node of this.#nodes) node.remove();
    this.#nodes.clear();
  }

  /** @param {string} kind */
  #takeLeft(kind) {
    // From the end: the newest is nearest to where it is needed.
    for (let index = this.#left.length - 1; index >= 0; index--) {
      if (this.#left[index].kind === kind) return this.#left.splice(index, 1)[0];
    }
    return undefined;
  }

  /** @param {CellNode} node */
  #putAway(node) {
    node.shown = undefined;
    node.image?.removeAttribute('src');
    const idle = this.#idle.get(node.kind) ?? [];
    this.#idle.set(node.kind, idle);
    if (idle.length >= KEPT) {
      this.#nodes.delete(node);
      node.remove();
      return;
    }
    node.element.hidden = true;
    idle.push(node);
  }
}
