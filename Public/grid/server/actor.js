// @ts-check
// By what undo knows this browser again: a random text, one for all its tabs. It names nobody, and grants nothing.

const KEY = 'lookahead-actor';

let actor = '';

/** The browser's; of this page alone where nothing can be kept. */
export function ownActor() {
  actor ||= kept() || made();
  return actor;
}

/** What another tab has kept comes first. */
function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function made() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // A private frame of another page keeps nothing.
  }
  return text;
}

/**
 * Whether a request changes what undo takes back, or makes a viewer, which is told of changes that go back. Those that only look go to
 * servers of earlier versions too, which let no page of another origin send the header.
 * @param {string} method
 * @param {string} path below the root of the interface
 * @param {boolean} isForeign whether the server is of another origin
 */
export const hasAuthor = (method, path, isForeign) =>
  (method !== 'GET' && /^\/(collections|albums)\b/.test(path) && !/\/(viewers|queries|retry|refresh)\b/.test(path)) ||
  path.endsWith('/history') || (!isForeign && path.endsWith('/viewers'));
