// @ts-check
// What follows the pointer during a drag: a copy of the cell, or a stack of several with their count.

import { append, cornerIn, EASING, prefersReducedMotion } from '../dom.js';
import { strings } from '../../strings/strings.js';

/** @typedef {import('../cells/cell-pool.js').CellNode} CellNode */

/** Maximum cells animated to the stack; the others are on it at once. */
const FLYING = 12;
const FLIGHT = { duration: 240, easing: EASING };
const LANDING = { duration: 220, easing: EASING, fill: /** @type {FillMode} */ ('forwards') };

/**
 * A copy of a cell, as it looks.
 * @param {CellNode} node
 */
function makeGhost(node) {
  const ghost = /** @type {HTMLElement} */ (node.element.cloneNode(true));
  ghost.removeAttribute('id');
  ghost.removeAttribute('role');
  ghost.className = `cell kind-${node.kind} ghost`;
  const [, , width, height] = node.shown ?? [0, 0, node.element.offsetWidth, node.element.offsetHeight];
  ghost.style.width = `${width}px`;
  ghost.style.height = `${height}px`;
  // The address may be one that the page itself has given up since.
  for (const image of ghost.querySelectorAll('img')) image.onerror = () => image.remove();
  return ghost;
}

/**
 * Takes a cell in hand, where it is, and what is carried with it.
 * @param {CellNode} node
 * @param {{x: number, y: number}} origin of the cell in the view
 * @param {HTMLElement} view
 * @param {HTMLElement} parent
 * @param {{count: number, nodes: CellNode[]} | undefined} group
 */
export function liftGhost(node, { x, y }, view, parent, group) {
  const ghost = makeGhost(node);
  ghost.dataset.origin = `${x} ${y}`;
  ghost.style.translate = `${x}px ${y}px`;
  parent.append(ghost);
  if (group) gather(ghost, group, view);
  return ghost;
}

/**
 * A ghost goes to where its cell is.
 * @param {HTMLElement} ghost
 * @param {CellNode | undefined} node `undefined`: it was deleted, and vanishes as any deleted cell does
 * @param {number} offset of the view
 * @param {boolean} isTaken whether it goes into what has taken it
 */
export function landGhost(ghost, node, offset, isTaken) {
  if (prefersReducedMotion()) return ghost.remove();
  const frame = node?.cell?.frame;
  const end = (/** @type {Keyframe} */ to) => ghost.animate([{}, to], LANDING).finished.catch(() => {});
  if (isTaken || !node || !frame) {
    end({ scale: isTaken ? '.1' : '.5', opacity: 0 }).then(() => ghost.remove());
    return;
  }
  node.element.classList.add('landing');
  ghost.classList.add('landing');
  end({ translate: `${frame[0]}px ${frame[1] - offset}px`, scale: '1' }).then(() => {
    node.element.classList.remove('landing');
    ghost.remove();
  });
}

/**
 * Makes a ghost the top of a stack, and animates those in view to it.
 * @param {HTMLElement} ghost
 * @param {{count: number, nodes: CellNode[]}} group
 * @param {HTMLElement} view
 */
function gather(ghost, group, view) {
  ghost.classList.add('stack');
  append(ghost, 'span', 'stack-count').textContent = strings.count(group.count);
  if (prefersReducedMotion()) return;
  const [x, y] = (ghost.dataset.origin ?? '0 0').split(' ').map(Number);
  for (const node of group.nodes.slice(0, FLYING)) {
    const at = cornerIn(view, node.element);
    if (at.y + node.element.offsetHeight < 0 || at.y > view.offsetHeight) continue;
    const copy = makeGhost(node);
    copy.classList.add('joining');
    ghost.before(copy);
    const from = `${at.x}px ${at.y}px`;
    copy.animate([{ translate: from, opacity: 1 }, { translate: `${x}px ${y}px`, opacity: 0.4 }], FLIGHT)
      .finished.catch(() => {}).then(() => copy.remove());
  }
}
