// @ts-check
// Cell nodes: made once, recycled per kind, placed by transforms.

import { meets } from '../model/geometry.js';
import { append } from '../dom.js';
import { registrationOf } from './registrations.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** So many unused nodes are kept of each kind: as many as a jump may take from the stage at once. */
const KEPT = 160;

let nextNode = 1;

/**
 * A listener for what happens to nodes.
 * @type {{reuse?: (node: string, kind: string) => void}}
 */
export const nodeLife = {};

/** One node in the page that shows one cell at a time. */
export class CellNode {
  /** @type {string} */
  id = '';
  /** @type {Cell | undefined} */
  cell;
  /**
   * Where it was put, in content px.
   * @type {import('../model/geometry.js').Frame | undefined}
   */
  shown;
  /** State of its picture: none, asked for, shown, or failed so many times. */
  picture = { url: '', isLoaded: false, isShown: false, isFaded: false, failures: 0, since: 0 };
  /** @type {HTMLElement | undefined} */
  failure;
  /** @type {HTMLElement | undefined} */
  badge;
  /**
   * Where a finger takes hold of the cell without waiting.
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
    this.body = append(this.element, 'div', 'body');
    this.parts = this.registration.make(this.body);
  }

  /**
   * Where the picture goes.
   * @returns {HTMLImageElement | undefined}
   */
  get image() { return this.registration.picture?.(this.parts); }

  /**
   * Animates the node until it shows something else. Kept track of here: to ask the browser what runs costs a layout.
   * @param {Keyframe[]} keyframes
   * @param {KeyframeAnimationOptions} options
   */
  animate(keyframes, options) {
    const animation = this.element.animate(keyframes, options);
    this.#animations.add(animation);
    return animation;
  }

  /** What still runs jumps to its end; what has ended lets go of the node. */
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
  #stage;
  /**
   * Given back, the oldest first, and left where they were: to take a node out of the layout and into it again costs many
   * times what it costs to move it.
   * @type {CellNode[]}
   */
  #left = [];
  /** @type {Map<string, CellNode[]>} */
  #idle = new Map();
  /** Nodes ever made, for the statistics. */
  made = 0;

  /** @param {HTMLElement} stage */
  constructor(stage) {
    this.#stage = stage;
  }

  /**
   * A node for a kind, used before or new.
   * @param {string} kind
   */
  take(kind) {
    const node = this.#takeLeft(kind) ?? this.#idle.get(kind)?.pop();
    if (node) {
      node.element.hidden = false;
      nodeLife.reuse?.(node.element.id, kind);
      return node;
    }
    this.made++;
    return new CellNode(kind, this.#stage);
  }

  /**
   * A node is needed no more. It is emptied before it shows something else, and stays where it is until it is taken or
   * `clear` is called.
   * @param {CellNode} node
   */
  release(node) {
    node.stopAnimations();
    node.element.className = `cell kind-${node.kind}`;
    node.element.tabIndex = -1;
    node.id = '';
    node.cell = undefined;
    node.failure?.remove();
    node.failure = undefined;
    node.badge?.remove();
    node.badge = undefined;
    this.#left.push(node);
  }

  /**
   * Puts away what was given back and not taken again.
   * @param {import('../model/geometry.js').Frame} [rect] only what meets it, as long as the view moves on
   */
  clear(rect) {
    const left = this.#left;
    this.#left = [];
    for (const [index, node] of left.entries()) {
      const isFar = rect && node.shown && !meets(node.shown, rect) && left.length - index <= KEPT;
      if (isFar) this.#left.push(node);
      else this.#putAway(node);
    }
  }

  /**
   * The stage lies elsewhere: what was left on it stays where it was.
   * @param {number} originY
   */
  move(originY) {
    for (const node of this.#left) if (node.shown) node.place(node.shown, originY);
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
    const idle = this.#idle.get(node.kind) ?? [];
    this.#idle.set(node.kind, idle);
    if (idle.length >= KEPT) {
      node.element.remove();
      return;
    }
    node.element.hidden = true;
    idle.push(node);
  }
}
