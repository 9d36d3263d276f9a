// @ts-check
// What follows the pointer during a drag: a copy of the cell, or a stack of several with their count.

import { append, EASING, prefersReducedMotion } from '../dom.js';
import { strings } from '../../strings/strings.js';

/** @typedef {import('../cells/cell-pool.js').CellNode} CellNode */

/** Maximum cells animated to the stack; the others are on it at once. */
const FLYING = 12;
const FLIGHT = { duration: 240, easing: EASING };

/**
 * A copy of a cell, as it looks.
 * @param {CellNode} node
 * @param {DOMRect} box
 */
export function makeGhost(node, box) {
  const ghost = /** @type {HTMLElement} */ (node.element.cloneNode(true));
  ghost.removeAttribute('id');
  ghost.removeAttribute('role');
  ghost.className = `cell kind-${node.kind} ghost`;
  ghost.style.width = `${box.width}px`;
  ghost.style.height = `${box.height}px`;
  // The address may be one that the page itself has given up since.
  for (const image of ghost.querySelectorAll('img')) image.onerror = () => image.remove();
  return ghost;
}

/**
 * Makes a ghost the top of a stack, and animates those in view to it.
 * @param {HTMLElement} ghost
 * @param {{count: number, nodes: CellNode[]}} group
 * @param {DOMRect} view
 */
export function gather(ghost, group, view) {
  ghost.classList.add('stack');
  append(ghost, 'span', 'stack-count').textContent = strings.count(group.count);
  if (prefersReducedMotion()) return;
  const [x, y] = (ghost.dataset.origin ?? '0 0').split(' ').map(Number);
  for (const node of group.nodes.slice(0, FLYING)) {
    const box = node.element.getBoundingClientRect();
    if (box.bottom < view.top || box.top > view.bottom) continue;
    const copy = makeGhost(node, box);
    copy.classList.add('joining');
    ghost.before(copy);
    const from = `${box.left - view.left}px ${box.top - view.top}px`;
    copy.animate([{ translate: from, opacity: 1 }, { translate: `${x}px ${y}px`, opacity: 0.4 }], FLIGHT)
      .finished.catch(() => {}).then(() => copy.remove());
  }
}
