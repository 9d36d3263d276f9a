// @ts-check
// 한국어: 표시, 라벨, 비교, 섹션.

/** @type {typeof import('./en-marks.js').mark} */
export const mark = {
  stars: '별점',
  pick: '채택',
  reject: '제외',
  noFlag: '채택·제외 해제',
  labels: '라벨',
  editLabels: '라벨…',
  labelsOf: (thing) => `${thing}의 라벨`,
  labelHint: '라벨 찾기 또는 추가',
  labelColour: '라벨 색',
  colours: { red: '빨강', orange: '주황', yellow: '노랑', green: '초록', teal: '청록', blue: '파랑', purple: '보라', grey: '회색' },
  done: '완료',
  hideRejected: '제외한 항목 숨기기',
  rejectedHidden: '제외한 항목 숨김',
  slideShow: '슬라이드 쇼 (S)',
  stopSlideShow: '슬라이드 쇼 멈추기 (S)',
  comparing: (n) => (n === 1 ? '사진 한 장이 남았습니다' : `사진 ${n}장 비교`),
  scale: '화면에 표시된 실제 픽셀의 배율',
  wholePictures: '전체 보기',
  outline: '개요: 섹션으로 이동 (G)',
  viewOnly: '보기 전용',
  viewOnlyDetail: '보고 다운로드하고 내보낼 수 있습니다. 변경하려면 다른 토큰이 필요합니다.',
  findSection: '섹션 찾기',
  noSection: '제목이 일치하는 섹션이 없습니다.',
  moreSections: (n) => `${n.toLocaleString('ko')}개 더 있습니다. 입력하여 목록을 좁히세요.`,
};
