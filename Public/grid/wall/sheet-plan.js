// @ts-check
// Which sheets to ask for next: what is missing in view, then around it. Free of the DOM.

/** @typedef {import('./sheet.js').TexelSide} TexelSide */
/** @typedef {[number, number]} Span flat indices: the first, and the one behind the last */
/** @typedef {{gaps: (low: number, high: number) => Span[]}} Known */

/** Items of one sheet, by the side of their texels: half a megabyte of pixels at most, and a quarter of a million colours. */
const ITEMS = new Map([[1, 65_536], [8, 4096], [16, 1024]]);

/** Maximum width of cells in CSS px that mean colours, and the smaller texels, are enough for. */
const COLOUR_WIDTH = 3;
const SMALL_WIDTH = 11;

/**
 * @param {number} width of cells in CSS px
 * @returns {TexelSide} of the texels that they show
 */
export const sideFor = (width) => (width <= COLOUR_WIDTH ? 1 : width <= SMALL_WIDTH ? 8 : 16);

/**
 * The first range to ask for.
 * @param {Known} known the texels that are here, or under way
 * @param {Span} view
 * @param {Span} around the view, and some of what is above and below
 * @param {TexelSide} side
 * @param {number} [columns] of the view: sheets are of whole rows
 * @returns {Span | undefined}
 */
export function nextSheet(known, view, around, side, columns = 1) {
  const most = ITEMS.get(side) ?? 1024;
  const items = Math.max(Math.floor(most / columns), 1) * columns;
  const [first] = known.gaps(...view);
  if (first) {
    // As far as it is missing beyond the view, too: not a sheet for each row that a scroll brings.
    const [whole] = known.gaps(first[0], Math.max(first[1], around[1]));
    const end = Math.min(whole[1], whole[0] + items);
    const above = known.gaps(Math.min(first[0], around[0]), whole[0]).at(-1);
    return [above?.[1] === whole[0] ? Math.max(above[0], Math.min(whole[0], end - items)) : whole[0], end];
  }
  const wanted = known.gaps(...around).filter(([low, high]) => high - low >= items / 4 || isBetween(low, high, around));
  return wanted.map(([low, high]) => /** @type {Span} */ ([low, Math.min(high, low + items)]))[0];
}

/**
 * What is shown in some way: by texels of the side that is wanted, or by others until these are here.
 * @param {Known} known
 * @param {Known} before
 * @returns {Known}
 */
export const shownOf = (known, before) => ({ gaps: (low, high) => known.gaps(low, high).flatMap((gap) => before.gaps(...gap)) });

/**
 * Takes the next range out of those that are to be asked for again, as far as it is still near the view.
 * @param {Span[]} spans
 * @param {Span} around
 * @param {TexelSide} side
 * @returns {Span | undefined}
 */
export function takeAgain(spans, around, side) {
  for (let span = spans.shift(); span; span = spans.shift()) {
    const low = Math.max(span[0], around[0]);
    const high = Math.min(span[1], around[1]);
    if (low >= high) continue;
    const end = Math.min(high, low + (ITEMS.get(side) ?? 1024));
    if (end < high) spans.unshift([end, high]);
    return [low, end];
  }
  return undefined;
}

/**
 * Whether a gap has something known on either side: it does not grow.
 * @param {number} low
 * @param {number} high
 * @param {Span} around
 */
const isBetween = (low, high, [first, end]) => low > first && high < end;

/** Maximum number of items between two ranges that are asked for as one. */
const BETWEEN = 64;

/**
 * Ranges in order, those that lie near each other as one.
 * @param {Span[]} spans
 * @returns {Span[]}
 */
export function joined(spans) {
  /** @type {Span[]} */
  const result = [];
  for (const [low, high] of [...spans].sort((a, b) => a[0] - b[0])) extend(result, low, high);
  return result;
}

/**
 * Adds a range to others that begin before it, as a part of the last one where it is near that.
 * @param {Span[]} spans
 * @param {number} low
 * @param {number} [high]
 * @param {number} [between] maximum number of items between two that are near
 */
export function extend(spans, low, high = low + 1, between = BETWEEN) {
  const last = spans.at(-1);
  if (last && low - last[1] <= between) last[1] = Math.max(last[1], high);
  else spans.push([low, high]);
}
