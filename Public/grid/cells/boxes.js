// @ts-check
// Boxes that a data set has drawn around what is in a picture: over cells and over the large picture, with their labels.

/**
 * @typedef {{label?: string, x: number, y: number, width: number, height: number}} Box shares of the picture's width and height, or px
 * @typedef {import('../server/wire.js').Item} Item
 */

const SVG = 'http://www.w3.org/2000/svg';
/** Maximum boxes that are drawn over one picture. */
const MOST = 200;

/**
 * The boxes of an item as shares of its picture; none where its size is not known.
 * @param {Item | undefined} item
 * @returns {Box[]}
 */
export function boxesOf(item) {
  const { boxes } = item?.attributes ?? {};
  const [width, height] = [Number(item?.width), Number(item?.height)];
  if (!Array.isArray(boxes) || !(width > 0 && height > 0)) return [];
  return boxes.slice(0, MOST).flatMap((/** @type {any} */ box) => {
    const sides = [box?.x, box?.y, box?.width, box?.height].map(Number);
    if (!sides.every(Number.isFinite) || !(sides[2] > 0 && sides[3] > 0)) return [];
    // What lies inside of one pixel is no box: these are shares.
    const isShares = sides.every((side) => side <= 1);
    const [x, y, wide, high] = isShares ? sides : [sides[0] / width, sides[1] / height, sides[2] / width, sides[3] / height];
    return [{ ...(typeof box.label === 'string' && { label: box.label }), x, y, width: wide, height: high }];
  });
}

/**
 * A drawing of boxes that covers its parent as the picture does.
 * @param {Item} item
 * @param {Box[]} boxes
 * @param {boolean} hasLabels
 */
export function drawn(item, boxes, hasLabels) {
  const [width, height] = [Number(item.width), Number(item.height)];
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.setAttribute('class', 'boxes');
  drawing.setAttribute('viewBox', `0 0 ${width} ${height}`);
  // Cells cut the picture, too.
  drawing.setAttribute('preserveAspectRatio', 'xMidYMid slice');
  drawing.setAttribute('aria-hidden', 'true');
  for (const box of boxes) {
    const rect = document.createElementNS(SVG, 'rect');
    const place = { x: box.x * width, y: box.y * height, width: box.width * width, height: box.height * height };
    for (const [name, value] of Object.entries(place)) rect.setAttribute(name, String(value));
    drawing.append(rect);
    if (!hasLabels || !box.label) continue;
    const text = document.createElementNS(SVG, 'text');
    text.textContent = box.label;
    text.setAttribute('x', String(place.x));
    text.setAttribute('y', String(place.y));
    text.setAttribute('font-size', String(Math.max(width, height) / 50));
    drawing.append(text);
  }
  return drawing;
}
