// @ts-check
// 한국어: 무엇이 왜 되지 않았는지. 코드는 서버의 것이며, `connection-lost`만 페이지의 것이다.

/** @type {typeof import('./en-reasons.js').reasons} */
export const reasons = {
  'connection-lost': '서버에 연결할 수 없습니다.',

  // 사진 파일.
  'file-empty': '파일이 비어 있습니다.',
  'file-missing': '파일이 더 이상 없습니다. 새로 고치면 목록에서 사라집니다.',
  'file-unreadable': ({ error }) => `파일을 읽지 못했습니다(오류 ${error}).`,
  'file-being-written': '파일을 아직 쓰는 중입니다. 완료되면 다시 읽습니다.',
  'no-permission': '서버에 파일을 읽을 권한이 없습니다. 권한을 변경한 뒤 다시 시도해 주세요.',
  'not-a-file': '일반 파일이 아닙니다.',
  'link-leaves-folder': '폴더 밖을 가리키는 링크이므로 열지 않습니다.',

  // 사진의 내용.
  'not-a-picture': '읽을 수 있는 형식의 사진이 아닙니다.',
  'picture-damaged': '사진이 불완전하거나 손상되었습니다.',
  'picture-too-large': ({ size, limit }) => `사진이 ${size}메가픽셀입니다. ${limit}메가픽셀까지 열 수 있습니다.`,
  'pixel-count-mismatch': '사진의 크기가 내용과 맞지 않습니다.',
  'preview-too-large': '사진의 미리보기를 충분히 작게 만들 수 없습니다.',

  // 서버의 디코더.
  'decoder-crashed': '이 사진을 디코딩하다가 디코더가 중단되었습니다.',
  'decoder-invalid': '디코더가 예상대로 응답하지 않습니다. 서버 설치를 확인해 주세요.',
  'decoder-memory-limit': '사진을 디코딩하는 데 메모리가 너무 많이 필요합니다.',
  'decoder-not-started': ({ error }) => `디코더를 시작하지 못했습니다(오류 ${error}).`,
  'decoder-processor-limit': '사진을 디코딩하는 데 프로세서 시간이 너무 많이 필요합니다.',
  'decoder-timeout': ({ seconds }) => `사진을 디코딩하는 데 ${seconds}초가 넘게 걸렸습니다.`,
  'decoders-keep-crashing': '디코더가 계속 중단됩니다. 서버의 메모리가 부족할 수 있습니다.',
  'picture-library-missing': '사진 라이브러리 libvips를 시작하지 못했습니다. 설치를 확인해 주세요.',
  'load-cancelled': '사진 불러오기가 취소되었습니다. 다시 시도해 주세요.',
  'out-of-memory': '서버의 메모리가 부족합니다. 잠시 후 다시 시도해 주세요.',
  'too-many-files-open': '서버에 열린 파일이 너무 많습니다. 잠시 후 다시 시도해 주세요.',

  // 사진이 있는 서버에서 내려받기.
  'address-private': ({ address }) => `${address} 주소는 사설 주소입니다. 여기에서 내려받으려면 --allow-private 옵션으로 서버를 시작해 주세요.`,
  'download-too-large': ({ limit }) => `사진이 내려받을 수 있는 크기인 ${limit} MB보다 큽니다.`,
  'server-answer-empty': '사진이 있는 서버가 빈 응답을 보냈습니다.',
  'server-answer-invalid': '사진이 있는 서버가 잘못된 응답을 보냈습니다.',
  'server-refused': ({ status }) => `사진이 있는 서버가 접근을 거부했습니다(상태 ${status}).`,
  'server-status': ({ status }) => `사진이 있는 서버가 상태 ${status} 응답을 보냈습니다.`,
  'server-timeout': '사진이 있는 서버의 응답이 너무 늦습니다.',
  'server-unreachable': '사진이 있는 서버에 연결할 수 없습니다.',
  'too-many-redirects': '사진이 있는 서버가 요청을 너무 많이 리디렉션했습니다.',

  // 컬렉션의 원본.
  'folder-missing': ({ path }) => `${path} 폴더가 없습니다. 경로가 맞는지, 디스크가 마운트되어 있는지 확인해 주세요.`,
  'folder-no-permission': ({ path }) => `서버에 ${path} 폴더를 읽을 권한이 없습니다. 권한을 변경한 뒤 새로 고쳐 주세요.`,
  'folder-unreadable': ({ path, error }) => `${path} 폴더를 읽지 못했습니다(오류 ${error}). 디스크를 확인한 뒤 새로 고쳐 주세요.`,
  'list-missing': ({ path }) => `${path} 위치에 사진 목록이 없습니다.`,
  'list-no-permission': ({ path }) => `서버에 ${path} 목록을 읽을 권한이 없습니다. 권한을 변경한 뒤 새로 고쳐 주세요.`,
  'list-unreadable': ({ path, error }) => `${path} 목록을 읽지 못했습니다(오류 ${error}).`,
  'listing-cancelled': '컬렉션 읽기가 취소되었습니다.',
  'nothing-to-list': '직접 보낸 항목에는 다시 읽을 원본이 없습니다.',
  'source-unreadable': ({ title }, cause) => `${title} 컬렉션을 읽을 수 없습니다. ${cause}`,
  'source-unreadable-kept': ({ title }, cause) => `${title} 컬렉션을 읽을 수 없습니다. ${cause} 마지막 상태 그대로 표시합니다.`,
  'source-empty': ({ title, count }) =>
    `${title} 컬렉션이 지금 비어 있습니다. 디스크가 마운트되어 있는지 확인해 주세요. 항목 ${count}개의 순서는 그대로 남아 있습니다.`,

  // 원본에서 제외되는 것.
  hidden: '숨김 파일과 폴더는 제외됩니다.',
  'identifier-length': '식별자는 1~200바이트여야 합니다.',
  'link-not-followed': '폴더를 가리키거나, 폴더 밖을 가리키거나, 대상이 없는 링크는 제외됩니다.',
  'raw-file': '카메라 RAW 파일은 표시할 수 없습니다.',
  'video-file': '동영상은 표시할 수 없습니다.',
  'listed-twice': '식별자나 주소가 이미 목록에 있습니다.',
  'nested-too-deep': '폴더가 너무 깊이 중첩되어 있습니다.',
  'not-a-web-address': '이 줄에는 http 또는 https 주소가 없습니다.',
  'not-json': '이 줄은 올바른 JSON이 아닙니다.',

  // 없거나 아직 없는 것.
  'collection-not-found': ({ id }) => `‘${id}’ 컬렉션이 없습니다.`,
  'section-not-found': ({ id }) => `‘${id}’ 섹션이 없습니다.`,
  'item-not-found': ({ id }) => `‘${id}’ 항목이 없습니다.`,
  'viewer-not-found': ({ id }) => `‘${id}’ 뷰어가 없습니다.`,
  'query-not-found': ({ id }) => `‘${id}’ 저장된 검색이 없습니다.`,
  'movement-not-found': '서버가 옮기기를 끝냈습니다. 다시 시도해 주세요.',
  'still-opening': '컬렉션을 처음으로 읽는 중입니다. 잠시 후 다시 시도해 주세요.',
  'version-changed': '그사이 컬렉션이 변경되었습니다. 다시 시도해 주세요.',
  'version-unknown': '서버가 컬렉션의 이 버전을 알지 못합니다. 페이지를 다시 불러와 주세요.',
  'version-forgotten': '페이지가 컬렉션보다 너무 뒤처져 있습니다. 페이지를 다시 불러와 주세요.',
  'selection-outdated': '항목을 선택한 뒤 컬렉션이 변경되었습니다. 다시 선택해 주세요.',
  'nothing-to-undo': '실행 취소할 작업이 없습니다.',
  'nothing-to-redo': '다시 실행할 작업이 없습니다.',

  // 서버가 지금은 할 수 없는 것.
  'disk-full': '서버의 디스크가 가득 찼습니다. 변경된 것은 없습니다. 공간을 확보한 뒤 다시 시도해 주세요.',
  'store-unreachable': '지금은 데이터베이스에 연결할 수 없어 변경을 확인하지 못했습니다. 잠시 후 다시 시도해 주세요.',
  'not-stored': '변경 사항을 저장하지 못했습니다. 변경된 것은 없습니다. 잠시 후 다시 시도해 주세요.',
  'store-damaged': '컬렉션의 저장된 데이터가 손상되어 읽을 수 없습니다. 백업을 복원해 주세요.',
  'too-many-collections': ({ limit }) => `컬렉션 수가 서버의 한도인 ${limit}개에 이르렀습니다. 나중에 다시 시도해 주세요.`,
  'too-many-items': ({ limit }) => `올린 항목 수가 서버의 한도인 ${limit}개에 이르렀습니다. 올린 컬렉션을 먼저 삭제해 주세요.`,
  'too-many-megabytes': ({ limit }) => `올린 항목이 차지하는 메모리가 서버의 한도인 ${limit} MiB에 이르렀습니다. 올린 컬렉션을 먼저 삭제해 주세요.`,
  'too-many-viewers': ({ limit }) => `열린 화면 수가 서버의 한도인 ${limit}개에 이르렀습니다. 나중에 다시 시도해 주세요.`,
  'too-many-movements': ({ limit }) => `동시에 옮길 수 있는 한도인 ${limit}건에 이르렀습니다. 나중에 다시 시도해 주세요.`,
  'share-of-collections': ({ limit }) => `사용자당 한도인 컬렉션 ${limit}개를 모두 올렸습니다. 올린 컬렉션을 먼저 삭제해 주세요.`,
  'share-of-items': ({ limit }) => `사용자당 한도인 항목 ${limit}개를 모두 올렸습니다. 올린 컬렉션을 먼저 삭제해 주세요.`,
  'share-of-viewers': ({ limit }) => `사용자당 한도인 화면 ${limit}개를 모두 열었습니다. 일부를 닫거나 나중에 다시 시도해 주세요.`,
  'share-of-movements': ({ limit }) => `사용자당 동시에 옮길 수 있는 한도인 ${limit}건에 이르렀습니다. 나중에 다시 시도해 주세요.`,
  'too-many-changes': ({ limit }) => `대기 중인 변경이 서버의 한도인 ${limit}건에 이르렀습니다. 나중에 다시 시도해 주세요.`,
  'too-many-saved-queries': ({ limit }) => `컬렉션에 저장할 수 있는 검색은 ${limit}개까지입니다. 먼저 하나를 삭제해 주세요.`,
  'range-superseded': '서버가 더 최근의 화면 위치에 응답했습니다.',
  'shutting-down': '서버를 종료하는 중입니다. 잠시 후 다시 시도해 주세요.',

  // 검색: 질의와 그 결과.
  'fields-being-read': '검색할 수 있는 내용을 아직 읽는 중입니다. 잠시 후 다시 시도해 주세요.',
  'field-unknown': ({ field }) => `컬렉션에 ‘${field}’ 필드가 없습니다.`,
  'query-invalid': '이 컬렉션에서 쓸 수 없는 검색 조건입니다. 조건을 바꿔 주세요.',
  'query-too-large': '검색어나 검색 조건이 너무 많습니다. 일부를 지워 주세요.',
  'query-too-long': '검색이 너무 오래 걸려 중단되었습니다. 범위를 좁힌 다음 다시 시도해 주세요.',
  'too-many-groups': ({ limit }) => `그룹이 ${limit}개를 넘게 됩니다. 다른 기준으로 묶어 주세요.`,
  'too-many-results': ({ limit }) => `사용 중인 검색 결과가 서버의 한도인 ${limit}개에 이르렀습니다. 나중에 다시 시도해 주세요.`,
  'too-fast-queries': ({ limit }) => `1초 안에 새 검색을 ${limit}건 넘게 보냈습니다. 잠시 후 다시 시도해 주세요.`,
  'order-sorted': '정렬된 항목은 옮길 수 없습니다. 옮기려면 컬렉션 자체의 순서로 표시해 주세요.',
  'result-fixed': '검색 결과에서는 변경할 수 없습니다. 컬렉션에서 변경해 주세요.',

  // 컬렉션이 허용하지 않는 것.
  'too-many-archives': ({ limit }) => `압축 파일을 동시에 ${limit}개까지만 내려받을 수 있습니다. 잠시 뒤에 다시 해 보세요.`,
  'archive-too-large': ({ limit }) => `압축 파일에는 파일을 ${limit}개까지 넣을 수 있습니다. 더 적게 선택하세요.`,
  'archive-empty': '이 항목들에는 읽을 수 있는 파일이 없습니다.',
  'originals-not-served': ({ title }) => `${title} 컬렉션의 파일은 내려받을 수 없습니다.`,
  'order-fixed': ({ title }) => `${title} 컬렉션의 순서는 바꿀 수 없습니다.`,
  'inserts-unsupported': ({ title }) => `${title} 컬렉션에는 항목을 삽입할 수 없습니다.`,
  'sections-unsupported': ({ title }) => `${title} 컬렉션에는 섹션을 삽입할 수 없습니다.`,
  'deletes-unsupported': ({ title }) => `${title} 컬렉션의 항목은 삭제할 수 없습니다.`,
  'move-refused': ({ title }) => `${title} 컬렉션에서는 항목을 그 자리로 옮길 수 없습니다. 다른 자리를 선택해 주세요.`,
  'not-refreshable': ({ title }) => `${title} 컬렉션은 다시 읽을 원본이 없어 새로 고칠 수 없습니다.`,
  'hue-locked': ({ hue }) => `${hue} 색상은 잠겨 있어 색조를 서로 떼어 놓을 수 없습니다.`,
  'base-shade-fixed': ({ shade }) => `${shade} 색은 그 색상의 기본 색조이므로 자리를 바꿀 수 없습니다.`,
  'collection-exists': ({ id }) => `‘${id}’ 컬렉션이 이미 있습니다. 다른 식별자를 선택해 주세요.`,
  'collection-not-served': ({ title }) => `${title} 컬렉션은 저장된 내용이 손상되어 표시할 수 없습니다.`,
  'posting-unsupported': '이 서버에서는 새 컬렉션을 만들 수 없습니다.',
  'deletion-unsupported': ({ title }) => `${title} 컬렉션은 직접 만든 것이 아니므로 삭제할 수 없습니다.`,

  // 변경할 수 없는 요청.
  'section-outside': ({ count }) => `그런 섹션이 없습니다. 컬렉션의 섹션은 ${count}개입니다.`,
  'place-outside': ({ count }) => `그런 위치가 없습니다. 섹션의 위치는 ${count}개입니다.`,
  'place-outside-version': '컬렉션의 이 버전에는 그런 위치가 없었습니다.',
  'ranges-invalid': ({ count }) => `범위는 겹치지 않는 오름차순이어야 하며 ${count}보다 앞에서 끝나야 합니다.`,
  'rating-unknown': ({ ratings }) => (ratings ? `평가는 다음 중 하나여야 합니다: ${ratings}.` : '이 항목들은 평가할 수 없습니다.'),
  'attributes-too-large': ({ limit }) => `항목의 속성은 ${limit} KiB를 넘을 수 없습니다.`,
  'value-out-of-range': ({ minimum, maximum }) => `값은 ${minimum} 이상 ${maximum} 이하여야 합니다.`,
  'rect-too-large': ({ limit }) => `영역에 항목이 ${limit}개보다 많습니다. 더 작은 영역을 요청해 주세요.`,
  'item-duplicate': ({ item }) => `‘${item}’ 항목이 두 번 나오게 됩니다. 변경된 것은 없습니다.`,
  'section-duplicate': ({ section }) => `‘${section}’ 섹션이 두 번 나오게 됩니다. 변경된 것은 없습니다.`,
  'item-gone': ({ item }) => `‘${item}’ 항목은 더 이상 컬렉션에 없습니다. 변경된 것은 없습니다.`,
  'item-inserted': ({ item }) => `그사이 ‘${item}’ 항목이 삽입되었습니다. 변경된 것은 없습니다.`,
  'neighbours-gone': ({ item }) => `‘${item}’ 항목이 놓일 자리의 양옆 항목이 모두 섹션에서 사라졌습니다. 변경된 것은 없습니다.`,
  'section-gone': ({ section }) => `‘${section}’ 섹션은 더 이상 컬렉션에 없습니다. 변경된 것은 없습니다.`,
  'section-inserted': ({ section }) => `그사이 ‘${section}’ 섹션이 삽입되었습니다. 변경된 것은 없습니다.`,
  'neighbour-sections-gone': ({ section }) => `‘${section}’ 섹션이 놓일 자리의 양옆 섹션이 모두 컬렉션에서 사라졌습니다. 변경된 것은 없습니다.`,
  'section-filled': ({ section }) => `그사이 ‘${section}’ 섹션에 항목이 들어왔습니다. 변경된 것은 없습니다.`,
  'change-inapplicable': '변경 사항이 지금의 컬렉션과 맞지 않습니다. 변경된 것은 없습니다.',
  'batch-contradictory': ({ operation }) => `일괄 업데이트에 모순이 있습니다(${operation}). 변경된 것은 없습니다.`,
};

export const unknownReason = '문제가 발생했습니다. 잠시 후 다시 시도해 주세요.';
