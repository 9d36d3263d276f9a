// @ts-check
// The words of the sheet of keys, by the names of keys.

import { inLanguage } from '../strings/strings.js';

/** @typedef {import('../grid/access/keys.js').Key} Key */

/**
 * @typedef {object} KeyWords
 * @property {string} title
 * @property {string} close
 * @property {string} documentation
 * @property {string} change
 * @property {string} changed ends changing
 * @property {string} reset
 * @property {string} changeHint
 * @property {string} press
 * @property {(letter: string, words: string) => string} taken
 * @property {string} noLetter
 * @property {Record<string, Record<string, string | [string, string]>>} groups of lines, by their titles: what a key does, where
 *   several keys share a line after how they are written
 */

/** @type {{en: KeyWords, ko: KeyWords}} */
export const tables = {
  en: {
    title: 'Keys',
    close: 'Close',
    documentation: 'Documentation',
    change: 'Change keys',
    changed: 'Done',
    reset: 'Reset all',
    changeHint: 'Choose a framed key, then press the new one. It is kept in this browser.',
    press: 'Press a key',
    taken: (letter, words) => `${letter} is taken: ${words}.`,
    noLetter: 'Letters, digits and signs can be chosen.',
    groups: {
      Look: {
        focus: ['← → ↑ ↓', 'Move the focus'], open: 'Open the picture, or return with Escape', look: 'Look at the picture while it is held, or until it is pressed again', compare: 'Compare two to four that are selected', goTo: 'Go to a section or a place',
        fold: ['[ ]', 'Fold the section, unfold all; { folds all'], ends: ['Home, End', 'First and last of the row; with Ctrl of all'], refresh: 'Refresh',
        size: ['+ −', 'Larger or smaller cells'], all: 'Show all pictures, or return',
        information: 'Information, beside the pictures or a large one', slideShow: 'Slide show, with a large picture', strip: 'Film strip below a large picture', fullScreen: 'Full screen, with a large picture',
        exposure: 'Histogram and what is clipped', sharpness: 'What is sharp in a large picture', boxes: 'Boxes of data sets',
        stackOpen: 'Open the stack in its place, or close it', stackIn: ['↓ ↑', 'Into a stack, and back, in the large picture'],
        zoom: ['+ −', 'Zoom the large picture; Ctrl+0 shows all of it'], actual: 'The picture’s own pixels (100 %)',
      },
      Mark: {
        stars: ['1 … 5', 'Stars'], noStars: 'No stars', colourLabel: ['6 … 9', 'Red, yellow, green or blue label'], pick: 'Pick', reject: 'Reject', noFlag: 'Remove the flag', labels: 'Labels', field: 'Set a field',
        goOn: ['Shift or Caps Lock', 'With any of these: go on to the next picture, or stay where the switch goes on'],
      },
      'Select and arrange': {
        select: 'Select', extend: ['Shift+arrow', 'Select on'], selectAll: 'Select all', escape: ['Escape', 'Select nothing, or cancel'],
        stackMake: 'Stack what is selected', stackApart: ['Shift+Ctrl+G', 'Take the stack apart'], stackFace: 'Show this picture for its stack',
        pickUp: 'Pick up; arrows move, Enter drops', move: 'Move to a place', album: 'Add to an album', albumRemoval: 'Remove from the album',
        undo: 'Undo; with Shift redo', menu: 'Menu of the item',
      },
      Find: { search: 'Search', quick: 'Quick bar; again: all, picks, unmarked, rejects', filter: 'Filter', arrange: 'Sort and group', dashboard: 'Dashboard', keys: 'This list' },
    },
  },
  ko: {
    title: '단축키',
    close: '닫기',
    documentation: '문서',
    change: '키 변경',
    changed: '완료',
    reset: '모두 초기화',
    changeHint: '테두리가 있는 키를 고른 다음 새 키를 누르세요. 이 브라우저에 저장됩니다.',
    press: '새 키를 누르세요',
    taken: (letter, words) => `${letter} 키는 이미 쓰이고 있습니다: ${words}`,
    noLetter: '글자, 숫자, 기호 키를 고를 수 있습니다.',
    groups: {
      보기: {
        focus: ['← → ↑ ↓', '포커스 이동'], open: '사진 열기, Esc로 돌아가기', look: '누르고 있는 동안, 또는 다시 누를 때까지 사진 보기', compare: '선택한 2~4장 비교', goTo: '섹션 또는 위치로 이동',
        fold: ['[ ]', '섹션 접기, 모두 펼치기. {는 모두 접기'], ends: ['Home, End', '줄의 처음과 끝, Ctrl과 함께 전체의 처음과 끝'], refresh: '새로고침',
        size: ['+ −', '셀을 크게 또는 작게'], all: '모든 사진 보기, 다시 누르면 돌아가기',
        information: '사진들이나 큰 사진 옆에 정보', slideShow: '큰 사진에서 슬라이드 쇼', strip: '큰 사진 아래 필름 스트립', fullScreen: '큰 사진 전체 화면',
        exposure: '히스토그램과 클리핑', sharpness: '큰 사진의 선명한 부분 표시', boxes: '데이터 세트의 상자', stackOpen: '스택을 제자리에서 펼치거나 접기', stackIn: ['↓ ↑', '큰 사진에서 스택 안으로, 밖으로'],
        zoom: ['+ −', '큰 사진 확대·축소, Ctrl+0은 전체 보기'], actual: '실제 픽셀(100%)로 보기',
      },
      표시: {
        stars: ['1 … 5', '별점'], noStars: '별점 없음', colourLabel: ['6 … 9', '빨강, 노랑, 초록, 파랑 라벨'], pick: '채택', reject: '제외', noFlag: '채택·제외 해제', labels: '라벨', field: '필드 지정',
        goOn: ['Shift 또는 Caps Lock', '위의 키와 함께: 다음 사진으로, 자동 이동이 켜져 있으면 머무르기'],
      },
      '선택과 정리': {
        select: '선택', extend: ['Shift+화살표', '이어서 선택'], selectAll: '모두 선택', escape: ['Esc', '선택 해제 또는 취소'],
        stackMake: '선택한 사진을 스택으로 묶기', stackApart: ['Shift+Ctrl+G', '스택 풀기'], stackFace: '이 사진을 스택의 대표로',
        pickUp: '들어 올리기, 화살표로 옮기고 Enter로 놓기', move: '위치로 옮기기', album: '앨범에 추가', albumRemoval: '앨범에서 빼기',
        undo: '실행 취소, Shift와 함께 다시 실행', menu: '항목 메뉴',
      },
      찾기: { search: '검색', quick: '빠른 필터, 다시 누르면 전체·채택·미표시·제외', filter: '필터', arrange: '정렬과 묶기', dashboard: '대시보드', keys: '이 목록' },
    },
  },
};

export const keyWords = inLanguage(tables);

/**
 * The lines of the sheet, in groups.
 * @param {KeyWords} words
 * @param {Key[]} keys those that the reader can use
 * @param {(key: Key) => string} [keysOf] which ones they are now
 */
export function keyLines({ groups }, keys, keysOf = (key) => key.keys) {
  return Object.entries(groups).flatMap(([title, names]) => {
    const lines = Object.entries(names).flatMap(([name, words]) => {
      const found = keys.find((key) => key.name === name);
      if (!found) return [];
      const [label, meaning] = typeof words === 'string' ? [labelOf(keysOf(found)), words] : words;
      return [{ label, words: meaning, key: found }];
    });
    return lines.length ? [{ title, lines }] : [];
  });
}

/**
 * A key as it is printed.
 * @param {string} keys
 */
function labelOf(keys) {
  const [first] = keys.split(' ');
  return /^(Ctrl\+)?[a-z]$/.test(first) ? first.slice(0, -1) + first.slice(-1).toUpperCase() : first;
}
