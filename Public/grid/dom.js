// @ts-check
// What every room of the grid needs of the DOM.

/** Whether the viewer asked the system for less motion. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Appends a new element.
 * @param {HTMLElement} parent
 * @param {string} tag
 * @param {string} [className]
 */
export function append(parent, tag, className) {
  const node = parent.ownerDocument.createElement(tag);
  if (className) node.className = className;
  parent.append(node);
  return node;
}
