// @ts-check
// Marks of items: how they are read, in words and as signs on cells. The first screen has them; what gives marks comes after it.

import { append } from '../dom.js';

/** @typedef {import('../../strings/strings.js').Strings} Strings */
/** @typedef {{name: string, colour?: string | null}} Label */
/**
 * @typedef {{stars?: number | null, flag?: 'pick' | 'reject' | null, colourLabel?: string | null, rating?: string | null,
 *   labels?: {add?: Label[], remove?: string[]}}} Marks as a request has them: `null` and 0 take away
 */

/** The colours of labels, as the server names them. */
export const COLOURS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'grey'];
export const MOST_STARS = 5;
/** Marks that have one of some values, as the server names them. */
export const CHOICES = { flag: ['pick', 'reject'], colourLabel: ['red', 'yellow', 'green', 'blue', 'purple'] };

/** Maximum number of labels whose colours a cell shows. */
const DOTS = 5;
/** Signs of ratings. */
export const RATING_SIGNS = /** @type {Record<string, string>} */ ({ like: 'heart', dislike: 'thumb-down' });

/**
 * Labels of an item; those of posted items may be texts.
 * @param {{attributes?: Record<string, any>} | undefined} item
 * @returns {Label[]}
 */
export function labelsOf(item) {
  const labels = item?.attributes?.labels;
  if (!Array.isArray(labels)) return [];
  return labels.flatMap((label) => (typeof label === 'string' ? [{ name: label }] : typeof label?.name === 'string' ? [label] : []));
}

/**
 * Stars of an item, 0 to 5.
 * @param {{attributes?: Record<string, any>} | undefined} item
 */
export function starsOf(item) {
  const stars = Number(item?.attributes?.stars ?? 0);
  return Number.isInteger(stars) && stars > 0 && stars <= MOST_STARS ? stars : 0;
}

/**
 * @param {{attributes?: Record<string, any>} | undefined} item
 * @returns {'pick' | 'reject' | undefined}
 */
export function flagOf(item) {
  const flag = item?.attributes?.flag;
  return flag === 'pick' || flag === 'reject' ? flag : undefined;
}

/**
 * What an item shows, in words, for screen readers; empty without marks.
 * @param {{attributes?: Record<string, any>} | undefined} item
 * @param {Strings} strings
 * @returns {string[]}
 */
export function markWords(item, strings) {
  const { rating, colourLabel } = item?.attributes ?? {};
  const [stars, flag] = [starsOf(item), flagOf(item)];
  return [
    ...(rating ? [strings.ratings[rating] ?? rating] : []), ...(stars ? [strings.find.stars(stars)] : []),
    ...(flag ? [strings.flags[flag]] : []), ...(colourLabel ? [colourWords(colourLabel, strings)] : []), ...labelsOf(item).map(({ name }) => name),
  ];
}

/**
 * @param {string} colour
 * @param {Strings} strings
 */
export const colourWords = (colour, { find }) => find.values.colourLabel[colour] ?? colour;

/**
 * Shows the signs on a cell: flag and rating at the top, stars and labels at the bottom. Nothing where nothing is marked.
 * @param {import('../cells/cell-pool.js').CellNode} node
 * @param {import('../model/cell-store.js').Cell} cell
 */
export function showMarks(node, { item }) {
  const { attributes } = item ?? {};
  const { rating, note, colourLabel } = attributes ?? {};
  // As most cells are: each scroll configures many.
  if (!node.marks && !rating && !note && !attributes?.stars && !attributes?.flag && !attributes?.labels && !colourLabel) return;
  const [stars, flag, labels] = [starsOf(item), flagOf(item), labelsOf(item)];
  if (colourLabel) labels.unshift({ name: '', colour: String(colourLabel) });
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
  if (rating) append(marks, 'span', `badge sign ${RATING_SIGNS[String(rating)] ?? ''}`);
  if (flag) append(marks, 'span', `badge flag ${flag}`);
  if (!stars && !labels.length && !note) return;
  const foot = append(marks, 'div', 'foot');
  if (note) append(foot, 'span', 'sign note').title = String(note);
  if (stars) append(foot, 'span', 'stars').textContent = '★'.repeat(stars);
  if (!labels.length) return;
  const dots = append(foot, 'span', 'dots');
  dots.title = labels.flatMap(({ name }) => name || []).join(', ');
  for (const { colour } of labels.slice(0, DOTS)) append(dots, 'span', 'dot').dataset.colour = colour ?? 'grey';
}
