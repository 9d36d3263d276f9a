// @ts-check
// The demos' words, in the page's languages.

import { inLanguage } from '../strings/strings.js';

const en = {
  insert: 'Insert',
  insertHint: 'Inserts a friend at a random place',
  delete: 'Delete',
  deleteHint: 'Deletes the last friend',
  update: 'Update',
  updateHint: 'One batch: moves 0 to 1, 1 to 2, 2 to 3 and reloads 3',
  contradict: 'Contradict',
  contradictHint: 'Sends a batch that contradicts itself: it is refused whole',
  tooFew: 'The update needs four friends.',
  refused: (/** @type {string} */ reason) => `Refused. ${reason}`,
  done: 'Done.',
  without: 'Without prefetching',
  policy: 'Policy',
  play: 'Scroll both',
  stop: 'Stop',
  blank: (/** @type {string} */ now, /** @type {string} */ mean) => `${now} % blank · ${mean} % on average`,
};

/** @type {typeof en} */
const ko = {
  insert: '삽입',
  insertHint: '무작위 위치에 친구를 넣습니다',
  delete: '삭제',
  deleteHint: '마지막 친구를 지웁니다',
  update: '업데이트',
  updateHint: '한 번에: 0→1, 1→2, 2→3 이동과 3 다시 불러오기',
  contradict: '모순',
  contradictHint: '스스로 모순되는 배치를 보냅니다. 전체가 거부됩니다',
  tooFew: '업데이트에는 친구 네 명이 필요합니다.',
  refused: (reason) => `거부됨. ${reason}`,
  done: '완료.',
  without: '미리 가져오기 없음',
  policy: '정책',
  play: '함께 스크롤',
  stop: '멈추기',
  blank: (now, mean) => `빈 곳 ${now} % · 평균 ${mean} %`,
};

export const words = inLanguage({ en, ko });
