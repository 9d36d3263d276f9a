// @ts-check
// The page around the grid: choice of collection, layout and size, refresh, and messages when there is nothing to show.

import { addressOf, PictureAddress, readAddress } from './address.js';
import { DashboardBeside } from './dashboard/beside.js';
import './demos/cells.js';
import { DemoExtras } from './demos/extras.js';
import { Tour } from './demos/tour.js';
import { call, Problem, reasonOf } from './grid/server/api.js';
import './grid/collection-grid.js';
import { keptState, pushEntry } from './entry-state.js';
import { LeftOutNote } from './left-out-note.js';
import { preference, setPreference } from './preferences.js';
import { onShortcut } from './shortcuts.js';
import { strings } from './strings/strings.js';

/** Minimum column widths in px, from dense to large. */
const DENSITIES = [64, 88, 112, 144, 184, 232, 300, 400];
/** Delay before the collections are asked for again, in ms. */
const RETRY_MS = 2000;

/**
 * @template {Element} T
 * @param {string} selector
 * @returns {T}
 */
const find = (selector) => /** @type {T} */ (document.querySelector(selector));

/** @typedef {import('./grid/server/wire.js').CollectionDescription} CollectionDescription */

const grid = /** @type {import('./grid/element/collection-grid-element.js').CollectionGrid} */ (find('collection-grid'));
const picker = /** @type {HTMLSelectElement} */ (find('.collections'));
const picked = find('.picked');
const count = find('.count');
const layouts = /** @type {HTMLSelectElement} */ (find('.layouts select'));
const layoutLabel = /** @type {HTMLElement} */ (find('.layouts'));
const smaller = /** @type {HTMLButtonElement} */ (find('.smaller'));
const larger = /** @type {HTMLButtonElement} */ (find('.larger'));
const refresh = /** @type {HTMLButtonElement} */ (find('.refresh'));
const problem = /** @type {HTMLElement} */ (find('.problem'));
const notice = /** @type {HTMLElement} */ (find('.notice'));
const again = /** @type {HTMLButtonElement} */ (find('.again'));
const address = new PictureAddress(grid);
const leftOut = new LeftOutNote(find('.left-out'), () => grid.focus());

/** @type {CollectionDescription[]} */
let collections = [];
/** Times that the collections were asked for: only the last counts. */
let starts = 0;
let retry = 0;
let density = readDensity();
/** The address may name an item that has not been shown yet. */
let hasPlace = true;
/** Whether the source had a problem, or had not been read yet, when last asked. */
let isTroubled = false;
let chosenLayout = preference('layout') ?? 'column';
/**
 * The guided tour, where the demos are served.
 * @type {Tour | undefined}
 */
let tour;

document.documentElement.lang = strings.language;
picker.setAttribute('aria-label', strings.collection);
layouts.setAttribute('aria-label', strings.layout);
find('.density').setAttribute('aria-label', strings.density);
name(smaller, strings.smaller);
name(larger, strings.larger);
name(refresh, strings.refresh);
again.textContent = strings.tryAgain;

picker.addEventListener('change', () => go(picker.value));
addEventListener('popstate', (event) => {
  // Still shown is what the entry that was left shows.
  address.left();
  if (wanted() === grid.getAttribute('collection')) return address.traversed(event.state);
  hasPlace = true;
  show(wanted(), keptState(event.state));
});
// Hidden, a tab may be thrown away without another word.
addEventListener('pagehide', () => address.keep());
document.addEventListener('visibilitychange', () => document.hidden && address.keep());
layouts.addEventListener('change', () => {
  chosenLayout = layouts.value;
  setPreference('layout', chosenLayout);
  grid.setAttribute('layout', chosenLayout);
});
smaller.addEventListener('click', () => setDensity(density - 1));
larger.addEventListener('click', () => setDensity(density + 1));
refresh.addEventListener('click', () => grid.refresh());
again.addEventListener('click', () => start());
// The grid handles R itself while it has the focus.
onShortcut('r', () => grid.refresh());
grid.addEventListener('gridchange', (event) => {
  const { what, detail } = /** @type {import('./grid/element/grid-change-event.js').GridChangeEvent} */ (event);
  if (what === 'refresh' && !detail.isRunning) learnProblem();
  if (what === 'refresh') showRefresh(detail.isRunning);
  else if (what === 'picture') address.shown(detail.id);
  else if (what === 'size') setDensity(density + detail.way);
  else if (what === 'jump') address.jumped(detail.from);
  else showState(detail);
});
setDensity(density);
/** What some demos show around the grid. */
export const extras = new DemoExtras(grid, find('main'));
/** For the tour, and for scripts. */
export const beside = new DashboardBeside(grid, find('.tools'));
if (new URLSearchParams(location.search).has('record')) {
  import('./recording.js').then(({ record }) => record(grid, find('.tools')));
}
start();

async function start() {
  const mine = ++starts;
  clearTimeout(retry);
  say(strings.loading, false);
  try {
    const found = await call('GET', '/collections');
    if (mine !== starts) return;
    ({ collections } = found);
  } catch (error) {
    if (mine !== starts) return;
    const isLost = error instanceof Problem && error.isLost;
    say(isLost ? strings.connectionLost : strings.reason(reasonOf(error)), true);
    retry = window.setTimeout(start, RETRY_MS);
    return;
  }
  picker.replaceChildren(...collections.filter((c) => !DemoExtras.isTwin(c.id)).map((c) => new Option(c.title, c.id)));
  picker.disabled = collections.length < 2;
  if (collections.length) {
    show(wanted(), keptState(history.state), true);
    if (collections.some((c) => c.id === 'landscapes-endless')) tour ??= new Tour(find('.tools'), beside, go);
  } else say(strings.noCollections, true, strings.noCollectionsDetail);
}

/**
 * Goes to another collection; the browser's back returns.
 * @param {string} id
 */
function go(id) {
  if (grid.getAttribute('collection') === id) return;
  address.keep();
  pushEntry(addressOf(id));
  show(id);
}

/**
 * @param {string} id
 * @param {import('./entry-state.js').EntryState} [state] what was kept of it
 * @param {boolean} [isFresh] whether `collections` has just been read
 */
function show(id, state, isFresh = false) {
  const collection = collections.find((c) => c.id === id) ?? collections[0];
  if (!collection) return;
  const kept = state?.collection === collection.id ? state : undefined;
  picker.value = collection.id;
  picked.textContent = collection.title;
  document.title = `${collection.title} · Lookahead`;
  count.textContent = strings.items(collection.itemCount);
  const kinds = collection.layouts ?? [];
  layoutLabel.hidden = kinds.length < 2;
  layouts.replaceChildren(...kinds.map((kind) => new Option(strings.layouts[kind] ?? kind, kind)));
  // The collection's preferred layout is the first; without a preference it is the one chosen last.
  const chosen = kept?.layout ?? (kinds[0] === 'column' ? chosenLayout : '');
  const kind = kinds.includes(chosen) ? chosen : kinds[0] ?? 'column';
  layouts.value = kind;
  grid.setAttribute('layout', kind);
  refresh.hidden = collection.capabilities?.refresh === false;
  showProblem(collection);
  showRefresh(false);
  grid.restorableState = kept;
  if (kept?.place && !readAddress(location).isPicture) hasPlace = false;
  if (isFresh) grid.show(collection);
  else grid.setAttribute('collection', collection.id);
  extras.show(collection, collections);
}

/**
 * Shows why the collection may differ from its source: most often, a disk is not mounted; and what was left out. Known only
 * once the source has been read.
 * @param {CollectionDescription} collection
 */
function showProblem(collection) {
  const { open, problemReason } = collection;
  isTroubled = !open || problemReason !== undefined;
  problem.textContent = problemReason ? strings.reason(problemReason) : '';
  problem.hidden = !problemReason;
  leftOut.show(collection);
}

async function learnProblem() {
  const id = grid.getAttribute('collection') ?? '';
  const collection = await call('GET', `/collections/${encodeURIComponent(id)}`).catch(() => undefined);
  if (collection && id === grid.getAttribute('collection')) showProblem(collection);
}

/** The collection that the address names. */
function wanted() {
  return readAddress(location).collection ?? collections[0]?.id;
}

/** @param {{state: string, detail?: string}} detail */
function showState({ state, detail }) {
  if (state === 'ready' || state === 'empty') count.textContent = strings.items(grid.itemCount);
  if (state === 'ready' && isTroubled) learnProblem();
  if (state === 'ready' && hasPlace) {
    hasPlace = false;
    address.go();
  }
  if (state === 'loading') say(strings.loading, false);
  else if (state === 'failed' && !grid.shadowRoot?.querySelector('.frame')) say(strings.failedTitle, true, detail);
  else notice.hidden = true;
}

/**
 * @param {string} words
 * @param {boolean} canRetry
 * @param {string} [detail]
 */
function say(words, canRetry, detail) {
  notice.hidden = false;
  find('.notice .words').textContent = detail ? `${words}. ${detail}` : words;
  again.hidden = !canRetry;
}

/** @param {boolean} isRunning */
function showRefresh(isRunning) {
  refresh.classList.toggle('running', isRunning);
  refresh.setAttribute('aria-busy', String(isRunning));
  name(refresh, isRunning ? strings.refreshing : strings.refresh);
}

/** @param {number} step */
function setDensity(step) {
  density = Math.max(0, Math.min(DENSITIES.length - 1, step));
  smaller.disabled = density === 0;
  larger.disabled = density === DENSITIES.length - 1;
  grid.setAttribute('density', String(DENSITIES[density]));
  setPreference('density', String(density));
}

/** The density chosen last, or one that suits the window. */
function readDensity() {
  const stored = preference('density');
  if (stored !== null && DENSITIES[Number(stored)]) return Number(stored);
  return innerWidth < 600 ? 2 : 4;
}

/**
 * @param {HTMLElement} element
 * @param {string} text
 */
function name(element, text) {
  element.setAttribute('aria-label', text);
  element.title = text;
}
