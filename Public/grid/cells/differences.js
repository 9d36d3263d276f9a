// @ts-check
// Animated differences: what stays moves, what is inserted grows in, what is deleted shrinks.

import { EASING } from '../dom.js';
import { comparePaths } from '../model/geometry.js';
import { pathAfter, summary } from '../model/patch.js';

/** @typedef {import('./cell-pool.js').CellNode} CellNode */
/** @typedef {{x: number, y: number, width: number, height: number}} Box in px of the page */

const TRAVEL = { duration: 280, easing: EASING };
const APPEAR = { duration: 240, easing: EASING };
/** Distance around the window within which cells are animated, in px. */
const REACH = 100;
const VANISH = { duration: 200, easing: 'ease-in', fill: /** @type {FillMode} */ ('forwards') };

/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */
/** @typedef {Map<string, {node: CellNode, box: Box, path: IndexPath}>} Seen cells by item, as they were on screen */

/**
 * Where cells are on screen, running animations included.
 * @param {Iterable<CellNode>} nodes
 */
export function capture(nodes) {
  /** @type {Seen} */
  const seen = new Map();
  for (const node of nodes) {
    const box = node.element.getBoundingClientRect();
    if (node.cell && box.bottom > -REACH && box.top < innerHeight + REACH) {
      seen.set(node.id, { node, box, path: node.cell.indexPath });
    }
  }
  return seen;
}

/**
 * Splits what was on screen by what happened to it.
 * @param {Seen} seen
 * @param {import('../model/patch.js').Patch[]} patches oldest first
 */
function fates(seen, patches) {
  const { inserted, moved } = summary(patches);
  const deleted = new Set();
  /** @type {Map<string, IndexPath>} */
  const after = new Map();
  for (const [id, { path }] of seen) {
    let place = /** @type {IndexPath | undefined} */ (path);
    for (const patch of patches) place = place && pathAfter(patch, place);
    if (place) after.set(id, place);
    else deleted.add(id);
  }
  return { inserted, moved, deleted, after };
}

/**
 * Lets deleted cells shrink where they were. They are released when they are invisible.
 * @param {Iterable<CellNode>} nodes
 * @param {(node: CellNode) => void} release
 */
function vanish(nodes, release) {
  for (const node of nodes) {
    node.element.classList.add('leaving');
    // No longer in a row of the grid, nor reached by Tab.
    node.element.setAttribute('aria-hidden', 'true');
    node.element.tabIndex = -1;
    const animation = node.animate([{}, { transform: 'scale(.5)', opacity: 0 }], VANISH);
    animation.finished.then(() => release(node), () => {});
  }
}

/**
 * Animates cells from where they were to where they are.
 * @param {Iterable<CellNode>} nodes mounted now, already in place
 * @param {Seen} seen
 * @param {{inserted: Set<string>, moved: Map<string, IndexPath>}} fate
 * @param {Set<string>} skip items that animate elsewhere
 */
function travel(nodes, seen, fate, skip) {
  /** @type {[CellNode, DOMRect][]} */
  const boxes = [];
  for (const node of nodes) {
    if (skip.has(node.id)) continue;
    // What still runs was included in what was captured.
    node.stopAnimations();
    boxes.push([node, node.element.getBoundingClientRect()]);
  }
  const first = [...seen.values()].sort((a, b) => comparePaths(a.path, b.path))[0];
  for (const [node, to] of boxes) {
    const from = seen.get(node.id)?.box;
    const isFar = to.bottom < -innerHeight / 2 || to.top > innerHeight * 1.5;
    if (from) {
      // Boxes are in px of the window, of which a page with CSS `zoom` or `scale` has others.
      const scale = node.shown ? to.width / node.shown[2] : 1;
      const dx = (from.x - to.x) / scale;
      const dy = (from.y - to.y) / scale;
      const isResized = Math.abs(from.width - to.width) > 0.5 || Math.abs(from.height - to.height) > 0.5;
      if (Math.abs(dx) < 0.5 && Math.abs(dy) < 0.5 && !isResized) continue;
      if (isFar && (from.y + from.height < 0 || from.y > innerHeight)) continue;
      const size = isResized ? ` scale(${from.width / to.width}, ${from.height / to.height})` : '';
      const begin = { transform: `translate(${dx}px, ${dy}px)${size}`, transformOrigin: '0 0', zIndex: fate.moved.has(node.id) ? 2 : 0 };
      node.animate([begin, { transform: 'none', transformOrigin: '0 0', zIndex: begin.zIndex }], TRAVEL);
    } else if (isFar) {
      continue;
    } else if (fate.inserted.has(node.id)) {
      node.animate([{ transform: 'scale(1.5)', opacity: 0, zIndex: 1 }, { zIndex: 1 }], APPEAR);
    } else if (fate.moved.has(node.id) && first) {
      const left = /** @type {IndexPath} */ (fate.moved.get(node.id));
      const dy = comparePaths(left, first.path) > 0 ? innerHeight - to.top : -to.bottom;
      node.animate([{ transform: `translateY(${dy}px)`, zIndex: 2 }, { transform: 'none', zIndex: 2 }], TRAVEL);
    }
  }
}

/**
 * Animates the change to a new version. The store holds it already; it is drawn when this frame ends.
 * @param {import('./cell-stage.js').CellStage} stage
 * @param {import('../model/cell-store.js').CellStore} store
 * @param {Seen} seen before
 * @param {import('../model/patch.js').Patch[]} patches
 * @param {number} shift how far the offset moved to keep the view steady
 */
export function animateDifference(stage, store, seen, patches, shift) {
  const fate = fates(seen, patches);
  const leaving = [];
  for (const [id, { node }] of seen) {
    if (!fate.deleted.has(id) || store.cells.has(id)) continue;
    const [x, y, w, h] = /** @type {import('../model/geometry.js').Frame} */ (node.shown);
    stage.detach(node);
    stage.place(node, [x, y + shift, w, h]);
    leaving.push(node);
  }
  vanish(leaving, (node) => stage.unmount(node));
  queueMicrotask(() => travel(stage.nodes.values(), seen, fate, store.pinned));
}
