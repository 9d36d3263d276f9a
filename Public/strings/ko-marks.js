// @ts-check
// 한국어: 표시, 라벨, 비교, 단축키.

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
  more: '표시…',
  hideRejected: '제외한 항목 숨기기',
  rejectedHidden: '제외한 항목 숨김',
  slideShow: '슬라이드 쇼 (S)',
  stopSlideShow: '슬라이드 쇼 멈추기 (S)',
  compare: '비교',
  compareSelected: (n) => `선택한 ${n}장 비교`,
  comparing: (n) => `사진 ${n}장 비교`,
  wholePictures: '전체 보기',
  compareHowMany: '비교하려면 사진을 2~4장 선택하세요.',
  findSection: '섹션 찾기',
  noSection: '제목이 일치하는 섹션이 없습니다.',
  moreSections: (n) => `${n.toLocaleString('ko')}개 더 있습니다. 입력하여 목록을 좁히세요.`,
  foldedSection: (title) => `${title} 접음.`,
  unfoldedSection: (title) => `${title} 펼침.`,
  foldedAll: '모든 섹션을 접었습니다.',
  unfoldedAll: '모든 섹션을 펼쳤습니다.',
  foldsTooMany: '따로 접은 섹션이 너무 많습니다. 모두 접기를 사용하세요.',

  keys: '단축키',
  showKeys: '단축키 (?)',
  closeKeys: '닫기',
  keyGroups: [
    ['보기', [
      ['← → ↑ ↓', '포커스 이동'], ['Enter', '사진 열기, Esc로 돌아가기'], ['C', '선택한 2~4장 비교'], ['G', '섹션 또는 위치로 이동'], ['[ ]', '섹션 접기, 모두 펼치기. {는 모두 접기'], ['Home, End', '줄의 처음과 끝, Ctrl과 함께 전체의 처음과 끝'],
      ['R', '새로고침'], ['I', '큰 사진 옆에 정보'], ['S', '큰 사진에서 슬라이드 쇼'], ['+ −', '큰 사진 확대·축소, Ctrl+0은 전체 보기'], ['Z', '실제 픽셀(100%)로 보기'],
    ]],
    ['표시', [
      ['1 … 5', '별점'], ['0', '별점 없음'], ['P', '채택'], ['X', '제외'], ['U', '채택·제외 해제'], ['L', '라벨'],
      ['Shift 또는 Caps Lock', '위의 키와 함께: 다음 사진으로'],
    ]],
    ['선택과 정리', [
      ['Ctrl+Space', '선택'], ['Shift+화살표', '이어서 선택'], ['Ctrl+A', '모두 선택'], ['Esc', '선택 해제 또는 취소'], ['Space', '들어 올리기, 화살표로 옮기고 Space로 놓기'],
      ['M', '위치로 옮기기'], ['A', '앨범에 추가'], ['Delete', '앨범에서 빼기'], ['Ctrl+Z', '실행 취소, Shift와 함께 다시 실행'], ['Shift+F10', '항목 메뉴'],
    ]],
    ['찾기', [['/', '검색'], ['F', '필터'], ['S', '정렬과 묶기'], ['D', '대시보드'], ['?', '이 목록']]],
  ],
};
