// @ts-check
// Which part of a large picture is fetched for a close look, and how finely. Free of the DOM.

/** A region begins and ends at multiples of this, in its own px: the same place has the same address again. */
const STEP = 256;
/** Part of what is seen that is fetched beyond it at each side. */
const MARGIN = 0.25;
/** Maximum pixels and px of a side of a region: the server's limits. */
const MOST_PIXELS = 16_777_216;
const LONGEST_SIDE = 8192;

/** @typedef {[left: number, top: number, right: number, bottom: number]} Shares of the picture's width and height, 0 to 1 */
/** @typedef {{x: number, y: number, width: number, height: number, shrink: number}} Region in px of the picture */

/**
 * The region to fetch.
 * @param {number} width of the picture in px
 * @param {number} height
 * @param {Shares} seen
 * @param {number} ratio device px for each px of the picture
 * @returns {Region}
 */
export function regionFor(width, height, seen, ratio) {
  let shrink = [8, 4, 2].find((factor) => factor * ratio <= 1) ?? 1;
  for (;;) {
    for (const [margin, step] of [[MARGIN, STEP * shrink], [0, STEP * shrink], [0, shrink]]) {
      const [x, right] = side(width, seen[0], seen[2], step, margin);
      const [y, bottom] = side(height, seen[1], seen[3], step, margin);
      const [wide, high] = [Math.ceil((right - x) / shrink), Math.ceil((bottom - y) / shrink)];
      const fits = wide * high <= MOST_PIXELS && Math.max(wide, high) <= LONGEST_SIDE;
      if (fits) return { x, y, width: right - x, height: bottom - y, shrink };
    }
    // A view of so many px is larger than any screen; then coarser is enough. 8 is the coarsest there is.
    if (shrink === 8) return middle(width, height, seen);
    shrink *= 2;
  }
}

/**
 * Whether a region shows what is seen as finely as it can be shown.
 * @param {Region} region
 * @param {number} width of the picture in px
 * @param {number} height
 * @param {Shares} seen
 * @param {number} ratio
 */
export function covers({ x, y, width: wide, height: high, shrink }, width, height, seen, ratio) {
  const isFine = shrink === 1 || shrink * ratio <= 1;
  return isFine && x <= Math.max(0, seen[0] * width) && y <= Math.max(0, seen[1] * height) &&
    x + wide >= Math.min(width, seen[2] * width) && y + high >= Math.min(height, seen[3] * height);
}

/**
 * @param {number} length of the picture
 * @param {number} from share
 * @param {number} to
 * @param {number} step
 * @param {number} margin
 */
function side(length, from, to, step, margin) {
  const beyond = (to - from) * length * margin;
  const first = Math.floor((from * length - beyond) / step) * step;
  const last = Math.ceil((to * length + beyond) / step) * step;
  return [Math.max(0, Math.min(first, length - 1)), Math.min(length, Math.max(last, 1))];
}

/**
 * The middle of what is seen, as much as a region may have.
 * @param {number} width
 * @param {number} height
 * @param {Shares} seen
 * @returns {Region}
 */
function middle(width, height, seen) {
  const most = 4096 * 8;
  const [wide, high] = [Math.min(width, most), Math.min(height, most)];
  const x = Math.round(Math.max(0, Math.min(width - wide, ((seen[0] + seen[2]) / 2) * width - wide / 2)));
  const y = Math.round(Math.max(0, Math.min(height - high, ((seen[1] + seen[3]) / 2) * height - high / 2)));
  return { x, y, width: wide, height: high, shrink: 8 };
}
