// @ts-check
// Rectangles and rows. Frames are [x, y, width, height] in content px from the top left, as the server sends them.

/** @typedef {[number, number, number, number]} Frame */
/** @typedef {[number, number]} IndexPath section, item; both from 0 */

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/**
 * The frame where text runs from right to left: as far from the right edge as it was from the left.
 * @param {Frame} f
 * @param {number} width of the content
 * @returns {Frame}
 */
export const mirrored = (f, width) => [width - f[0] - f[2], f[1], f[2], f[3]];

/**
 * Whether two frames share an area. Touching edges do not.
 * @param {Frame} a
 * @param {Frame} b
 */
export const meets = (a, b) =>
  a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];

/**
 * Squared distance from a point to the nearest point of a frame; 0 inside.
 * @param {Frame} f
 * @param {number} x
 * @param {number} y
 */
export function distanceSquared(f, x, y) {
  const dx = Math.max(f[0] - x, 0, x - f[0] - f[2]);
  const dy = Math.max(f[1] - y, 0, y - f[1] - f[3]);
  return dx * dx + dy * dy;
}

/**
 * Vertical distance between a frame and a band of the content; 0 when they meet.
 * @param {Frame} f
 * @param {number} top
 * @param {number} bottom
 */
export const bandDistance = (f, top, bottom) => Math.max(0, f[1] - bottom, top - f[1] - f[3]);

/**
 * -1, 0 or 1 as `a` comes before, is, or comes after `b`.
 * @param {IndexPath} a
 * @param {IndexPath} b
 */
export const comparePaths = (a, b) => Math.sign(a[0] - b[0] || a[1] - b[1]);

/**
 * @param {IndexPath | undefined} a
 * @param {IndexPath | undefined} b
 */
export const samePath = (a, b) => !!a && !!b && a[0] === b[0] && a[1] === b[1];

/**
 * The frame next to `from` in a direction: the nearest row that way, and in it the nearest centre.
 * @template {{frame: Frame}} C
 * @param {Iterable<C>} cells
 * @param {Frame} from
 * @param {-1 | 1} direction up or down
 * @returns {C | undefined}
 */
export function cellInNextRow(cells, from, direction) {
  const centre = from[0] + from[2] / 2;
  const middle = from[1] + from[3] / 2;
  /** @type {C | undefined} */
  let best;
  let bestScore = Infinity;
  for (const cell of cells) {
    const [x, y, w, h] = cell.frame;
    const down = (y + h / 2 - middle) * direction;
    if (down < Math.min(h, from[3]) / 2) continue;
    const across = Math.abs(x + w / 2 - centre);
    const score = Math.round(down) * 4096 + across;
    if (score < bestScore) [best, bestScore] = [cell, score];
  }
  return best;
}
