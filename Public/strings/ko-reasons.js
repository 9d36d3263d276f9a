// @ts-check
// 한국어: 무엇이 왜 되지 않았는지. 코드는 서버가 보낸 것이며 `connection-lost`는 페이지가 만든다.

/** @type {typeof import('./en-reasons.js').reasons} */
export const reasons = {
  'connection-lost': '서버에 연결할 수 없습니다.',
};

export const unknownReason = '문제가 발생했습니다. 잠시 후 다시 시도해 주세요.';
