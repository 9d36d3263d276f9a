// @ts-check
// Why a video is not played.

import { inLanguage } from '../../strings/strings.js';

/** @typedef {'unplayable' | 'unserved'} VideoFailure */

/** @type {() => Record<VideoFailure, string>} */
export const videoFailures = () => inLanguage({
  en: {
    unplayable: 'This browser cannot play this video. Download it to open it in another program.',
    unserved: 'This server gives no files, so the video cannot be played.',
  },
  ko: {
    unplayable: '이 브라우저에서는 이 동영상을 재생할 수 없습니다. 내려받아 다른 프로그램에서 열어 주세요.',
    unserved: '이 서버는 파일을 제공하지 않으므로 동영상을 재생할 수 없습니다.',
  },
});
