// @ts-check
// English: finding, sorting, grouping, and what is known of a picture.

const number = (/** @type {number} */ n) => n.toLocaleString('en');

/** Names of fields. */
const fields = {
  title: 'Title', name: 'Name', folder: 'Folder', format: 'Format', bytes: 'File size', width: 'Width', height: 'Height',
  shape: 'Shape', rating: 'Rating', taken: 'Date taken', camera: 'Camera', lens: 'Lens', focalLength: 'Focal length',
  aperture: 'Aperture', exposure: 'Exposure', iso: 'ISO', latitude: 'Latitude', longitude: 'Longitude', stars: 'Stars',
  flag: 'Flag', labels: 'Labels',
  keywords: 'Keywords', caption: 'Caption',
};

/** @param {string} name */
const field = (name) => (Object.hasOwn(fields, name) ? fields[/** @type {keyof typeof fields} */ (name)] : name);

/** What sections of items without a value, and their check boxes, are called, where the field's name does not do. */
const withouts = /** @type {Record<string, string>} */ ({ taken: 'No date', keywords: 'No keywords', stars: 'No stars', flag: 'No flag', labels: 'No labels' });

export const find = {
  field,
  without: (/** @type {string} */ name) => (Object.hasOwn(withouts, name) ? withouts[name] : `No ${field(name).toLowerCase()}`),
  shapes: /** @type {Record<string, string>} */ ({ landscape: 'Landscape', portrait: 'Portrait', square: 'Square' }),
  topFolder: 'Top folder',
  stars: (/** @type {number} */ n) => (n === 1 ? '1 star' : `${number(n)} stars`),
  pixels: (/** @type {number} */ n) => `${number(n)} px`,
  millimetres: (/** @type {number} */ n) => `${number(n)} mm`,
  seconds: (/** @type {string} */ n) => `${n} s`,
  yes: 'Yes',
  no: 'No',

  search: 'Search',
  searchHint: 'Search (/)',
  searchPlaceholder: 'Search names, cameras, keywords',
  clearSearch: 'Clear search (Escape)',
  closeSearch: 'Close search',
  found: (/** @type {number} */ n, /** @type {number} */ total) => `${number(n)} of ${number(total)}`,
  foundSpoken: (/** @type {number} */ n) => (n === 1 ? '1 item found.' : `${number(n)} items found.`),
  nothing: 'Nothing found',
  nothingDetail: 'No item meets all conditions.',
  wouldFind: (/** @type {string} */ condition, /** @type {number} */ n) => `Without ${condition}: ${number(n)}`,
  searchWords: (/** @type {string} */ text) => `“${text}”`,
  clearAll: 'Clear all',
  conditions: 'Conditions',
  remove: (/** @type {string} */ condition) => `Remove ${condition}`,
  customFilter: 'Custom filter',
  waiting: 'The server is reading the collection. Results will appear shortly.',

  filter: 'Filter (F)',
  filterTitle: 'Filter',
  closeFilter: 'Close filter (Escape)',
  from: 'From',
  until: 'To',
  apply: 'Apply',
  more: 'Only the most frequent values are listed.',
  noFacets: 'There is nothing to filter by yet.',
  reading: (/** @type {number} */ done, /** @type {number} */ total) => `Reading dates and cameras: ${number(done)} of ${number(total)}`,
  optionCount: (/** @type {string} */ option, /** @type {number} */ n) => `${option}, ${number(n)}`,
  condition: (/** @type {string} */ name, /** @type {string} */ value) => `${name}: ${value}`,
  range: (/** @type {string} */ from, /** @type {string} */ until) => `${from} – ${until}`,
  atLeast: (/** @type {string} */ from) => `from ${from}`,
  atMost: (/** @type {string} */ until) => `up to ${until}`,
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
  arrangeTitle: 'Sort and group',
  byMonth: 'By date, in months',
  sort: 'Sort by',
  listColumns: 'List columns',
  ownOrder: 'Own order',
  ascending: /** @type {Record<string, string>} */ ({ date: 'Oldest first', number: 'Smallest first', text: 'A to Z', other: 'Ascending' }),
  descending: /** @type {Record<string, string>} */ ({ date: 'Newest first', number: 'Largest first', text: 'Z to A', other: 'Descending' }),
  ownOrderHint: 'Items stay in their folders. Everyone sees the change; it can be undone.',
  group: 'Group by',
  noGroups: 'None',
  ownGroups: 'Folders',
  parts: { year: 'Year', month: 'Month', day: 'Day' },

  information: 'Information (I)',
  informationTitle: 'Information',
  closeInformation: 'Close information (I)',
  noInformation: 'Nothing more is known of this picture.',
  dimensions: 'Dimensions',
  place: 'Place',
  fileName: 'File',
};
