// @ts-check
// What a source has left out, by kind, from the codes of its reasons. Free of the DOM.

/** @typedef {'document' | 'archive' | 'audio' | 'unreadable' | 'link' | 'line' | 'other'} LeftOutKind */

/**
 * Hidden files are left out in silence: whoever hid them does not look for them.
 * @type {Record<string, LeftOutKind | undefined>}
 */
const KINDS = {
  'document-file': 'document', 'archive-file': 'archive', 'audio-file': 'audio', 'editor-file': 'document',
  'no-permission': 'unreadable', 'link-not-followed': 'link', hidden: undefined,
  'not-json': 'line', 'not-a-web-address': 'line', 'identifier-length': 'line', 'listed-twice': 'line',
};
/** @type {LeftOutKind[]} */
const ORDER = ['document', 'archive', 'audio', 'unreadable', 'link', 'line', 'other'];

/**
 * @param {Record<string, number> | undefined} skipped numbers by the codes of reasons
 * @param {import('./strings.js').Strings} strings
 * @returns {string} a sentence; empty where nothing is to be said
 */
export function leftOutWords(skipped, strings) {
  /** @type {Map<LeftOutKind, number>} */
  const counts = new Map();
  for (const [code, count] of Object.entries(skipped ?? {})) {
    const kind = Object.hasOwn(KINDS, code) ? KINDS[code] : 'other';
    if (kind) counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  const parts = ORDER.flatMap((kind) => (counts.has(kind) ? [strings.leftOutKinds[kind](counts.get(kind) ?? 0)] : []));
  return parts.length ? strings.leftOut(parts) : '';
}

/**
 * Why lines of a data set are not joined to pictures.
 * @param {import('../grid/server/wire.js').DataSet} dataSet
 * @param {import('./strings.js').Strings} strings
 * @returns {string} a sentence; empty where every line is
 */
export function dataSetWords({ name, unknown = 0, repeated = 0, invalid = 0, ignored = [], problem }, strings) {
  const words = strings.dataSets;
  const parts = [
    ...(unknown ? [words.unknown(unknown)] : []), ...(repeated ? [words.repeated(repeated)] : []), ...(invalid ? [words.invalid(invalid)] : []),
    ...(ignored.length ? [words.ignored(ignored.join(', '))] : []),
  ];
  return [parts.length ? words.of(name, parts) : '', problem ? `${name}: ${strings.reason(problem)}` : ''].filter(Boolean).join(' ');
}
