// @ts-check
// Which labels fit beside the scroll bar, and what is at a height. Free of the DOM.

/** @typedef {{id: string, title: string, first: number, itemCount: number, top: number, date?: string}} Mark `top` in content px */
/** @typedef {import('./scrubber-labels.js').Label} Label */

/** Room that a label of less importance needs on either side, in heights of a label. */
const ROOM = 1.6;

/**
 * The labels that fit, always with the first one, from the top.
 * @param {Label[][]} labels ascending, the important ones first
 * @param {number} maxOffset
 * @param {number} height of the bar in px
 * @param {number} gap minimum distance of two in px
 * @returns {(Label & {y: number, level: number})[]}
 */
export function spreadLabels(labels, maxOffset, height, gap) {
  /** @type {(Label & {y: number, level: number})[]} */
  const places = [];
  labels.forEach((list, level) => {
    const room = level ? gap * ROOM : gap;
    for (const label of list) {
      const share = maxOffset > 0 ? Math.min(label.mark.top, maxOffset) / maxOffset : 0;
      const y = Math.round(share * (height - gap));
      if (places.every((other) => Math.abs(other.y - y) >= room)) places.push({ ...label, y, level });
    }
  });
  return places.sort((a, b) => a.y - b.y);
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
  const last = Math.max(0, low - 1);
  // Sections of one line have one top: the line's items are passed from its first section to its last.
  let line = last;
  while (line > 0 && marks[line - 1].top === marks[line].top) line--;
  const mark = marks[line];
  const next = marks[Math.max(1, low)];
  const [first, top] = mark ? [mark.first, mark.top] : [0, 0];
  const [end, bottom] = next ? [next.first, next.top] : [content.itemCount, content.contentSize[1]];
  const share = bottom > top ? Math.max(0, Math.min(1, (y - top) / (bottom - top))) : 0;
  const index = Math.max(0, Math.min(content.itemCount - 1, Math.floor(first + share * (end - first))));
  let section = line;
  while (section < last && marks[section + 1].first <= index) section++;
  return { title: marks[section]?.title ?? '', index };
}
