// @ts-check
// What is kept with an entry of the browser's history, so that a reload, Back, or a tab that a phone has thrown away shows the same
// again. Only a key is in the entry itself: what is written to it while the page is left comes too late for a reload.

/**
 * @typedef {{collection?: string, layout?: string} & import('../grid/element/grid-session.js').RestorableState} EntryState
 * @typedef {{key?: string} | null} Entry `history.state`
 */

const STORED = 'entries';
/** Maximum entries whose state is kept. */
const KEPT = 50;

/** The key of the entry that is shown. When the browser reports that it went back, `history.state` is another's already. */
let shown = '';

const newKey = () => Math.random().toString(36).slice(2);

/**
 * Adds an entry to the history, which is shown from now on.
 * @param {string} address
 */
export function pushEntry(address) {
  shown = newKey();
  history.pushState({ key: shown }, '', address);
}

/**
 * Gives the entry that is shown another address.
 * @param {string} address
 */
export function replaceEntry(address) {
  try {
    history.replaceState(history.state, '', address);
  } catch {
    // WebKit refuses more than a hundred in half a minute: the address lags behind what is typed.
  }
}

/** The history's current entry is shown from now on. Gives it a key, unless it has one. */
export function nameEntry() {
  if (!history.state?.key) history.replaceState({ ...history.state, key: lostKey() ?? newKey() }, '');
  shown = history.state.key;
}

/** The key that the entry had before its page crashed: a reload finds no `history.state` then. It is that of the last state that was kept. */
function lostKey() {
  const [navigation] = performance.getEntriesByType('navigation');
  const isReload = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
  return isReload && shown === '' ? Object.keys(read()).at(-1) : undefined;
}

/**
 * Keeps a state with the entry that is shown.
 * @param {EntryState} state
 */
export function keepState(state) {
  const { [shown]: _, ...others } = read();
  const entries = [...Object.entries(others).slice(1 - KEPT), [shown, state]];
  try {
    sessionStorage.setItem(STORED, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Storage is full or forbidden: a reload begins at the top.
  }
}

/**
 * The state that was kept with an entry.
 * @param {Entry} entry
 * @returns {EntryState | undefined}
 */
export const keptState = (entry) => (entry?.key === undefined ? undefined : read()[entry.key]);

/** @returns {Record<string, EntryState>} */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '{}');
  } catch {
    return {};
  }
}
