// @ts-check
// The version of the grid, which is that of the server it comes with. Free of the DOM.

/** As `GridAPI.version` is. */
export const VERSION = '0.1.0';

/**
 * Which of the two is older.
 * @param {string | undefined} version of the server; `undefined`: it is older than such questions
 * @returns {'server' | 'grid' | undefined} `undefined`: neither
 */
export function olderOf(version = '0') {
  const [theirs, ours] = [version, VERSION].map((text) => text.split(/[.-]/).map((part) => Number(part) || 0));
  for (let i = 0; i < 3; i++) {
    const [a, b] = [theirs[i] ?? 0, ours[i] ?? 0];
    if (a !== b) return a < b ? 'server' : 'grid';
  }
  return undefined;
}
