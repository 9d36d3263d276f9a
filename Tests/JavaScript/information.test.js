// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coordinates, informationRows } from '../../Public/grid/picture/information-rows.js';
import { labelsOf } from '../../Public/grid/scroll/scrubber-labels.js';
import { en, ko } from './languages.js';

test('the information panel says what is known, in the reader\'s language, and leaves the rest out', () => {
  const fields = {
    title: 'IMG_1', name: 'IMG_1.JPG', folder: 'Summer/Sea', taken: '2024-05-17T09:30:00+09:00', camera: 'X100V', aperture: 2.8, exposure: 0.004,
    focalLength: 23, iso: 200, width: 6000, height: 4000, bytes: 7_200_000, latitude: -33.8568, longitude: 151.2153, keywords: ['sea', 'bird'], stars: 1,
    museum: 'Rijks',
  };
  const item = { id: 'a', title: 'IMG_1', attributes: { rating: 'like' } };
  assert.deepEqual(informationRows(item, fields, en).map(({ label, value }) => `${label}: ${value}`), [
    'Date taken: Friday, May 17, 2024 at 9:30:00 AM', 'Camera: X100V', 'Exposure: ƒ/2.8 · 1/250 s · 23 mm · ISO 200', 'Dimensions: 6000 × 4000 (24 MP)',
    'File size: 7.2 MB', 'File: IMG_1.JPG', 'Folder: Summer/Sea', 'Place: 33.85680° S, 151.21530° E', 'Stars: 1 star', 'Rating: Like',
    'Keywords: sea, bird', 'museum: Rijks',
  ]);
  assert.match(informationRows(item, fields, ko)[0].value, /^2024년 5월 17일 금요일 .*9:30:00$/);
  assert.deepEqual(informationRows({ id: 'a', title: 'b.png', width: 3, height: 2 }, {}, en), [
    { label: 'Dimensions', value: '3 × 2' }, { label: 'File', value: 'b.png' },
  ]);
  const damaged = { id: 'a', title: 'b.png', damaged: true };
  assert.deepEqual(informationRows(damaged, {}, en)[0], { label: 'Damage', value: 'Parts of the picture are missing or wrong.' });
});

test('dates that no calendar has are shown as they are, and half a place is none', () => {
  assert.equal(informationRows(undefined, { taken: '0000-00-00T00:00:00' }, en)[0].value, '0000-00-00T00:00:00');
  assert.equal(coordinates(47.3, undefined), '');
  assert.equal(coordinates(0, 0), '0.00000° N, 0.00000° E');
});

test('beside the scroll bar are years, and months where there is room, in whatever language the groups are titled', () => {
  const mark = (/** @type {string} */ date, /** @type {number} */ top) => ({ id: `taken/month=${date}`, title: date && 'x', date, first: top, itemCount: 1, top });
  const marks = ['2024-05', '2024-03', '2023-12', '0031-01', ''].map(mark);
  const [years, months] = labelsOf(marks, en.units).map((labels) => labels.map(({ text }) => text));
  assert.deepEqual(years, ['2024', '2023', '31']);
  assert.deepEqual(months, ['Mar']);
  assert.deepEqual(labelsOf([mark('2024-05', 0), mark('2024-04', 1)], ko.units).map((labels) => labels.map(({ text }) => text)), [['2024년'], ['4월']]);
});
