// @ts-check
// What the reader has chosen, kept for the next visit. Without storage a choice lasts as long as the page.

/**
 * @param {string} name
 * @returns {string | null} `null` when nothing is stored
 */
export function preference(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function setPreference(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // As above: storage is full or forbidden.
  }
}
