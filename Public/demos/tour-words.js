// @ts-check
// The guided tour, step by step: what to do, and what to look at.

import { inLanguage } from '../strings/strings.js';

/** @typedef {{title: string, text: string}} StepWords */

const en = {
  tour: 'Guided tour',
  next: 'Next',
  back: 'Back',
  end: 'End',
  place: (/** @type {number} */ step, /** @type {number} */ all) => `${step} of ${all}`,
  steps: /** @type {StepWords[]} */ ([
    { title: 'Scroll slowly', text: 'Turn the wheel a little at a time. The frame moves over green: each picture was loaded before you came to it, and the line below the strip shows how far ahead the server looks.' },
    { title: 'Fling', text: 'Now scroll as fast as you can. What you fly over is called off again: grey bars. The dashed frame is where the server expects you to stop; its pictures come first.' },
    { title: 'Turn round', text: 'Scroll back. What you have just seen is still there, and the window ahead turns with you.' },
    { title: 'Jump', text: 'Press Ctrl+End, or drag the scroll bar. Nothing in between is loaded: the frame leaps across the strip, and loads begin where it lands.' },
    { title: 'Put in order', text: 'Drag a colour to another place, into another family if you like. Every open window sees it travel, and the figure Version counts it. The shades called 500 are pinned, and Grey is locked.' },
    { title: 'Refresh', text: 'Press R. Running loads are called off, the source is read anew, and only what differs changes. Your order stays.' },
    { title: 'Pull the plug', text: 'Press the button under Origin and scroll on. Loads fail: red, tried again with growing pauses, then left alone for a while. Plug it in again and refresh.' },
  ]),
};

/** @type {typeof en} */
const ko = {
  tour: '둘러보기',
  next: '다음',
  back: '이전',
  end: '끝내기',
  place: (step, all) => `${step} / ${all}`,
  steps: [
    { title: '천천히 스크롤', text: '휠을 조금씩 돌려 보세요. 테두리가 초록 위를 지나갑니다. 그림마다 도착하기 전에 로드되었고, 띠 아래의 선은 서버가 얼마나 앞을 보는지 보여 줍니다.' },
    { title: '빠르게 넘기기', text: '이제 최대한 빠르게 스크롤하세요. 지나친 것은 취소됩니다(회색 막대). 점선 테두리는 서버가 예상한 멈출 곳이며, 그곳의 그림이 먼저 옵니다.' },
    { title: '되돌아가기', text: '반대로 스크롤하세요. 방금 본 것은 그대로 있고, 앞을 보는 범위도 함께 방향을 바꿉니다.' },
    { title: '건너뛰기', text: 'Ctrl+End를 누르거나 스크롤 막대를 끌어 보세요. 그 사이는 로드되지 않습니다. 테두리가 띠를 가로질러 뛰고, 도착한 곳에서 로드가 시작됩니다.' },
    { title: '순서 바꾸기', text: '색 하나를 다른 자리로, 다른 계열로도 끌어 보세요. 열린 창마다 이동이 보이고 버전 수치가 올라갑니다. 500 색은 고정되어 있고 Grey는 잠겨 있습니다.' },
    { title: '새로 고침', text: 'R 키를 누르세요. 진행 중인 로드가 취소되고 원본을 다시 읽어 달라진 것만 바뀝니다. 만든 순서는 그대로입니다.' },
    { title: '플러그 뽑기', text: '원본 서버 버튼을 누르고 계속 스크롤하세요. 로드가 실패합니다(빨강). 간격을 늘려 다시 시도하다가 한동안 쉽니다. 다시 연결하고 새로 고치세요.' },
  ],
};

export const words = inLanguage({ en, ko });
