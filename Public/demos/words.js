// @ts-check
// The demos' words, in the page's languages.

import { inLanguage } from '../strings/strings.js';

const en = {
  insert: 'Insert',
  insertHint: 'Inserts a friend at a random position',
  delete: 'Delete',
  deleteHint: 'Deletes the last friend',
  update: 'Update',
  updateHint: 'One batch update: moves 0 to 1, 1 to 2 and 2 to 3, and reloads 3',
  contradict: 'Contradict',
  contradictHint: 'Sends a batch update that contradicts itself, so the server refuses all of it',
  tooFew: 'The update needs at least four friends.',
  failed: (/** @type {string} */ reason) => `Not done. ${reason}`,
  done: 'Done.',
  without: 'Without prefetching',
  policy: 'Policy',
  play: 'Scroll both',
  stop: 'Stop',
  blank: (/** @type {string} */ now, /** @type {string} */ mean) => `${now}% blank · ${mean}% on average`,
};

/** @type {typeof en} */
const ko = {
  insert: '삽입',
  insertHint: '무작위 위치에 친구를 삽입합니다',
  delete: '삭제',
  deleteHint: '마지막 친구를 삭제합니다',
  update: '업데이트',
  updateHint: '일괄 업데이트 한 번으로 0을 1로, 1을 2로, 2를 3으로 옮기고 3을 다시 불러옵니다',
  contradict: '모순',
  contradictHint: '스스로 모순되는 일괄 업데이트를 보냅니다. 서버가 전체를 거부합니다',
  tooFew: '업데이트하려면 친구가 네 명 이상이어야 합니다.',
  failed: (reason) => `실행하지 못했습니다. ${reason}`,
  done: '완료했습니다.',
  without: '미리 가져오기 없음',
  policy: '정책',
  play: '함께 스크롤',
  stop: '멈추기',
  blank: (now, mean) => `빈 셀 ${now}% · 평균 ${mean}%`,
};

export const words = inLanguage({ en, ko });
