// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasons as englishReasons } from '../../Public/strings/en-reasons.js';
import { en } from '../../Public/strings/en.js';
import { reasons as koreanReasons } from '../../Public/strings/ko-reasons.js';
import { ko } from '../../Public/strings/ko.js';
import { reasonsFrom } from '../../Public/strings/reason.js';
import { languageFor } from '../../Public/strings/strings.js';

test('both languages have the same words', () => {
  assert.deepEqual(Object.keys(ko).sort(), Object.keys(en).sort());
  assert.deepEqual(Object.keys(ko.layouts), Object.keys(en.layouts));
  assert.deepEqual(Object.keys(koreanReasons).sort(), Object.keys(englishReasons).sort());
});

test('the first wanted language that the page speaks is taken, else English', () => {
  assert.equal(languageFor(['fr-CA', 'ko-KR', 'en']), 'ko');
  assert.equal(languageFor(['fr']), 'en');
  assert.equal(languageFor(['constructor']), 'en');
});

test('a reason is worded by its code and values; an unknown one by a sentence that is always true', () => {
  const reason = reasonsFrom({ empty: 'It is empty.', large: ({ limit }) => `It is larger than ${limit} MB.` }, 'It failed.');
  assert.equal(reason({ code: 'empty' }), 'It is empty.');
  assert.equal(reason({ code: 'large', values: { limit: '25' } }), 'It is larger than 25 MB.');
  assert.equal(reason({ code: 'of-a-newer-server' }), 'It failed.');
  assert.equal(reason({ code: 'toString' }), 'It failed.');
  assert.equal(reason(undefined), 'It failed.');
});

test('words of reasons are whole sentences, in their language', () => {
  for (const [language, table] of Object.entries({ en: englishReasons, ko: koreanReasons })) {
    for (const [code, words] of Object.entries(/** @type {import('../../Public/strings/reason.js').ReasonWords} */ (table))) {
      const text = typeof words === 'string' ? words : words(new Proxy({}, { get: () => '7' }));
      assert.match(text, language === 'en' ? /^[A-Z0-9].*\.$/ : /(?:니다|세요)\.$/, `${language}: ${code}`);
      assert.doesNotMatch(text, /undefined|\[object/, `${language}: ${code}`);
    }
  }
});
