// @ts-check
// The keys that the reader has chosen, kept in the browser.

import { chooseKeys } from '../grid/access/keys.js';
import { preference, setPreference } from './preferences.js';

const PREFERENCE = 'keys';

/**
 * The letters that were chosen, by the names of keys.
 * @returns {Record<string, string>}
 */
function read() {
  try {
    const kept = JSON.parse(preference(PREFERENCE) ?? '{}');
    return Object.fromEntries(Object.entries(kept).filter(([, letter]) => /^[!-~]$/.test(String(letter))));
  } catch {
    return {};
  }
}

/** @param {Record<string, string>} letters by the names of keys */
const keep = (letters) => setPreference(PREFERENCE, JSON.stringify(letters));

/** Takes what was kept. To be called before keys are named in buttons. */
export const takeKeys = () => chooseKeys(read());

export const ownKeys = { read, keep };
