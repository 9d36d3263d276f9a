// @ts-check
// English: marking, labels, comparing, sections.

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
  hideRejected: 'Hide rejected',
  rejectedHidden: 'Rejected hidden',
  slideShow: 'Slide show (S)',
  stopSlideShow: 'Stop the slide show (S)',
  comparing: (/** @type {number} */ n) => (n === 1 ? 'One picture is left' : `Compare ${n} pictures`),
  scale: 'Size of the picture’s own pixels on the screen',
  wholePictures: 'Show all of them',
  outline: 'Outline: go to a section (G)',
  viewOnly: 'View only',
  viewOnlyDetail: 'You may look, download and export. Changes need another token.',
  findSection: 'Find a section',
  noSection: 'No section has this in its title.',
  moreSections: (/** @type {number} */ n) => `${n.toLocaleString('en')} more. Type to narrow the list.`,
};
