// @ts-check
// The dashboard on a page of its own: for the viewer that was active last, or a chosen one.

import { call } from '../grid/server/api.js';
import { Dashboard } from './dashboard.js';
import { language } from '../strings/strings.js';
import { words } from './words.js';

/** Delay between two requests for the list of viewers, in ms. */
const LOOK_MS = 1500;

const host = /** @type {HTMLElement} */ (document.querySelector('.dashboard'));
const picker = /** @type {HTMLSelectElement} */ (document.querySelector('.collections'));
const picked = /** @type {HTMLElement} */ (document.querySelector('.picked'));
const notice = /** @type {HTMLElement} */ (document.querySelector('.notice'));
document.documentElement.lang = language;
document.title = `${words.dashboard} · Lookahead`;
picker.setAttribute('aria-label', words.viewer);
notice.textContent = words.waiting;

/** @type {Dashboard | undefined} */
let dashboard;
let chosen = new URLSearchParams(location.search).get('viewer') ?? '';
picker.addEventListener('change', () => {
  chosen = picker.value;
  history.replaceState(null, '', `?${new URLSearchParams({ viewer: chosen })}`);
  watch(chosen);
});
look();

async function look() {
  try {
    const [{ viewers }, { collections }] = await Promise.all([call('GET', '/viewers'), call('GET', '/collections')]);
    const titles = new Map(collections.map((/** @type {{id: string, title: string}} */ c) => [c.id, c.title]));
    offer(viewers.map((/** @type {{viewer: string, collection: string}} */ v) => [v.viewer, `${titles.get(v.collection) ?? v.collection} · ${v.viewer.slice(0, 4)}`]));
  } catch {
    // The next request may succeed.
  }
  setTimeout(look, LOOK_MS);
}

/** @param {string[][]} viewers */
function offer(viewers) {
  const isSame = viewers.length === picker.options.length && viewers.every(([id], i) => picker.options[i].value === id);
  if (!isSame && document.activeElement !== picker) picker.replaceChildren(...viewers.map(([id, title]) => new Option(title, id)));
  // The chosen viewer is kept while it exists.
  if (!viewers.some(([id]) => id === chosen)) chosen = viewers[0]?.[0] ?? '';
  picker.value = chosen;
  picker.disabled = viewers.length < 2;
  picked.textContent = viewers.find(([id]) => id === chosen)?.[1] ?? words.dashboard;
  notice.hidden = chosen !== '';
  host.hidden = chosen === '';
  watch(chosen);
}

/** @param {string} viewer */
function watch(viewer) {
  if (!viewer) return dashboard?.watch(undefined);
  host.hidden = false;
  dashboard ??= new Dashboard(host);
  dashboard.watch(viewer);
}
