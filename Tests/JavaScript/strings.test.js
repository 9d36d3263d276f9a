// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en, ko } from './languages.js';
import { dataSetWords, leftOutWords } from '../../Public/strings/left-out.js';
import { withParticle } from '../../Public/strings/korean.js';
import { partsOf, reasonsFrom } from '../../Public/strings/reason.js';
import { unitsOf } from '../../Public/strings/units.js';
import { languageFor, regionOf } from '../../Public/strings/strings.js';

test('both languages have the same words', () => {
  assert.deepEqual(Object.keys(ko).sort(), Object.keys(en).sort());
  assert.deepEqual(Object.keys(ko.layouts), Object.keys(en.layouts));
  assert.deepEqual(Object.keys(ko.find).sort(), Object.keys(en.find).sort());
  assert.deepEqual(Object.keys(en.reasons).filter((code) => !Object.hasOwn(ko.reasons, code)), []);
});

test('the first wanted language that the page speaks is taken, else English', () => {
  assert.equal(languageFor(['fr-CA', 'ko-KR', 'en']), 'ko');
  assert.equal(languageFor(['fr']), 'en');
  assert.equal(languageFor(['constructor']), 'en');
});

test('dates are written as in the reader’s region', () => {
  assert.equal(regionOf('en', ['ko', 'en-GB', 'en-US']), 'en-GB');
  assert.equal(regionOf('en', ['de-DE', 'de']), 'en-DE');
  assert.equal(regionOf('ko', ['ko']), 'ko');
  assert.equal(regionOf('en', []), 'en');
  const moment = (/** @type {string} */ tag) => unitsOf(tag).moment('2026-09-12T08:30:00');
  for (const tag of ['en-GB', 'en-DE']) assert.match(moment(tag), /^Saturday,? 12 September 2026 at 08:30/);
});

test('a reason is worded by its code and values; an unknown one by a sentence that is always true', () => {
  const reason = reasonsFrom({ empty: 'It is empty.', large: ({ limit }) => `It is larger than ${limit} MB.` }, 'It failed.');
  assert.equal(reason({ code: 'empty' }), 'It is empty.');
  assert.equal(reason({ code: 'large', values: { limit: '25' } }), 'It is larger than 25 MB.');
  assert.equal(reason({ code: 'of-a-newer-server' }), 'It failed.');
  assert.equal(reason({ code: 'toString' }), 'It failed.');
  assert.equal(reason(undefined), 'It failed.');
});

test('the server’s sentence is shown in English, and in Korean, as English, where a code has no words', () => {
  const reason = { code: 'of-a-newer-server', sentence: 'It is too new.' };
  assert.equal(en.reason(reason), 'It is too new.');
  assert.equal(en.reason({ code: 'file-empty', sentence: 'The file is empty.' }), 'The file is empty.');
  assert.deepEqual(partsOf(ko.reason(reason)), [{ text: 'It is too new.', language: 'en' }]);
  assert.match(ko.reason({ code: 'file-empty', sentence: 'The file is empty.' }), /[가-힣]/);
});

test('a reason that another one caused says that one too', () => {
  const values = { title: 'Photos', cause: 'folder-missing', path: '/srv/photos' };
  assert.match(ko.reason({ code: 'source-unreadable', values }), /\/srv\/photos/);
  assert.match(ko.reason({ code: 'source-unreadable', values: { title: 'Photos', cause: 'of-a-newer-server' } }), /문제가 발생했습니다/);
});

test('words of reasons are whole sentences, in their language', () => {
  const names = ['address', 'collection', 'count', 'detail', 'error', 'field', 'folder', 'folders', 'format', 'hue', 'id', 'item', 'limit', 'maximum', 'minimum', 'name', 'operation', 'origin', 'path', 'ratings',
    'seconds', 'section', 'server', 'shade', 'size', 'status', 'title', 'total', 'unread', 'unreadCount', 'unreadFolders', 'values', 'version'];
  const values = { ...Object.fromEntries(names.map((name) => [name, '7'])), cause: 'file-empty' };
  for (const { language, reason } of [en, ko]) {
    for (const code of Object.keys(language === 'en' ? en.reasons : ko.reasons)) {
      const text = reason({ code, values });
      assert.match(text, language === 'en' ? /^[“A-Z0-9].*\.$/ : /[가-힣].*(?:(?:니다|세요)(?:\(.*\))?|: 7)\.$/, `${language}: ${code}`);
      assert.doesNotMatch(text, /undefined|\[object/, `${language}: ${code}`);
    }
  }
});

test('what vanished is told with its numbers and its folder', () => {
  const values = { count: '412', total: '9000', folder: '2019', folders: '1' };
  assert.match(ko.reason({ code: 'items-vanished', values: { ...values, folders: '3' } }), /^‘2019’ 등 폴더 3개에서 9,000개 가운데 412개가 사라졌습니다\./);
});

test('Korean particles follow the last sound of any title', () => {
  assert.equal(withParticle('항목', '을', '를'), '항목을');
  assert.equal(withParticle('항목 3개', '을', '를'), '항목 3개를');
  assert.equal(withParticle('서울', '으로', '로'), '서울로');
  assert.equal(withParticle('목록', '으로', '로'), '목록으로');
  assert.equal(ko.dropped(ko.item('IMG 1.jpg'), '3개 중 2번째'), 'IMG 1.jpg 항목을 3개 중 2번째 자리에 놓았습니다.');
  assert.equal(ko.dropped(ko.items(11), '20개 중 2번째'), '항목 11개를 20개 중 2번째 자리에 놓았습니다.');
});

test('several items move and return in the plural', () => {
  assert.equal(en.cancelled(en.items(11), 'position 2 of 121'), 'Move cancelled. 11 items returned to position 2 of 121.');
  assert.equal(en.movedMany(3, 'Left', undefined), 'Moved 3 items to the end of Left.');
  assert.equal(en.movedMany(1, '', 12), 'Moved 1 item to position 12.');
});

test('what was left out is told by kind; hidden files are not told of', () => {
  const skipped = { 'document-file': 1200, 'audio-file': 1, 'not-a-picture': 2, 'nested-too-deep': 1, hidden: 7, 'listed-twice': 3 };
  assert.equal(leftOutWords(skipped, en), 'Not shown: 1,200 documents, 1 sound, 3 lines of the list, and 3 other files.');
  assert.equal(leftOutWords(skipped, ko), '문서 1,200개, 소리 파일 1개, 목록의 3줄, 그 밖의 파일 3개는 표시되지 않습니다.');
  assert.equal(leftOutWords({ hidden: 7 }, en), '');
  assert.equal(leftOutWords(undefined, en), '');
});

test('lines of data sets that are not joined are counted', () => {
  const report = { name: 'metadata.csv', items: 3, unknown: 1200, repeated: 1, invalid: 2, ignored: ['stars'] };
  assert.equal(dataSetWords(report, en),
    'In metadata.csv, 1,200 lines name no picture here, 1 line names a picture again, 2 lines cannot be read, and not taken are the fields stars.');
  assert.equal(dataSetWords(report, ko),
    'metadata.csv: 여기 없는 사진의 줄 1,200개, 이미 나온 사진의 줄 1개, 읽을 수 없는 줄 2개, 사용하지 않은 필드 stars.');
  assert.equal(dataSetWords({ name: 'metadata.csv', items: 3 }, en), '');
});

/** Without the narrow spaces of some versions. @param {string} text */
const plain = (text) => text.replaceAll('\u202f', ' ');

test('sizes of files and dates are written as the reader writes them', () => {
  assert.deepEqual([0, 40, 999, 1000, 72_345, 4_200_000, 3e9].map(en.units.fileSize),
    ['0 kB', '0.1 kB', '0.999 kB', '1 kB', '72.3 kB', '4.2 MB', '3 GB']);
  for (const text of ['2024-05-17', '2024-05-17T12:33:01', '2024-05-17T23:59:01.25-11:00', '2024-05-17T00:10:00+14:00']) assert.equal(en.units.date(text), 'May 17, 2024', text);
  assert.equal(plain(en.units.dateTime('2024-05-17T23:59:01.25-11:00')), 'May 17, 2024, 11:59 PM');
  assert.equal(en.units.dateTime('1969-07-20'), 'Jul 20, 1969');
  assert.equal(plain(en.units.moment('2024-05-17T23:59:01.25+09:00')), 'Friday, May 17, 2024 at 11:59:01 PM');
  assert.deepEqual([en.units.date('yesterday'), en.units.dateTime('2024-13-01'), en.units.moment('yesterday')], ['', '', 'yesterday']);
  assert.deepEqual([0.2, 7, 65, 600, 3723, 360_000].map(en.units.length), ['0:01', '0:07', '1:05', '10:00', '1:02:03', '100:00:00']);
  assert.equal(ko.units.year(2014), '2014년');
  assert.equal(ko.units.month(2), '3월');
});
