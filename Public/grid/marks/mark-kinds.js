// @ts-check
// The kinds of marks: for each its keys, its entries in menus, its buttons at a large picture, and the words for what was changed.

import { append } from '../dom.js';
import { CHOICES, colourWords, flagOf, labelsOf, MOST_STARS, RATING_SIGNS, starsOf } from './mark.js';

/**
 * @typedef {import('./mark.js').Marks} Marks
 * @typedef {import('../../strings/strings.js').Strings} Strings
 * @typedef {import('../cells/cell-menu.js').MenuEntry} MenuEntry
 * @typedef {{attributes?: Record<string, any>} | undefined} Item
 */

/**
 * @typedef {object} Tools
 * @property {Strings} strings
 * @property {string[]} ratings those of the collection
 * @property {(marks: Marks) => void} mark marks what the menu, or the large picture, is about
 * @property {() => void} askLabels
 */

/**
 * @typedef {object} MarkKind
 * @property {{name: string, keys: string, marks: Marks, toggles?: boolean}[]} [keys] which mark at once; some take away what the item has already
 * @property {(item: Item, tools: Tools) => MenuEntry[]} entries for an item; without one for the selection, where nothing is checked
 * @property {(host: import('../features/session-features.js').ControlsHost, tools: Tools) => (item: Item) => void} controls
 * @property {(marks: Marks, strings: Strings) => string[]} changed
 */

const counts = Array.from({ length: MOST_STARS }, (_, i) => i + 1);

/** @type {MarkKind} */
const stars = {
  keys: [...counts.map((count) => ({ name: 'stars', keys: `${count}`, marks: { stars: count } })), { name: 'noStars', keys: '0', marks: { stars: 0 } }],
  entries: (item, { strings, mark }) => [{
    name: 'stars', words: strings.mark.stars, beginsGroup: true, act: () => {},
    row: [0, ...counts].map((count) => ({
      text: count ? '★' : '∅', words: count ? strings.find.stars(count) : strings.find.without('stars'), key: String(count),
      isChecked: item !== undefined && count === starsOf(item), isFilled: count > 0 && count <= starsOf(item), act: () => mark({ stars: count }),
    })),
  }],
  controls({ foot }, { strings, mark }) {
    let given = 0;
    const group = append(foot, 'div', 'stars');
    // The same again takes them away, as it does in Lightroom.
    const buttons = counts.map((count) => addButton(group, 'star', strings.find.stars(count), () => mark({ stars: given === count ? 0 : count })));
    return (item) => {
      given = starsOf(item);
      buttons.forEach((button, i) => {
        button.textContent = i < given ? '★' : '☆';
        button.setAttribute('aria-pressed', String(i + 1 === given));
      });
    };
  },
  changed: ({ stars: count }, strings) => (count === undefined ? [] : [count ? strings.find.stars(count) : strings.noStars]),
};

/** @type {('pick' | 'reject')[]} */
const FLAGS = ['pick', 'reject'];

/** @type {MarkKind} */
const flag = {
  keys: [
    { name: 'pick', keys: 'p', marks: { flag: 'pick' } }, { name: 'reject', keys: 'x', marks: { flag: 'reject' } },
    { name: 'noFlag', keys: 'u', marks: { flag: null } },
  ],
  entries(item, { strings, mark }) {
    const given = flagOf(item);
    /** @type {MenuEntry[]} */
    const entries = FLAGS.map((one) => ({
      name: one, sign: one, words: strings.mark[one], does: one, isHalf: true, isChecked: given === one,
      act: () => mark({ flag: given === one ? null : one }),
    }));
    return item && !given ? entries : [...entries, { name: 'no-flag', words: strings.mark.noFlag, does: 'noFlag', act: () => mark({ flag: null }) }];
  },
  controls({ foot }, { strings, mark }) {
    /** @type {'pick' | 'reject' | undefined} */
    let given;
    const buttons = FLAGS.map((one) => {
      const button = addButton(foot, `flag ${one}`, strings.mark[one], () => mark({ flag: given === one ? null : one }));
      append(button, 'span', `sign ${one}`);
      return button;
    });
    return (item) => {
      given = flagOf(item);
      buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(FLAGS[i] === given)));
    };
  },
  changed: ({ flag: given }, strings) => (given === undefined ? [] : [given ? strings.flags[given] : strings.noFlag]),
};

/** @type {MarkKind} */
const rating = {
  entries: (item, { strings, ratings, mark }) => ratings.map((one) => ({
    name: one, sign: RATING_SIGNS[one], words: strings.ratings[one] ?? one, isHalf: true, isChecked: one === item?.attributes?.rating,
    act: () => mark({ rating: one === item?.attributes?.rating ? null : one }),
  })),
  controls({ addSign }, { strings, ratings, mark }) {
    /** @type {unknown} */
    let given;
    if (!addSign) return () => {};
    const buttons = ratings.map((one) => {
      const button = addSign(one, strings.ratings[one] ?? one, 'rate');
      button.addEventListener('click', () => mark({ rating: given === one ? null : one }));
      return button;
    });
    return (item) => {
      given = item?.attributes?.rating;
      buttons.forEach((button, i) => button.setAttribute('aria-pressed', String(ratings[i] === given)));
    };
  },
  changed: ({ rating: given }, strings) => (given === undefined ? [] : [given ? strings.ratings[given] ?? given : strings.noRating]),
};

/** As in Lightroom, which has no key for purple. */
const COLOUR_KEYS = ['6', '7', '8', '9'];

/** @type {MarkKind} */
const colourLabel = {
  keys: COLOUR_KEYS.map((keys, place) => ({ name: 'colourLabel', keys, marks: { colourLabel: CHOICES.colourLabel[place] }, toggles: true })),
  entries: (item, { strings, mark }) => [{
    name: 'colour-label', words: strings.find.field('colourLabel'), act: () => {},
    row: [null, ...CHOICES.colourLabel].map((colour, place) => ({
      text: colour ? undefined : '∅', dot: colour ?? undefined, words: colour ? colourWords(colour, strings) : strings.find.without('colourLabel'), key: COLOUR_KEYS[place - 1],
      isChecked: item !== undefined && colour === (item.attributes?.colourLabel ?? null), act: () => mark({ colourLabel: colour }),
    })),
  }],
  controls({ foot }, { strings }) {
    const dot = append(foot, 'span', 'dot');
    dot.setAttribute('role', 'img');
    return (item) => {
      const given = item?.attributes?.colourLabel;
      dot.hidden = !given;
      dot.dataset.colour = given ?? '';
      dot.title = given ? colourWords(given, strings) : '';
    };
  },
  changed: ({ colourLabel: given }, strings) => (given === undefined ? [] : [given ? colourWords(given, strings) : strings.find.without('colourLabel')]),
};

/** @type {MarkKind} */
const labels = {
  entries: (_, { strings, askLabels }) => [{ name: 'labels', sign: 'label', words: strings.mark.editLabels, does: 'labels', act: askLabels }],
  controls({ foot }, { strings, askLabels }) {
    const button = addButton(foot, 'label', strings.mark.editLabels, askLabels);
    return (item) => {
      const given = labelsOf(item);
      button.replaceChildren();
      append(button, 'span', 'sign label');
      for (const { name, colour } of given) {
        const chip = append(button, 'span', 'chip');
        append(chip, 'span', 'dot').dataset.colour = colour ?? 'grey';
        append(chip, 'bdi').textContent = name;
      }
      button.setAttribute('aria-label', [strings.mark.editLabels, ...given.map(({ name }) => name)].join(', '));
    };
  },
  changed: ({ labels: { add = [], remove = [] } = {} }, strings) => [
    ...add.map(({ name }) => strings.labelGiven(name)), ...remove.map((name) => strings.labelTaken(name))],
};

/** In the order of menus, of the large picture, and of sentences. */
export const markKinds = [stars, flag, rating, colourLabel, labels];

/**
 * The sentence for a change of marks.
 * @param {string} thing a title, or a number of items
 * @param {Marks} marks
 * @param {Strings} strings
 */
export function markedSentence(thing, marks, strings) {
  const parts = markKinds.flatMap((kind) => kind.changed(marks, strings));
  return strings.marked(thing, new Intl.ListFormat(strings.language, { type: 'unit' }).format(parts));
}

/**
 * @param {HTMLElement} parent
 * @param {string} className
 * @param {string} words
 * @param {() => void} pressed
 */
function addButton(parent, className, words, pressed) {
  const button = append(parent, 'button', className);
  button.title = words;
  button.setAttribute('aria-label', words);
  button.addEventListener('click', pressed);
  return button;
}
