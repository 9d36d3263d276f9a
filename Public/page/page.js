// @ts-check
// The page around the grid: choice of collection, layout and size, refresh, and messages when there is nothing to show.

import { addressOf, PictureAddress, readAddress } from './address.js';
import { DashboardBeside } from '../dashboard/beside.js';
import { CollectionPicker } from './collection-picker.js';
import { Albums } from '../albums/albums.js';
import { BarButtons } from './bar-buttons.js';
import '../demos/cells.js';
import { DemoExtras } from '../demos/extras.js';
import { Tour } from '../demos/tour.js';
import { call, Problem, reasonOf } from '../grid/server/api.js';
import '../grid/collection-grid.js';
import { listen } from '../grid/grid-events.js';
import { keptState, pushEntry } from './entry-state.js';
import { writeWish } from '../find/find-address.js';
import { Finder } from '../find/finder.js';
import { findSimilar } from '../find/similar.js';
import { savedWish } from '../find/saved-queries.js';
import { preference, setPreference } from './preferences.js';
import { takeKeys } from './own-keys.js';
import { InformationSwitch } from './information-switch.js';
import { offerKeySheet } from './key-sheet.js';
import { lendKeys, onShortcut } from './shortcuts.js';
import { SizeButtons } from './size-buttons.js';
import { SourceProblem } from './source-problem.js';
import { StacksNote } from './stacks-note.js';
import { takeTokens } from './token-in-address.js';
import { ViewMenu } from './view-menu.js';
// English comes with the page; another language takes its place.
import '../strings/en-later.js';
import { loadLaterStrings, loadStrings, strings } from '../strings/strings.js';

/** Delay before the collections are asked for again, in ms. */
const RETRY_MS = 2000;

/**
 * @template {Element} T
 * @param {string} selector
 * @returns {T}
 */
const find = (selector) => /** @type {T} */ (document.querySelector(selector));

/** @typedef {import('../grid/server/wire.js').CollectionDescription} CollectionDescription */

// Everything below has words.
await Promise.all([loadStrings(), loadLaterStrings()]);

takeKeys();
const grid = /** @type {import('../grid/element/collection-grid-element.js').CollectionGrid} */ (find('collection-grid'));
const picker = new CollectionPicker(find('.collections'), find('.picked'), pick);
const count = find('.count');
const buttons = new BarButtons(find('.bar'), grid);
const notice = /** @type {HTMLElement} */ (find('.notice'));
const again = /** @type {HTMLButtonElement} */ (find('.again'));
const address = new PictureAddress(grid);
const problem = new SourceProblem(grid, find('.problem'), find('.left-out'), find('.prepared'));
const sizes = new SizeButtons(find('.density'), grid);
const stacks = new StacksNote(find('.stacked'), grid, () => {
  finder.stacksChanged();
  view.changed();
});
/** @type {Finder} */
const finder = new Finder(grid, address, find('.bar'), find('main'), {
  findCounted: () => (count.textContent = finder.countWords),
  findSaved: readAgain,
  findFoldsStacks: () => stacks.isFolding,
});

/** @type {CollectionDescription[]} */
let collections = [];
/** Times that the collections were asked for: only the last counts. */
let starts = 0;
let retry = 0;
/** The address may name an item that has not been shown yet. */
let hasPlace = true;
let chosenLayout = preference('layout');
const information = new InformationSwitch(grid, () => view.changed());
/** @type {ViewMenu} */
const view = new ViewMenu(find('.layouts'), grid, {
  layoutChosen: (kind) => {
    chosenLayout = kind;
    setPreference('layout', kind);
  },
  informationWanted: () => information.toggle(),
  informationIsShown: () => information.isShown,
  stacksToggled: () => stacks.toggle(),
  stacksAreFolded: () => (stacks.hasStacks ? stacks.isFolding : undefined),
  collectionShown: () => stacks.collection,
});
/**
 * The guided tour, where the demos are served.
 * @type {Tour | undefined}
 */
let tour;

/** Whether the reader's token lets nothing be changed. */
const isReadOnly = () => collections.some(({ readOnly }) => readOnly);
new Albums(grid, find('.tools .albums'), {
  albumsChanged: readAgain,
  isReadOnly,
  albumChosen: (id) => readAgain().then(() => go(id)),
  albumDeleted: (id) => id === grid.getAttribute('collection') && go(collections.find((c) => c.id !== id)?.id ?? ''),
});

document.documentElement.lang = strings.language;
again.textContent = strings.tryAgain;

addEventListener('popstate', (event) => {
  // Still shown is what the entry that was left shows.
  address.left();
  // A place is one in the order that was shown there.
  if (wanted() === grid.getAttribute('collection')) return finder.traverse().then(() => address.traversed(event.state));
  hasPlace = true;
  show(wanted(), keptState(event.state));
});
// Hidden, a tab may be thrown away without another word.
addEventListener('pagehide', () => address.keep());
document.addEventListener('visibilitychange', () => document.hidden && address.keep());
again.addEventListener('click', () => start());
onShortcut('refresh', () => grid.refresh());
offerKeySheet(buttons.keys, isReadOnly);
listen(grid, 'statechange', ({ state }) => showState(state));
listen(grid, 'error', ({ message }) => !grid.session && say(strings.failedTitle, true, message));
listen(grid, 'itemschange', () => (count.textContent = finder.countWords));
listen(grid, 'refreshchange', ({ isRefreshing }) => {
  if (!isRefreshing) problem.learn();
  buttons.showRefresh(isRefreshing);
});
listen(grid, 'querychange', ({ state, query }) => state === 'shown' && buttons.showQuery(query));
listen(grid, 'descriptionchange', ({ description }) => buttons.show(description));
listen(grid, 'picturechange', ({ id }) => address.shown(id));
listen(grid, 'densitystep', (event) => {
  event.preventDefault();
  if (event.density) grid.density = event.density;
  else sizes.change(event.way);
});
listen(grid, 'itemmenu', ({ id, entries }) => {
  if (entries.some(({ name }) => name === 'open')) entries.push({ name: 'similar', sign: 'photo', words: strings.mark.similar, act: () => findSimilar(grid, finder, id) });
  const link = addressOf(undefined, { item: id, size: String(grid.density) });
  // Only pages with a secure origin may write to the clipboard, and people may refuse it.
  const show = () => {
    history.replaceState(history.state, '', link);
    grid.notify(strings.linkShown);
  };
  const copy = () => navigator.clipboard.writeText(location.origin + link).then(() => grid.notify(strings.linkCopied), show);
  const [words, act] = navigator.clipboard ? [strings.copyLink, copy] : [strings.showLink, show];
  entries.push({ name: 'copy-link', sign: 'copy', words, act });
});
listen(grid, 'jump', ({ from }) => address.jumped(from));
listen(grid, 'originalopen', ({ collection, id }) => (collection === grid.getAttribute('collection') ? goInOrder(collection, id) : go(collection, undefined, { item: id })));
/** What some demos show around the grid. */
export const extras = new DemoExtras(grid, find('main'));
/** For the tour, and for scripts. */
export const beside = new DashboardBeside(grid, find('.tools'));
if (new URLSearchParams(location.search).has('record')) {
  import('./recording.js').then(({ record }) => record(grid, find('.tools')));
}
takeTokens();
const { size } = readAddress(location);
if (size) grid.density = size;
lendKeys(grid);
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
  picker.list(collections);
  const hasDemos = collections.some((c) => c.id === 'landscapes-endless');
  // What the demos show is the work behind them. Elsewhere its key is enough.
  beside.isOffered = hasDemos;
  if (collections.length) {
    show(wanted(), keptState(history.state), true);
    if (hasDemos) tour ??= new Tour(find('.tools'), beside, go);
  } else say(strings.noCollections, true, strings.noCollectionsDetail);
}

/** Reads the list of collections again. */
async function readAgain() {
  ({ collections } = await call('GET', '/collections').catch(() => ({ collections })));
  picker.list(collections);
}

/**
 * Goes to another collection; the browser's back returns.
 * @param {string} id
 * @param {import('../find/conditions.js').Wish} [wish] what of it is shown; without one, as it was arranged last
 * @param {{item?: string}} [place] where in it
 */
function go(id, wish, place) {
  if (grid.getAttribute('collection') === id) {
    if (wish) finder.change(wish);
    return;
  }
  address.keep();
  pushEntry(wish ? location.pathname + writeWish(`?${new URLSearchParams({ collection: id })}`, wish) : addressOf(id, place));
  if (place) hasPlace = true;
  show(id);
}

/**
 * Goes to an item in the collection's own order, out of a result; the browser's back returns to that.
 * @param {string} id
 * @param {string} item
 */
async function goInOrder(id, item) {
  await address.returned();
  address.keep();
  pushEntry(addressOf(id, { item }));
  await finder.traverse();
  address.go();
}

/**
 * A collection was picked, or a search that was saved in it.
 * @param {string} id
 * @param {string | undefined} search
 */
async function pick(id, search) {
  const wish = search === undefined ? undefined : await savedWish(id, search).catch(() => undefined);
  go(id, wish);
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
  picker.show(collection);
  document.title = `${collection.title} · Lookahead`;
  count.textContent = strings.items(collection.itemCount);
  const kinds = collection.layouts ?? [];
  // The collection's preferred layout is the first; without a preference it is the one chosen last. Squares would crop photos.
  const chosen = kept?.layout ?? (kinds[0] === 'column' && !collection.layout ? chosenLayout ?? (collection.capabilities?.paths ? 'justified' : 'column') : '');
  view.show(kinds, kinds.includes(chosen) ? chosen : kinds[0] ?? 'column');
  buttons.show(collection);
  problem.show(collection);
  buttons.showRefresh(false);
  grid.restorableState = kept;
  if (kept?.place && !readAddress(location).isPicture) hasPlace = false;
  stacks.begin(collection);
  finder.begin(collection);
  if (isFresh) grid.show(collection);
  else grid.setAttribute('collection', collection.id);
  extras.show(collection, collections);
}

/** The collection that the address names. */
function wanted() {
  return readAddress(location).collection ?? collections[0]?.id;
}

/** @param {string} state */
function showState(state) {
  if (state === 'loading') return say(strings.loading, false);
  notice.hidden = true;
  // `error` follows, with the reason.
  if (state === 'failed') return;
  count.textContent = finder.countWords;
  if (state === 'empty') return;
  if (problem.isTroubled) problem.learn();
  if (!hasPlace) return;
  hasPlace = false;
  address.go();
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
