// @ts-check
// The words around the documentation, in the page's languages. The documentation itself is in English.

import { inLanguage } from '../strings/strings.js';

const en = {
  search: 'Search the documentation',
  none: (/** @type {string} */ text) => `Nothing was found for “${text}”.`,
  found: (/** @type {number} */ n) => (n === 1 ? '1 place found' : `${n} places found`),
  missing: 'The search could not be loaded. Try again.',
};

/** @type {typeof en} */
const ko = {
  search: '문서 검색',
  none: (text) => `“${text}”에 대한 결과가 없습니다.`,
  found: (n) => `${n}곳을 찾았습니다`,
  missing: '검색을 불러오지 못했습니다. 다시 시도해 주세요.',
};

export const words = inLanguage({ en, ko });
