// @ts-check
// 한국어: 앨범과 표시에 관한 말 가운데 첫 화면에 나올 수 있는 것.

/** @type {typeof import('./en-first.js').firstAlbum} */
export const firstAlbum = {
  add: '앨범에 추가…',
  arrange: '앨범…',
  gone: '원본이 없습니다',
  empty: '비어 있는 앨범입니다',
  emptyDetail: '어디서든 사진을 선택한 뒤 ‘앨범에 추가…’를 누르세요.',
};

/** @type {typeof import('./en-first.js').firstMark} */
export const firstMark = {
  untitled: '제목 없음',
  more: '표시…',
  compare: '비교',
  compareSelected: (n) => `선택한 ${n}장 비교`,
  compareHowMany: '비교하려면 사진을 2~4장 선택하세요.',
  foldedSection: (title) => `${title} 접음.`,
  unfoldedSection: (title) => `${title} 펼침.`,
  foldedAll: '모든 섹션을 접었습니다.',
  unfoldedAll: '모든 섹션을 펼쳤습니다.',
  foldsTooMany: '따로 접은 섹션이 너무 많습니다. 모두 접기를 사용하세요.',
};
