// @ts-check
// English: marking, labels, comparing, and the sheet of keys.

export const mark = {
  stars: 'Stars',
  pick: 'Pick',
  reject: 'Reject',
  noFlag: 'Remove flag',
  labels: 'Labels',
  editLabels: 'Labels…',
  labelsOf: (/** @type {string} */ thing) => `Labels of ${thing}`,
  labelHint: 'Find or add a label',
  labelColour: 'Colour of the label',
  colours: /** @type {Record<string, string>} */ ({
    red: 'Red', orange: 'Orange', yellow: 'Yellow', green: 'Green', teal: 'Teal', blue: 'Blue', purple: 'Purple', grey: 'Grey',
  }),
  done: 'Done',
  more: 'Mark…',
  hideRejected: 'Hide rejected',
  rejectedHidden: 'Rejected hidden',
  slideShow: 'Slide show (S)',
  stopSlideShow: 'Stop the slide show (S)',
  compare: 'Compare',
  compareSelected: (/** @type {number} */ n) => `Compare the ${n} selected`,
  comparing: (/** @type {number} */ n) => `Compare ${n} pictures`,
  wholePictures: 'Show all of them',
  compareHowMany: 'Select two to four pictures to compare.',
  findSection: 'Find a section',
  noSection: 'No section has this in its title.',
  moreSections: (/** @type {number} */ n) => `${n.toLocaleString('en')} more. Type to narrow the list.`,
  foldedSection: (/** @type {string} */ title) => `${title} folded.`,
  unfoldedSection: (/** @type {string} */ title) => `${title} unfolded.`,
  foldedAll: 'All sections folded.',
  unfoldedAll: 'All sections unfolded.',
  foldsTooMany: 'Too many sections are folded one by one. Fold all of them.',

  keys: 'Keys',
  showKeys: 'Keys (?)',
  closeKeys: 'Close',
  /** Group by group: its title, then keys and what they do. */
  keyGroups: /** @type {[string, [string, string][]][]} */ ([
    ['Look', [
      ['← → ↑ ↓', 'Move the focus'], ['Enter', 'Open the picture, or return with Escape'], ['C', 'Compare two to four that are selected'], ['G', 'Go to a section or a place'], ['[ ]', 'Fold the section, unfold all; { folds all'], ['Home, End', 'First and last of the row; with Ctrl of all'],
      ['R', 'Refresh'], ['I', 'Information, beside a large picture'], ['S', 'Slide show, with a large picture'], ['+ −', 'Zoom the large picture; Ctrl+0 shows all of it'], ['Z', 'The picture’s own pixels (100 %)'],
    ]],
    ['Mark', [
      ['1 … 5', 'Stars'], ['0', 'No stars'], ['P', 'Pick'], ['X', 'Reject'], ['U', 'Remove the flag'], ['L', 'Labels'],
      ['Shift or Caps Lock', 'With any of these: go on to the next picture'],
    ]],
    ['Select and arrange', [
      ['Ctrl+Space', 'Select'], ['Shift+arrow', 'Select on'], ['Ctrl+A', 'Select all'], ['Escape', 'Select nothing, or cancel'], ['Space', 'Pick up; arrows move, Space drops'],
      ['M', 'Move to a place'], ['A', 'Add to an album'], ['Delete', 'Remove from the album'], ['Ctrl+Z', 'Undo; with Shift redo'], ['Shift+F10', 'Menu of the item'],
    ]],
    ['Find', [['/', 'Search'], ['F', 'Filter'], ['S', 'Sort and group'], ['D', 'Dashboard'], ['?', 'This list']]],
  ]),
};
