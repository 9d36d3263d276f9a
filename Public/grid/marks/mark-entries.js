// @ts-check
// The entries of a menu that mark items: stars in a row, flags, ratings, labels.

import { flagOf, MOST_STARS, starsOf } from './mark.js';

/** @typedef {import('../cells/cell-menu.js').MenuEntry} MenuEntry */
/** @typedef {import('./mark.js').Marks} Marks */

const SIGNS = /** @type {Record<string, string>} */ ({ like: 'heart', dislike: 'thumb-down' });

/**
 * @param {string[]} ratings that the collection has
 * @param {{attributes?: Record<string, any>} | undefined} item `undefined` for what is selected: nothing is checked then
 * @param {import('../../strings/strings.js').Strings} strings
 * @param {(marks: Marks) => void} mark
 * @param {() => void} askLabels
 * @returns {MenuEntry[]}
 */
export function markEntries(ratings, item, strings, mark, askLabels) {
  const words = strings.mark;
  const isKnown = item !== undefined;
  const [stars, flag, rating] = [starsOf(item), flagOf(item), item?.attributes?.rating];
  /** @type {MenuEntry[]} */
  const row = Array.from({ length: MOST_STARS + 1 }, (_, count) => ({
    text: count ? '★' : '∅', words: count ? strings.find.stars(count) : strings.find.without('stars'), key: String(count),
    isChecked: isKnown && count === stars, isFilled: count > 0 && count <= stars, act: () => mark({ stars: count }),
  }));
  /** @type {MenuEntry[]} */
  const flags = [
    {
      name: 'pick', sign: 'pick', words: words.pick, key: 'P', isHalf: true, isChecked: flag === 'pick',
      act: () => mark({ flag: flag === 'pick' ? null : 'pick' }),
    },
    {
      name: 'reject', sign: 'reject', words: words.reject, key: 'X', isHalf: true, isChecked: flag === 'reject',
      act: () => mark({ flag: flag === 'reject' ? null : 'reject' }),
    },
  ];
  if (!isKnown || flag) flags.push({ name: 'no-flag', words: words.noFlag, key: 'U', act: () => mark({ flag: null }) });
  return [
    { name: 'stars', words: words.stars, row, beginsGroup: true, act: () => {} }, ...flags,
    ...ratings.map((one) => ({
      name: one, sign: SIGNS[one], words: strings.ratings[one] ?? one, isHalf: true, isChecked: one === rating,
      act: () => mark({ rating: one === rating ? null : one }),
    })),
    { name: 'labels', sign: 'label', words: words.editLabels, key: 'L', act: askLabels },
  ];
}
