// @ts-check
// The guided tour's words: what to do in each step, and what to look at.

import { inLanguage } from '../strings/strings.js';

/** @typedef {{title: string, act?: string, byFinger?: string, text: string}} StepWords `act`: said before the text; `byFinger`: the same on a touch screen */

const en = {
  tour: 'Guided tour',
  next: 'Next',
  back: 'Back',
  end: 'End',
  place: (/** @type {number} */ step, /** @type {number} */ all) => `${step} of ${all}`,
  steps: /** @type {StepWords[]} */ ([
    { title: 'Scroll slowly', act: 'Turn the wheel a little at a time.', byFinger: 'Swipe a little at a time.',
      text: 'The frame stays on green: each picture is loaded before you reach it. The line below the frame shows how far ahead the server loads.' },
    { title: 'Fling', act: 'Scroll as fast as you can.', byFinger: 'Swipe as fast as you can.',
      text: 'Loads that you scroll past are cancelled (grey bars). The dashed frame is where the server expects you to stop; its pictures are loaded first.' },
    { title: 'Turn back', act: 'Scroll the other way.', byFinger: 'Swipe the other way.',
      text: 'What you have just seen is still loaded, and the prefetch window turns with you.' },
    { title: 'Jump', act: 'Press Ctrl+End or drag the scroll bar.', byFinger: 'Drag the scroll bar at the edge.',
      text: 'Nothing in between is loaded: the frame jumps along the strip, and loading begins where it lands.' },
    { title: 'Reorder', act: 'Drag a colour to another position, or into another hue.', byFinger: 'Press and hold a colour, then drag it to another position, or into another hue.',
      text: 'Every open window shows the move, and the figure Version increases. The shades named 500 stay where they are, and Grey is locked.' },
    { title: 'Refresh', act: 'Press R.', byFinger: 'Pull the pictures down from their very top.',
      text: 'Running loads are cancelled, the source is read again, and only what differs changes. Your order is kept.' },
    { title: 'Pull the plug', text: 'Press the button under Origin and scroll on. Loads fail (red), are retried at growing intervals, then paused for a while. Press it again, then refresh.' },
  ]),
};

/** @type {typeof en} */
const ko = {
  tour: '둘러보기',
  next: '다음',
  back: '이전',
  end: '끝내기',
  place: (step, all) => `${all}단계 중 ${step}단계`,
  steps: [
    { title: '천천히 스크롤하기', act: '휠을 조금씩 돌려 보세요.', byFinger: '조금씩 밀어 보세요.',
      text: '테두리가 계속 초록색 위에 있습니다. 사진마다 그 자리에 이르기 전에 로드되기 때문입니다. 테두리 아래 선은 서버가 어디까지 미리 가져오는지 보여 줍니다.' },
    { title: '빠르게 넘기기', act: '최대한 빠르게 스크롤해 보세요.', byFinger: '최대한 빠르게 밀어 보세요.',
      text: '지나친 로드는 취소됩니다(회색 막대). 점선 테두리는 서버가 예상한 멈출 곳이며, 그곳의 사진을 먼저 불러옵니다.' },
    { title: '되돌아가기', act: '반대로 스크롤해 보세요.', byFinger: '반대로 밀어 보세요.',
      text: '방금 본 사진은 그대로 남아 있고, 미리 가져오는 범위도 함께 방향을 바꿉니다.' },
    { title: '건너뛰기', act: 'Ctrl+End를 누르거나 스크롤 막대를 끌어 보세요.', byFinger: '가장자리의 스크롤 막대를 끌어 보세요.',
      text: '그 사이의 사진은 로드하지 않습니다. 테두리가 띠를 가로질러 옮겨 가고, 도착한 곳에서 로드가 시작됩니다.' },
    { title: '순서 바꾸기', act: '색 하나를 다른 자리나 다른 색상으로 끌어 보세요.', byFinger: '색 하나를 길게 눌러 다른 자리나 다른 색상으로 끌어 보세요.',
      text: '열린 창마다 옮긴 결과가 보이고 ‘버전’ 수치가 올라갑니다. 이름이 500인 색조는 고정되어 있고 Grey는 잠겨 있습니다.' },
    { title: '새로 고치기', act: 'R 키를 누르세요.', byFinger: '맨 위에서 사진을 아래로 당겨 보세요.',
      text: '진행 중인 로드가 취소되고, 원본을 다시 읽어 달라진 것만 바뀝니다. 직접 정한 순서는 그대로입니다.' },
    { title: '연결 끊기', text: '‘원본 서버’ 아래의 버튼을 누르고 계속 스크롤해 보세요. 로드가 실패하고(빨간색), 점점 긴 간격으로 다시 시도하다가 한동안 멈춥니다. 버튼을 다시 누른 뒤 새로 고쳐 주세요.' },
  ],
};

export const words = inLanguage({ en, ko });
