// @ts-check
// What is written beside the scroll bar: years where the sections' titles have them, months where there is room, else folders
// without what all of them have in common. Free of the DOM.

/** @typedef {import('./scrubber-marks.js').Mark} Mark */
/** @typedef {{mark: Mark, text: string}} Label */
/** @typedef {{year: (year: number) => string, month: (month: number) => string}} Units */

/** A year, and the month behind it: 2014, 2014-03, 2014_03_17, 201403. */
const DATE = /(?<!\d)((?:19|20)\d\d)(?:[-_. ]?(0[1-9]|1[0-2])(?!\d{3}))?(?![0-9]{3})/g;
/** The date of a group: any year. */
const GROUP = /^(\d{4})(?:-(\d\d))?/g;
/** Share of titles that must have a year. */
const DATED = 0.8;
/** Room that a label of less importance needs on either side, in heights of a label. */
const ROOM = 1.6;

/**
 * Labels in order of importance: those of a later list are shown where the earlier ones leave room.
 * @param {Mark[]} marks ascending
 * @param {Units} units
 * @returns {Label[][]}
 */
export function labelsOf(marks, units) {
  const titled = marks.filter(({ title }) => title !== '');
  const dated = titled.flatMap((mark) => {
    const found = [...(mark.date ?? mark.title).matchAll(mark.date === undefined ? DATE : GROUP)].at(-1);
    return found ? [{ mark, year: Number(found[1]), month: found[2] === undefined ? undefined : Number(found[2]) - 1 }] : [];
  });
  const hasYears = dated.length >= DATED * titled.length && new Set(dated.map(({ year }) => year)).size > 1;
  const hasDates = hasYears || marks.some(({ date }) => date);
  return hasDates ? datedLabels(dated, units) : folderLabels(titled);
}

/**
 * @param {{mark: Mark, year: number, month: number | undefined}[]} dated
 * @param {Units} units
 */
function datedLabels(dated, { year, month }) {
  const years = dated.filter((one, i) => one.year !== dated[i - 1]?.year);
  const months = dated.filter((one, i) => one.month !== undefined && one.year === dated[i - 1]?.year && one.month !== dated[i - 1].month);
  return [
    years.map((one) => ({ mark: one.mark, text: year(one.year) })),
    months.map((one) => ({ mark: one.mark, text: month(one.month ?? 0) })),
  ];
}

/** @param {Mark[]} titled */
function folderLabels(titled) {
  const paths = titled.map(({ title }) => title.split('/'));
  let common = 0;
  // A folder that holds all others says nothing; each title keeps its last part.
  while (paths.length > 1 && paths.every((path) => path.length > common + 1 && path[common] === paths[0][common])) common++;
  const top = (/** @type {number} */ i) => paths[i]?.[Math.min(common, paths[i].length - 1)];
  const first = titled.flatMap((mark, i) => (top(i) === top(i - 1) ? [] : [{ mark, text: top(i) }]));
  const inside = titled.flatMap((mark, i) => (top(i) === top(i - 1) ? [{ mark, text: paths[i].at(-1) ?? '' }] : []));
  return [first, inside];
}

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
 * The labels beside a scroll bar: none where one mark is all there is.
 * @param {Mark[]} marks ascending
 * @param {Units} units
 * @param {number} maxOffset
 * @param {number} height of the bar in px
 * @param {number} gap minimum distance of two in px
 */
export const labelsBeside = (marks, units, maxOffset, height, gap) =>
  spreadLabels(marks.length > 1 ? labelsOf(marks, units) : [], maxOffset, height, gap);
