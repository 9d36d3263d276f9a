// @ts-check
// The animation of a picture from its cell to its large place, and back.

import { EASING, prefersReducedMotion } from '../dom.js';

const FLIGHT = { duration: 240, easing: EASING };
const FADE = { duration: 140, easing: 'linear' };

/**
 * Animates a picture between its cell and its large place.
 * @param {HTMLElement} box of the large picture, in its place
 * @param {HTMLElement} backdrop
 * @param {DOMRect | undefined} cell in the window; none when it is not in view
 * @param {'in' | 'out'} way
 * @returns {Promise<void>} settled at the end of the animation
 */
export async function fly(box, backdrop, cell, way) {
  const timing = { direction: /** @type {PlaybackDirection} */ (way === 'in' ? 'normal' : 'reverse'), fill: /** @type {FillMode} */ ('both') };
  const from = prefersReducedMotion() ? undefined : begin(box, cell);
  const motions = [backdrop.animate([{ opacity: 0 }, { opacity: 1 }], { ...(from ? FLIGHT : FADE), ...timing })];
  if (from) motions.push(box.animate([from, { transform: 'none', clipPath: 'inset(0)' }], { ...FLIGHT, ...timing }));
  else motions.push(box.animate([{ opacity: 0 }, { opacity: 1 }], { ...FADE, ...timing }));
  await Promise.all(motions.map((motion) => motion.finished)).catch(() => {});
  for (const motion of motions) motion.cancel();
}

/**
 * The large picture as the cell shows it: scaled, and cut to the cell's shape.
 * @param {HTMLElement} box
 * @param {DOMRect | undefined} cell
 */
function begin(box, cell) {
  const large = box.getBoundingClientRect();
  if (!cell || large.width === 0 || large.height === 0) return undefined;
  const scale = Math.max(cell.width / large.width, cell.height / large.height);
  const dx = cell.left + cell.width / 2 - (large.left + large.width / 2);
  const dy = cell.top + cell.height / 2 - (large.top + large.height / 2);
  const cut = (/** @type {number} */ whole, /** @type {number} */ part) => Math.max(0, (whole - part / scale) / 2);
  const clip = `inset(${cut(large.height, cell.height)}px ${cut(large.width, cell.width)}px)`;
  return { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, clipPath: clip };
}
