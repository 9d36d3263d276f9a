// @ts-check
// 한국어: 찾기, 정렬, 묶기, 사진 정보.

const number = (/** @type {number} */ n) => n.toLocaleString('ko');

const fields = {
  title: '제목', name: '이름', folder: '폴더', kind: '종류', format: '형식', duration: '길이', bytes: '파일 크기', width: '너비', height: '높이',
  shape: '모양', rating: '평가', taken: '촬영 날짜', camera: '카메라', lens: '렌즈', focalLength: '초점 거리',
  aperture: '조리개', exposure: '노출', iso: 'ISO', latitude: '위도', longitude: '경도', stars: '별점', flag: '채택·제외', labels: '라벨',
  keywords: '키워드', caption: '설명',
};

/** @param {string} name */
const field = (name) => (Object.hasOwn(fields, name) ? fields[/** @type {keyof typeof fields} */ (name)] : name);

const withouts = /** @type {Record<string, string>} */ ({ taken: '날짜 없음' });

/** @type {typeof import('./en.js').en['find']} */
export const find = {
  field,
  without: (name) => (Object.hasOwn(withouts, name) ? withouts[name] : `${field(name)} 없음`),
  shapes: { landscape: '가로', portrait: '세로', square: '정사각형' },
  kinds: { photo: '사진', raw: 'RAW', video: '동영상' },
  topFolder: '최상위 폴더',
  stars: (n) => `별 ${number(n)}개`,
  pixels: (n) => `${number(n)}px`,
  millimetres: (n) => `${number(n)}mm`,
  seconds: (n) => `${n}초`,
  yes: '예',
  no: '아니요',

  search: '검색',
  searchHint: '검색 (/)',
  clearSearch: '검색어 지우기 (Esc)',
  closeSearch: '검색 닫기',
  found: (n, total) => `${number(total)}개 중 ${number(n)}개`,
  foundSpoken: (n) => `항목 ${number(n)}개를 찾았습니다.`,
  nothing: '찾은 항목이 없습니다',
  nothingDetail: '모든 조건에 맞는 항목이 없습니다.',
  wouldFind: (condition, n) => `${condition} 조건을 빼면 ${number(n)}개`,
  searchWords: (text) => `‘${text}’`,
  clearAll: '모두 지우기',
  conditions: '조건',
  remove: (condition) => `${condition} 조건 지우기`,
  customFilter: '사용자 지정 필터',
  waiting: '서버가 컬렉션을 읽는 중입니다. 결과가 곧 표시됩니다.',

  filter: '필터 (F)',
  filterTitle: '필터',
  closeFilter: '필터 닫기 (Esc)',
  from: '부터',
  until: '까지',
  more: '가장 많은 값만 표시됩니다.',
  noFacets: '아직 필터로 쓸 수 있는 정보가 없습니다.',
  reading: (done, total) => `날짜와 카메라를 읽는 중: ${number(total)}개 중 ${number(done)}개`,
  optionCount: (option, n) => `${option}, ${number(n)}개`,
  condition: (name, value) => `${name}: ${value}`,
  range: (from, until) => `${from} – ${until}`,
  atLeast: (from) => `${from}부터`,
  atMost: (until) => `${until}까지`,
  contains: (text) => `‘${text}’ 포함`,

  saved: '저장된 검색',
  save: '이 검색 저장',
  saveNow: '저장',
  replaceSaved: '바꾸기',
  rename: '이름 변경',
  savedTitle: '검색 이름',
  renameSaved: (title) => `${title} 이름 변경`,
  deleteSaved: (title) => `${title} 삭제`,
  savedAs: (title) => `‘${title}’ 이름으로 저장했습니다.`,
  savedDeleted: (title) => `‘${title}’ 검색을 삭제했습니다.`,
  titleTaken: (title) => `‘${title}’ 이름의 검색이 이미 있습니다.`,

  arrange: '정렬 및 묶기 (S)',
  arrangeTitle: '정렬 및 묶기',
  byMonth: '날짜순으로, 월별로 묶기',
  sort: '정렬 기준',
  listColumns: '목록의 열',
  ownOrder: '컬렉션 자체의 순서',
  ascending: { date: '오래된 순', number: '작은 순', text: '가나다순', other: '오름차순' },
  descending: { date: '최신순', number: '큰 순', text: '가나다 역순', other: '내림차순' },
  ownOrderHint: '항목은 폴더 안에 그대로 있습니다. 모두에게 적용되며 실행 취소할 수 있습니다.',
  group: '묶는 기준',
  noGroups: '없음',
  ownGroups: '폴더',
  parts: { year: '연도', month: '월', day: '일' },

  information: '정보 (I)',
  informationTitle: '정보',
  closeInformation: '정보 닫기 (I)',
  noInformation: '이 사진에 대해 더 알려진 정보가 없습니다.',
  dimensions: '크기',
  place: '위치',
  fileName: '파일',
};
