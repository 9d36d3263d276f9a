// @ts-check
// 한국어: 필드와 그 값의 이름.

const number = (/** @type {number} */ n) => n.toLocaleString('ko');

const fields = {
  title: '제목', name: '이름', folder: '폴더', kind: '종류', format: '형식', duration: '길이', bytes: '파일 크기', width: '너비', height: '높이',
  shape: '모양', rating: '평가', taken: '촬영 날짜', camera: '카메라', cameraSerial: '일련번호', lens: '렌즈', focalLength: '초점 거리',
  aperture: '조리개', exposure: '노출', iso: 'ISO', latitude: '위도', longitude: '경도', stars: '별점', flag: '채택·제외', labels: '라벨',
  keywords: '키워드', caption: '설명', label: '파일의 라벨', colourLabel: '색상 라벨', timeShift: '시계 보정(초)', sharpness: '선명도',
};

/** @param {string} name */
const field = (name) => (Object.hasOwn(fields, name) ? fields[/** @type {keyof typeof fields} */ (name)] : name);

/** @type {typeof import('./en-facts.js').facts} */
export const facts = {
  field,
  without: (name) => `${field(name)} 없음`,
  values: { shape: { landscape: '가로', portrait: '세로', square: '정사각형' }, kind: { photo: '사진', raw: 'RAW', video: '동영상' }, colourLabel: { red: '빨강', yellow: '노랑', green: '초록', blue: '파랑', purple: '보라' } },
  topFolder: '최상위 폴더',
  stars: (n) => `별 ${number(n)}개`,
  pixels: (n) => `${number(n)}px`,
  millimetres: (n) => `${number(n)}mm`,
  seconds: (n) => `${n}초`,
  yes: '예',
  no: '아니요',
  nothing: '찾은 항목이 없습니다',
};
