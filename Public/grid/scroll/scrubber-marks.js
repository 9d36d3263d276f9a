// @ts-check
// What is at a height of the content. Free of the DOM.

/** @typedef {{id: string, title: string, first: number, itemCount: number, top: number, date?: string}} Mark `top` in content px */

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
