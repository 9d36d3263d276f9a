// @ts-check
// English: names of fields and of their values.

const number = (/** @type {number} */ n) => n.toLocaleString('en');

/** Names of fields; those that only finding names come with it. */
export const fields = {
  title: 'Title', name: 'Name', folder: 'Folder', kind: 'Kind', format: 'Format', duration: 'Length', bytes: 'File size', width: 'Width', height: 'Height',
  shape: 'Shape', rating: 'Rating', taken: 'Date taken', camera: 'Camera', lens: 'Lens', focalLength: 'Focal length',
  aperture: 'Aperture', exposure: 'Exposure', iso: 'ISO', latitude: 'Latitude', longitude: 'Longitude', stars: 'Stars',
  flag: 'Flag', labels: 'Labels',
  keywords: 'Keywords', caption: 'Caption', label: 'Label in the file', colourLabel: 'Colour label',
  sharpness: 'Sharpness',
};

/** @param {string} name */
const field = (name) => (Object.hasOwn(fields, name) ? fields[/** @type {keyof typeof fields} */ (name)] : name);

/** What sections of items without a value, and their check boxes, are called, where the field's name does not do. */
const withouts = /** @type {Record<string, string>} */ ({ taken: 'No date', sharpness: 'Not measured yet', keywords: 'No keywords', stars: 'No stars', flag: 'No flag', labels: 'No labels' });

export const facts = {
  field,
  without: (/** @type {string} */ name) => (Object.hasOwn(withouts, name) ? withouts[name] : `No ${field(name).toLowerCase()}`),
  /** By field. */
  values: /** @type {Record<string, Record<string, string>>} */ ({
    shape: { landscape: 'Landscape', portrait: 'Portrait', square: 'Square' }, kind: { photo: 'Photo', raw: 'RAW', video: 'Video' },
    colourLabel: { red: 'Red', yellow: 'Yellow', green: 'Green', blue: 'Blue', purple: 'Purple' },
  }),
  topFolder: 'Top folder',
  stars: (/** @type {number} */ n) => (n === 1 ? '1 star' : `${number(n)} stars`),
  pixels: (/** @type {number} */ n) => `${number(n)} px`,
  millimetres: (/** @type {number} */ n) => `${number(n)} mm`,
  seconds: (/** @type {string} */ n) => `${n} s`,
  yes: 'Yes',
  no: 'No',
  nothing: 'Nothing found',
};
