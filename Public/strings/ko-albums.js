// @ts-check
// 한국어: 앨범.

const items = (/** @type {number} */ n) => `항목 ${n.toLocaleString('ko')}개`;

/** @type {typeof import('./en-albums.js').album} */
export const album = {
  albums: '앨범',
  addTitle: (n) => `${items(n)}를 앨범에 추가`,
  nameHint: '앨범 찾기 또는 새 앨범 이름',
  create: (title) => `새 앨범 ‘${title}’`,
  none: '아직 앨범이 없습니다. 첫 앨범의 이름을 정하세요.',
  added: (n, title) => `‘${title}’에 ${items(n)}를 추가했습니다.`,
  addedAlready: (n, title) => `이미 ‘${title}’에 있습니다.`,
  remove: '앨범에서 빼기',
  removed: (n) => `앨범에서 ${items(n)}를 뺐습니다.`,
  newSection: '새 섹션…',
  newSectionTitle: (n) => `${items(n)}를 새 섹션으로 이동`,
  sectionHint: '섹션 제목',
  note: '메모…',
  noteTitle: (thing) => `메모: ${thing}`,
  noteField: '메모',
  noted: '메모했습니다.',
  noteRemoved: '메모를 지웠습니다.',
  save: '저장',
  goneThing: '원본이 없는 항목',
  show: '원래 컬렉션에서 보기',
  newAlbum: '새 앨범',
  rename: (title) => `‘${title}’ 이름 변경`,
  renameNow: '이름 변경',
  title: '제목',
  delete: (title) => `‘${title}’ 삭제`,
  deleteNow: '삭제',
  deleteQuestion: (title, n) => `${items(n)}의 순서가 담긴 앨범 ‘${title}’을(를) 삭제할까요? 사진은 원래 자리에 그대로 있습니다.`,
  deleted: (title) => `‘${title}’ 앨범을 삭제했습니다.`,
  close: '닫기',
};
