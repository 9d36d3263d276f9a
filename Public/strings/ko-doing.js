// @ts-check
// 한국어: 내려받기, 옮기기, 큰 사진, 표시되지 않는 것, 그리고 그리드를 둘러싼 페이지의 말.

import { withParticle } from './korean.js';

const number = (/** @type {number} */ n) => n.toLocaleString('ko');

/** @type {typeof import('./en-doing.js').doing} */
export const doing = {
  larger: '크게',
  smaller: '작게',
  saveTrace: '스크롤 기록 저장',
  noCollections: '컬렉션이 없습니다',
  noCollectionsDetail: '사진 폴더를 지정하여 서버를 시작해 주세요.',
  copyName: '이름 복사',
  copyPath: '경로 복사',
  copyPaths: '경로 복사',
  copiedPaths: (n) => `경로 ${number(n)}개를 복사했습니다.`,
  tooManyPaths: (limit) => `경로는 ${number(limit)}개까지만 복사할 수 있습니다. 대신 목록을 내려받으세요.`,
  tooManyParts: '선택이 너무 여러 부분으로 나뉘어 있습니다. 더 적게 선택하거나, 검색한 뒤 모두 선택하세요.',
  downloadFile: '내려받기',
  downloadFiles: '파일 내려받기(ZIP)',
  downloadNumbered: '번호를 붙여 파일 내려받기(ZIP)',
  downloadTable: '목록 내려받기(CSV)',
  downloadLines: '목록 내려받기(JSON Lines)',
  exportAll: '모두 내보내기…',
  exportTitle: (n) => `항목 ${number(n)}개 내보내기`,
  copied: (title) => `‘${title}’ 이름을 복사했습니다.`,
  movedTo: (place) => `${place} 자리로 옮겼습니다.`,
  retargeted: (place) => `${place} 자리에만 놓을 수 있습니다.`,
  closePicture: '사진 닫기 (Esc)',
  previousPicture: '이전 사진',
  nextPicture: '다음 사진',
  pictureGone: '이 사진은 더 이상 컬렉션에 없습니다.',
  pictureLeft: '이 사진은 더 이상 이 결과에 없습니다.',
  history: {
    done: {
      move: (thing) => `${thing} 옮기기`,
      sort: () => '컬렉션 정렬',
      insert: (thing) => `${thing} 추가`,
      delete: (thing) => `${thing} 제거`,
      mark: (thing) => `${thing} 표시`,
      contents: (thing) => `${thing} 변경`,
      batch: (thing) => `${thing} 변경`,
      sections: () => '섹션 변경',
      title: () => '제목 변경',
      'section-title': () => '섹션 제목 변경',
    },
    undone: (done, own) => `${own ? '내가 한 ' : ''}‘${done}’ 작업을 실행 취소했습니다.`,
    redone: (done, own) => `${own ? '내가 한 ' : ''}‘${done}’ 작업을 다시 실행했습니다.`,
    cannot: (done, own, reason) => `${own ? '내가 한 ' : ''}‘${done}’ 작업을 실행 취소할 수 없습니다. ${reason}`,
    instead: (done) => `‘${done}’ 실행 취소`,
    nothingOwn: '여기에서 실행 취소할 내 작업이 없습니다.',
    undoNewest: (done, time) => `최근 변경 실행 취소: ${done}${time && `, ${time}`}`,
  },
  moveTitle: (n) => `항목 ${number(n)}개 옮기기`,
  atTheEnd: '맨 뒤',
  atTheBeginning: '맨 앞',
  movedMany: (n, section, position) =>
    `항목 ${number(n)}개를 ${section && `${section} 섹션의 `}${position === undefined ? '맨 뒤로' : `${number(position)}번째 자리로`} 옮겼습니다.`,
  refreshing: '새로 고치는 중…',
  loading: '불러오는 중…',
  leftOut: (parts) => `${withParticle(parts.join(', '), '은', '는')} 표시되지 않습니다.`,
  leftOutKinds: {
    document: (n) => `문서 ${number(n)}개`,
    archive: (n) => `압축 파일 ${number(n)}개`, audio: (n) => `소리 파일 ${number(n)}개`, other: (n) => `그 밖의 파일 ${number(n)}개`,
    unreadable: (n) => `읽을 권한이 없는 파일 ${number(n)}개`, link: (n) => `따라가지 않는 링크 ${number(n)}개`,
    line: (n) => `목록의 ${number(n)}줄`,
  },
  pickedUp: (thing, place, byKeys) =>
    `${withParticle(thing, '을', '를')} 들어 올렸습니다. ${place}입니다.${byKeys ? ' 화살표 키로 옮기고, 스페이스 키로 놓고, Esc 키로 취소합니다.' : ''}`,
  dropped: (thing, place) => `${withParticle(thing, '을', '를')} ${place} 자리에 놓았습니다.`,
  cancelled: (thing, place) => `옮기기를 취소했습니다. ${withParticle(thing, '이', '가')} ${place} 자리로 돌아갔습니다.`,
  refused: (thing, reason) => `${withParticle(thing, '은', '는')} 옮길 수 없습니다. ${reason}`,
  moveFailed: (thing, reason) => `${withParticle(thing, '을', '를')} 옮기지 못했습니다. ${reason}`,
  goneWhileDragged: (thing) => `옮기기를 취소했습니다. ${withParticle(thing, '은', '는')} 더 이상 컬렉션에 없습니다.`,
};

// 큰 사진 옆.
/** @type {typeof import('./en-doing.js').information} */
export const information = {
  information: '정보 (I)',
  informationTitle: '정보',
  closeInformation: '정보 닫기 (I)',
  noInformation: '이 사진에 대해 더 알려진 정보가 없습니다.',
  dimensions: '크기',
  damage: '손상',
  damaged: '사진의 일부가 없거나 잘못되었습니다.',
  place: '위치',
  fileName: '파일',
};
