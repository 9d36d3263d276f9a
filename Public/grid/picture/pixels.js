// @ts-check
// What the pixels of a picture say: how bright they are, which are clipped, where it is sharp. Free of the DOM. Pixels are RGBA, 8 bits each.

/** From here on a channel holds no more detail in the highlights; up to there, in the shadows. */
const HIGHLIGHT = 254;
const SHADOW = 1;
/** Least difference of brightness between neighbours that is an edge in focus, of 255. */
const EDGE = 36;

const RED = [255, 40, 40, 230];
const BLUE = [40, 90, 255, 230];
const GREEN = [60, 255, 90, 235];

/**
 * How often each value is there, of each channel, and the shares of what is clipped. O(pixels).
 * @param {Uint8ClampedArray} pixels
 * @returns {{channels: Uint32Array[], highlights: number, shadows: number}} `channels`: 256 counts each of red, green and blue
 */
export function histogramOf(pixels) {
  const channels = [0, 1, 2].map(() => new Uint32Array(256));
  let [highlights, shadows] = [0, 0];
  for (let i = 0; i < pixels.length; i += 4) {
    const [r, g, b] = [pixels[i], pixels[i + 1], pixels[i + 2]];
    channels[0][r]++;
    channels[1][g]++;
    channels[2][b]++;
    if (Math.max(r, g, b) >= HIGHLIGHT) highlights++;
    else if (Math.max(r, g, b) <= SHADOW) shadows++;
  }
  const count = pixels.length / 4 || 1;
  return { channels, highlights: highlights / count, shadows: shadows / count };
}

/**
 * Paints what is clipped: a highlight in any channel red, a shadow in all of them blue; the rest is clear. O(pixels).
 * @param {Uint8ClampedArray} pixels
 * @param {Uint8ClampedArray} mask as large, and clear
 */
export function paintClipped(pixels, mask) {
  for (let i = 0; i < pixels.length; i += 4) {
    const most = Math.max(pixels[i], pixels[i + 1], pixels[i + 2]);
    if (most >= HIGHLIGHT) mask.set(RED, i);
    else if (most <= SHADOW) mask.set(BLUE, i);
  }
}

/**
 * Paints the edges that are in focus green; the rest is clear. O(pixels).
 * @param {Uint8ClampedArray} pixels
 * @param {number} width
 * @param {Uint8ClampedArray} mask as large, and clear
 * @returns {number} the number of pixels that were painted
 */
export function paintSharp(pixels, width, mask) {
  const light = (/** @type {number} */ i) => pixels[i] * 0.299 + pixels[i + 1] * 0.587 + pixels[i + 2] * 0.114;
  const row = width * 4;
  let count = 0;
  for (let i = 0; i + row + 4 < pixels.length; i += 4) {
    if ((i + 4) % row === 0) continue;
    const here = light(i);
    if (Math.abs(light(i + 4) - here) + Math.abs(light(i + row) - here) < EDGE) continue;
    mask.set(GREEN, i);
    count++;
  }
  return count;
}
