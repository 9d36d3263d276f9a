// @ts-check
// 한국어. 문장은 합니다체, 부탁은 ‘~해 주세요’로 쓴다.

import { facts } from './ko-facts.js';
import { firstReasons, unknownReason } from './ko-first-reasons.js';

const number = (/** @type {number} */ n) => n.toLocaleString('ko');

/** @type {typeof import('./en.js').en} */
export const ko = {
  language: 'ko',
  grid: '항목',
  items: (n) => `항목 ${number(n)}개`,
  // 제목이 무엇으로 끝나든 조사는 ‘항목’을 따른다.
  item: (title) => `${title} 항목`,
  count: number,
  find: /** @type {typeof facts & typeof import('./ko-find.js').finding} */ (facts),
  album: /** @type {typeof import('./en.js').en.album} */ ({
    gone: '원본이 없습니다',
    empty: '비어 있는 앨범입니다',
    emptyDetail: '어디서든 사진을 선택한 뒤 ‘앨범에 추가…’를 누르세요.',
  }),
  refreshed: '새로 고쳤습니다.',
  refreshFailed: (reason) => `새로 고치지 못했습니다. ${reason}`,
  emptyTitle: '이 폴더에 사진이 없습니다',
  emptyDetail: '사진을 추가한 뒤 새로 고쳐 주세요.',
  emptyWatched: '사진을 추가하면 저절로 나타납니다.',
  failedTitle: '이 컬렉션을 표시할 수 없습니다',
  albumDeleted: '이 앨범은 삭제되었습니다',
  collectionDeleted: '이 컬렉션은 삭제되었습니다',
  reasons: { ...firstReasons },
  unknownReason,
  tryAgain: '다시 시도',
  featureGone: '서버가 업데이트되었습니다. 새 버전으로 계속하려면 페이지를 새로 고쳐 주세요.',
  reload: '새로 고침',
  featureMissing: '페이지의 일부를 불러오지 못했습니다. 계속되면 페이지를 새로 불러와 주세요.',
  connectionLost: '연결이 끊겼습니다. 다시 연결하는 중…',
  connectionBack: '다시 연결되었습니다.',
  storeAway: '지금은 변경 사항을 저장할 수 없습니다. 보기는 계속할 수 있습니다.',
  storeBack: '변경 사항이 다시 저장됩니다.',
  retry: '다시 시도',
  pictureFailed: '사진을 불러오지 못했습니다.',
  failedCell: (title, reason) => `${title}, 표시할 수 없음. ${reason}`,
  markedCell: (title, marks) => [title, ...marks].join(', '),
  ratings: { like: '좋아요', dislike: '싫어요' },
  flags: { pick: '채택', reject: '제외' },
  mark: /** @type {typeof import('./en.js').en.mark} */ ({ untitled: '제목 없음' }),
  place: (position, count, section) => `${section ? `${section} 섹션, ` : ''}${number(count)}개 중 ${number(position)}번째`,
  picturePlace: (position, count) => `${number(count)}개 중 ${number(position)}번째`,
  selected: (n) => `${number(n)}개 선택됨`,
  selectionCleared: '선택한 항목이 없습니다.',
  selectionLost: '컬렉션이 변경되어 선택이 해제되었습니다.',
  chooseOne: '항목을 하나 선택해 주세요.',
  chooseFewer: (limit) => `항목은 ${number(limit)}개까지만 선택해 주세요.`,
  choiceIsRead: '선택한 항목을 아직 읽는 중입니다. 잠시 후 다시 시도해 주세요.',
  scrollBar: '스크롤 막대',
  notMovable: '이 컬렉션의 순서는 바꿀 수 없습니다.',
};
