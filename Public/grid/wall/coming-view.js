// @ts-check
// Where the view will be in a layout that the server does not have yet, by the arithmetic of the page. Free of the DOM.

import { WallPlaces } from './wall-places.js';

/** @typedef {import('../model/column-metrics.js').ColumnOptions} ColumnOptions */
/** @typedef {{view: import('./sheet-plan.js').Span, side: number, columns: number}} ComingView `view`: the items in view; `side`: of a cell in px */

/**
 * @param {ColumnOptions} metrics of the layout that is asked for
 * @param {[number, number]} size of the view in px
 * @param {import('../model/anchor.js').Anchor | undefined} anchor the item that keeps its place; without one, the view stays at the top
 * @param {number} itemCount
 * @param {number[] | undefined} counts the numbers of items of the sections; needed where the layout divides them
 * @returns {ComingView | undefined} `undefined`: nobody knows yet where items will be
 */
export function comingView(metrics, [width, height], anchor, itemCount, counts) {
  const isDivided = metrics.headerHeight > 0;
  if (!itemCount || (isDivided && !counts)) return undefined;
  const places = new WallPlaces({ headers: [], contentSize: [width, 0], itemCount, isMirrored: false }, () => (isDivided ? counts : undefined), () => metrics);
  places.layOut(metrics, width);
  const [frame, last] = [places.frame(anchor?.index), places.frame(itemCount - 1)];
  const end = last ? last[1] + last[3] + metrics.inset : 0;
  const top = anchor && frame ? frame[1] + (anchor.part ?? 0) * frame[3] - anchor.viewY : 0;
  const offset = Math.max(0, Math.min(top, end - height));
  return { view: places.span(offset, offset + height), side: places.side, columns: places.columns };
}
