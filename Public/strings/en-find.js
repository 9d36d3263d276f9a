// @ts-check
// English: finding, sorting and grouping. The grid alone needs none of it: it comes with what finds.

import { fields } from './en-facts.js';
import { en } from './en.js';

const number = (/** @type {number} */ n) => n.toLocaleString('en');

Object.assign(fields, { cameraSerial: 'Camera serial number', timeShift: 'Clock set forward (s)' });

export const finding = {
  search: 'Search',
  searchHint: 'Search (/)',
  clearSearch: 'Clear search (Escape)',
  closeSearch: 'Close search',
  found: (/** @type {number} */ n, /** @type {number} */ total) => `${number(n)} of ${number(total)}`,
  foundSpoken: (/** @type {number} */ n) => (n === 1 ? '1 item found.' : `${number(n)} items found.`),
  nothingDetail: 'No item meets all conditions.',
  wouldFind: (/** @type {string} */ condition, /** @type {number} */ n) => `Without ${condition}: ${number(n)}`,
  searchWords: (/** @type {string} */ text) => `“${text}”`,
  clearAll: 'Clear all',
  light: 'Light up among all',
  conditions: 'Conditions',
  remove: (/** @type {string} */ condition) => `Remove ${condition}`,
  customFilter: 'Custom filter',
  waiting: 'The server is reading the collection. Results will appear shortly.',

  quick: 'Quick bar (Q)',
  quickShort: 'Flags',
  filter: 'Filter (F)',
  filterTitle: 'Filter',
  closeFilter: 'Close filter (Escape)',
  timeOfDay: 'Time of day',
  similarTo: 'Similar to a picture',
  nearestFirst: 'Most similar first',
  from: 'From',
  until: 'To',
  more: 'Only the most frequent values are listed.',
  noFacets: 'There is nothing to filter by yet.',
  unread: (/** @type {number} */ n) => `${n === 1 ? '1 file' : `${number(n)} files`} could not be read. ${n === 1 ? 'It is' : 'They are'} read as soon as that is possible.`,
  reading: (/** @type {number} */ done, /** @type {number} */ total) => `Reading dates and cameras: ${number(done)} of ${number(total)}`,
  optionCount: (/** @type {string} */ option, /** @type {number} */ n) => `${option}, ${number(n)}`,
  condition: (/** @type {string} */ name, /** @type {string} */ value) => `${name}: ${value}`,
  range: (/** @type {string} */ from, /** @type {string} */ until) => `${from} – ${until}`,
  atLeast: (/** @type {string} */ from) => `from ${from}`,
  atMost: (/** @type {string} */ until) => `up to ${until}`,
  starsAtLeast: (/** @type {number} */ n) => (n === 5 ? '5 stars' : n === 1 ? '1 star and more' : `${n} stars and more`),
  andMore: 'and more',
  contains: (/** @type {string} */ text) => `contains “${text}”`,

  saved: 'Saved searches',
  save: 'Save this search',
  saveNow: 'Save',
  replaceSaved: 'Replace',
  rename: 'Rename',
  savedTitle: 'Name of the search',
  renameSaved: (/** @type {string} */ title) => `Rename ${title}`,
  deleteSaved: (/** @type {string} */ title) => `Delete ${title}`,
  savedAs: (/** @type {string} */ title) => `Saved as “${title}”.`,
  savedDeleted: (/** @type {string} */ title) => `Deleted “${title}”.`,
  titleTaken: (/** @type {string} */ title) => `There is already a search named “${title}”.`,

  arrange: 'Sort and group (S)',
  arrangeShort: 'Sort',
  arrangeTitle: 'Sort and group',
  byMonth: 'By date, in months',
  sort: 'Sort by',
  listColumns: 'List columns',
  ownOrder: 'Own order',
  ascending: /** @type {Record<string, string>} */ ({ date: 'Oldest first', number: 'Smallest first', text: 'A to Z', other: 'Ascending' }),
  descending: /** @type {Record<string, string>} */ ({ date: 'Newest first', number: 'Largest first', text: 'Z to A', other: 'Descending' }),
  measured: (/** @type {number} */ n) => `${n === 1 ? '1 picture is' : `${number(n)} pictures are`} measured. The others are measured when they are shown large; those below 960 px never.`,
  ownOrderHint: 'Items stay in their folders. Everyone sees the change; it can be undone.',
  group: 'Group by',
  noGroups: 'None',
  ownGroups: 'Folders',
  parts: { year: 'Year', month: 'Month', day: 'Day', hour: 'Hour' },
  gap: (/** @type {number} */ minutes) => `Pauses over ${minutes % 60 ? `${number(minutes)} min` : `${number(minutes / 60)} h`}`,
};

Object.assign(en.find, finding);
