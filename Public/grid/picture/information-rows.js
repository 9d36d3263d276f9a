// @ts-check
// What the information panel says of a picture, in rows. Free of the DOM.

import { exposureWords, valueWords } from '../query/group-title.js';

/**
 * @typedef {import('../server/item-fields.js').Fields} Fields
 * @typedef {import('../../strings/strings.js').Strings} Strings
 * @typedef {{label: string, value: string}} Row
 */

/** Fields that have rows of their own, or none. */
const WORDED = ['title', 'name', 'folder', 'kind', 'format', 'bytes', 'duration', 'width', 'height', 'shape', 'taken', 'camera', 'lens', 'focalLength',
  'aperture', 'exposure', 'iso', 'latitude', 'longitude', 'stars', 'rating', 'keywords', 'caption', 'note', 'focusX', 'focusY', 'likeness'];

/**
 * @param {import('../server/wire.js').Item | undefined} item
 * @param {Fields} fields
 * @param {Strings} strings
 * @returns {Row[]}
 */
export function informationRows(item, fields, strings) {
  const { find, units } = strings;
  const text = (/** @type {string} */ name) => (fields[name] === undefined ? '' : String(fields[name]));
  const number = (/** @type {string} */ name) => (typeof fields[name] === 'number' ? /** @type {number} */ (fields[name]) : undefined);
  const words = (/** @type {string} */ name) => (fields[name] === undefined ? '' : valueWords(name, /** @type {string} */ (fields[name]), strings));
  const { width = item?.width, height = item?.height } = { width: number('width'), height: number('height') };
  const name = text('name') || item?.title || '';
  const rating = item?.attributes?.rating;
  /** @type {[string, string][]} */
  const rows = [
    [strings.album.noteField, String(item?.attributes?.note ?? '')],
    [find.damage, item?.damaged ? find.damaged : ''],
    [find.field('caption'), text('caption')],
    [find.field('taken'), fields.taken === undefined ? '' : units.moment(text('taken'))],
    [find.field('camera'), text('camera')],
    [find.field('lens'), text('lens')],
    [find.field('exposure'), exposure(fields, strings)],
    [find.field('duration'), words('duration')],
    [find.dimensions, width && height ? dimensions(width, height, strings) : ''],
    [find.field('bytes'), number('bytes') === undefined ? '' : units.fileSize(number('bytes') ?? 0)],
    [find.fileName, name],
    [find.field('folder'), text('folder')],
    [find.place, coordinates(number('latitude'), number('longitude'))],
    [find.field('stars'), words('stars')],
    [find.field('rating'), rating === undefined ? '' : valueWords('rating', String(rating), strings)],
    [find.field('keywords'), [fields.keywords ?? []].flat().join(', ')],
  ];
  const others = Object.keys(fields).filter((field) => !WORDED.includes(field));
  for (const field of others) rows.push([find.field(field), [fields[field]].flat().map((one) => valueWords(field, one, strings)).join(', ')]);
  return rows.filter(([, value]) => value !== '').map(([label, value]) => ({ label, value }));
}

/**
 * ƒ/2.8 · 1/250 s · 50 mm · ISO 100
 * @param {Fields} fields
 * @param {Strings} strings
 */
function exposure({ aperture, exposure, focalLength, iso }, strings) {
  return [
    aperture === undefined ? '' : valueWords('aperture', Number(aperture), strings),
    exposure === undefined ? '' : exposureWords(Number(exposure), strings.find),
    focalLength === undefined ? '' : valueWords('focalLength', Number(focalLength), strings),
    iso === undefined ? '' : `ISO ${Number(iso)}`,
  ].filter((part) => part !== '').join(' · ');
}

/**
 * @param {number} width
 * @param {number} height
 * @param {Strings} strings
 */
function dimensions(width, height, { units, language }) {
  const megapixels = (width * height) / 1e6;
  const count = new Intl.NumberFormat(language, { maximumSignificantDigits: 2 }).format(megapixels);
  return units.dimensions(width, height) + (megapixels >= 0.1 ? ` (${count} MP)` : '');
}

/**
 * A place on the globe as maps write it.
 * @param {number | undefined} latitude in degrees, north is positive
 * @param {number | undefined} longitude in degrees, east is positive
 */
export function coordinates(latitude, longitude) {
  if (latitude === undefined || longitude === undefined) return '';
  return `${Math.abs(latitude).toFixed(5)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude).toFixed(5)}° ${longitude < 0 ? 'W' : 'E'}`;
}
