// @ts-check
// Which sections are named beside the scroll bar, and what is at a height. Free of the DOM.

/** @typedef {{id: string, title: string, first: number, itemCount: number, top: number}} Mark `top` in content px */

/**
 * The marks that fit, always with the first one.
 * @param {Mark[]} marks ascending
 * @param {number} maxOffset
 * @param {number} height of the bar in px
 * @param {number} gap minimum distance of two in px
 * @returns {{mark: Mark, y: number}[]}
 */
export function spreadMarks(marks, maxOffset, height, gap) {
  const places = [];
  let free = 0;
  for (const mark of marks) {
    if (mark.title === '') continue;
    const y = Math.min(height - gap, maxOffset > 0 ? (Math.min(mark.top, maxOffset) / maxOffset) * (height - gap) : 0);
    if (places.length && y < free) continue;
    places.push({ mark, y: Math.round(y) });
    free = y + gap;
  }
  return places;
}

/**
 * What is at a height of the content: the section's title and, approximately, the item.
 * @param {Mark[]} marks ascending
 * @param {number} y in content px
 * @param {{itemCount: number, contentSize: [number, number]}} content
 */
export function markAt(marks, y, content) {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle].top <= y) low = middle + 1;
    else high = middle;
  }
  const mark = marks[Math.max(0, low - 1)];
  const next = marks[Math.max(1, low)];
  const [first, top] = mark ? [mark.first, mark.top] : [0, 0];
  const [end, bottom] = next ? [next.first, next.top] : [content.itemCount, content.contentSize[1]];
  const share = bottom > top ? Math.max(0, Math.min(1, (y - top) / (bottom - top))) : 0;
  const index = Math.max(0, Math.min(content.itemCount - 1, Math.floor(first + share * (end - first))));
  return { title: mark?.title ?? '', index };
}
