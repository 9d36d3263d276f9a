// @ts-check
// 한국어: 왜 아무것도 표시되지 않는지. 코드는 페이지의 것이며, 토큰에 관한 것은 서버의 것이다.

/** @type {typeof import('./en-first-reasons.js').firstReasons} */
export const firstReasons = {
  'connection-lost': '서버에 연결할 수 없습니다.',
  'grid-server-unreachable': ({ server, origin }) => `${server}에 연결할 수 없거나, 그 서버가 ${origin}의 페이지를 허용하지 않습니다.`,
  'grid-server-unfit': ({ server, older }) =>
    older === 'server' ? `서버 ${server}이(가) 이 페이지의 그리드보다 오래된 버전입니다. 서버를 업데이트해 주세요.` :
      older ? `서버 ${server}이(가) 이 페이지의 그리드보다 새 버전입니다. 페이지를 새로 고치거나 페이지의 그리드를 업데이트해 주세요.` :
        `${server}에서 응답하는 것은 Lookahead 서버가 아니거나 버전이 다릅니다.`,
  'grid-server-invalid': ({ server }) => `“${server}”은(는) 서버 주소가 아닙니다. http:// 또는 https://로 시작하거나 페이지를 기준으로 한 주소여야 합니다.`,
  'read-only': '보기만 할 수 있고 변경할 수 없습니다.',
  'token-missing': '서버에 토큰이 필요하지만, 이 페이지에는 토큰이 없습니다.',
  'token-refused': '서버가 이 페이지의 토큰을 받아들이지 않습니다.',
  'collection-missing': ({ collection }) => `서버에 컬렉션 “${collection}”이(가) 없습니다.`,
};

export const unknownReason = '문제가 발생했습니다. 잠시 후 다시 시도해 주세요.';
