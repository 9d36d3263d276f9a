// @ts-check
// What a cell says of its stack: how many pictures it stands for, and that it stands beside the others where the stack is open.

import { append } from '../dom.js';

/** @typedef {import('./cell-pool.js').CellNode} CellNode */

/** @type {WeakMap<CellNode, HTMLButtonElement>} */
const badges = new WeakMap();

/**
 * @param {CellNode} node
 * @param {import('../model/cell-store.js').Cell} cell
 * @param {import('../query/query.js').Query | undefined} query that is shown
 * @param {boolean} isFirst whether the cell before it is of another stack
 * @param {import('../../strings/strings.js').Strings} strings
 */
export function showStack(node, { item }, query, isFirst, strings) {
  const { stack } = item ?? {};
  const { element } = node;
  const known = badges.get(node);
  // As most cells are: each scroll configures many.
  if (!stack && !known && !element.classList.contains('of-stack')) return;
  const isOpen = stack !== undefined && (query?.openStacks?.includes(stack.id) ?? false);
  element.classList.toggle('of-stack', isOpen);
  if (!stack || query?.stacks !== 'folded' || (isOpen && !isFirst)) {
    known?.remove();
    badges.delete(node);
    return;
  }
  const badge = known ?? makeBadge(node);
  const words = isOpen ? strings.mark.stack.close : strings.mark.stack.open(stack.count);
  badge.dataset.count = String(stack.count);
  badge.title = words;
  badge.setAttribute('aria-label', words);
  element.setAttribute('aria-label', `${element.getAttribute('aria-label') ?? ''}, ${strings.mark.stack.words(stack.count)}`);
}

/** @param {CellNode} node */
function makeBadge(node) {
  const badge = append(node.element, 'button', 'stack-badge');
  // A key does the same.
  badge.tabIndex = -1;
  badges.set(node, badge);
  return badge;
}
