// @ts-check
// The signs of an item's marks on its cell: flag and rating at the top, stars and labels at the bottom. Nothing where nothing is marked.

import { append } from '../dom.js';
import { flagOf, labelsOf, starsOf } from './mark.js';

/** @typedef {import('../cells/cell-pool.js').CellNode} CellNode */
/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** Maximum number of labels whose colours a cell shows. */
const DOTS = 5;
/** Signs of ratings. */
const RATINGS = /** @type {Record<string, string>} */ ({ like: 'heart', dislike: 'thumb-down' });

/**
 * @param {CellNode} node
 * @param {Cell} cell
 */
export function showMarks(node, { item }) {
  const { attributes } = item ?? {};
  const { rating, note } = attributes ?? {};
  // As most cells are: each scroll configures many.
  if (!node.marks && !rating && !note && !attributes?.stars && !attributes?.flag && !attributes?.labels) return;
  const [stars, flag, labels] = [starsOf(item), flagOf(item), labelsOf(item)];
  const key = `${rating ?? ''}|${stars}|${flag ?? ''}|${labels.map(({ name, colour }) => `${colour}${name}`).join('|')}${note ? `\n${note}` : ''}`;
  if (key === (node.marks?.dataset.key ?? '|0||')) return;
  node.element.classList.toggle('rejected', flag === 'reject');
  if (key === '|0||') {
    node.marks?.remove();
    node.marks = undefined;
    return;
  }
  const marks = (node.marks ??= append(node.element, 'div', 'marks'));
  marks.replaceChildren();
  marks.dataset.key = key;
  if (rating) append(marks, 'span', `badge sign ${RATINGS[String(rating)] ?? ''}`);
  if (flag) append(marks, 'span', `badge flag ${flag}`);
  if (!stars && !labels.length && !note) return;
  const foot = append(marks, 'div', 'foot');
  if (note) append(foot, 'span', 'sign note').title = String(note);
  if (stars) append(foot, 'span', 'stars').textContent = '★'.repeat(stars);
  if (!labels.length) return;
  const dots = append(foot, 'span', 'dots');
  dots.title = labels.map(({ name }) => name).join(', ');
  for (const { colour } of labels.slice(0, DOTS)) append(dots, 'span', 'dot').dataset.colour = colour ?? 'grey';
}
