// @ts-check
// The words of the sheet of keys.

import { inLanguage } from '../strings/strings.js';

/**
 * @typedef {object} KeyWords
 * @property {string} title
 * @property {string} close
 * @property {string} documentation
 * @property {[string, [string, string, 'changes'?][]][]} groups each with its title, then keys and what they do; `changes` where somebody who may only look has no use for it
 */

/** @type {{en: KeyWords, ko: KeyWords}} */
const tables = {
  en: {
    title: 'Keys',
    close: 'Close',
    documentation: 'Documentation',
    groups: [
      ['Look', [
        ['← → ↑ ↓', 'Move the focus'], ['Enter', 'Open the picture, or return with Escape'], ['C', 'Compare two to four that are selected'], ['G', 'Go to a section or a place'], ['[ ]', 'Fold the section, unfold all; { folds all'], ['Home, End', 'First and last of the row; with Ctrl of all'],
        ['R', 'Refresh', 'changes'], ['I', 'Information, beside a large picture'], ['S', 'Slide show, with a large picture'], ['+ −', 'Zoom the large picture; Ctrl+0 shows all of it'], ['Z', 'The picture’s own pixels (100 %)'],
      ]],
      ['Mark', [
        ['1 … 5', 'Stars', 'changes'], ['0', 'No stars', 'changes'], ['P', 'Pick', 'changes'], ['X', 'Reject', 'changes'], ['U', 'Remove the flag', 'changes'], ['L', 'Labels', 'changes'],
        ['Shift or Caps Lock', 'With any of these: go on to the next picture', 'changes'],
      ]],
      ['Select and arrange', [
        ['Ctrl+Space', 'Select'], ['Shift+arrow', 'Select on'], ['Ctrl+A', 'Select all'], ['Escape', 'Select nothing, or cancel'], ['Space', 'Pick up; arrows move, Space drops', 'changes'],
        ['M', 'Move to a place', 'changes'], ['A', 'Add to an album', 'changes'], ['Delete', 'Remove from the album', 'changes'], ['Ctrl+Z', 'Undo; with Shift redo', 'changes'], ['Shift+F10', 'Menu of the item'],
      ]],
      ['Find', [['/', 'Search'], ['F', 'Filter'], ['S', 'Sort and group'], ['D', 'Dashboard'], ['?', 'This list']]],
    ],
  },
  ko: {
    title: '단축키',
    close: '닫기',
    documentation: '문서',
    groups: [
      ['보기', [
        ['← → ↑ ↓', '포커스 이동'], ['Enter', '사진 열기, Esc로 돌아가기'], ['C', '선택한 2~4장 비교'], ['G', '섹션 또는 위치로 이동'], ['[ ]', '섹션 접기, 모두 펼치기. {는 모두 접기'], ['Home, End', '줄의 처음과 끝, Ctrl과 함께 전체의 처음과 끝'],
        ['R', '새로고침', 'changes'], ['I', '큰 사진 옆에 정보'], ['S', '큰 사진에서 슬라이드 쇼'], ['+ −', '큰 사진 확대·축소, Ctrl+0은 전체 보기'], ['Z', '실제 픽셀(100%)로 보기'],
      ]],
      ['표시', [
        ['1 … 5', '별점', 'changes'], ['0', '별점 없음', 'changes'], ['P', '채택', 'changes'], ['X', '제외', 'changes'], ['U', '채택·제외 해제', 'changes'], ['L', '라벨', 'changes'],
        ['Shift 또는 Caps Lock', '위의 키와 함께: 다음 사진으로', 'changes'],
      ]],
      ['선택과 정리', [
        ['Ctrl+Space', '선택'], ['Shift+화살표', '이어서 선택'], ['Ctrl+A', '모두 선택'], ['Esc', '선택 해제 또는 취소'], ['Space', '들어 올리기, 화살표로 옮기고 Space로 놓기', 'changes'],
        ['M', '위치로 옮기기', 'changes'], ['A', '앨범에 추가', 'changes'], ['Delete', '앨범에서 빼기', 'changes'], ['Ctrl+Z', '실행 취소, Shift와 함께 다시 실행', 'changes'], ['Shift+F10', '항목 메뉴'],
      ]],
      ['찾기', [['/', '검색'], ['F', '필터'], ['S', '정렬과 묶기'], ['D', '대시보드'], ['?', '이 목록']]],
    ],
  },
};

export const keyWords = inLanguage(tables);
