// @ts-check
// The large picture over the grid: its keys, how it grows out of its cell, follows what is undone, and returns to a cell.

import { OriginalOpenEvent } from '../grid-events.js';
import { isOwnOrder } from '../query/own-order.js';
import { Lightbox } from './lightbox.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('./picture-view.js').PictureViewContext} PictureViewContext */

/** Maximum wait for a cell that is far away, before the picture closes without it. In ms. */
const REVEAL_TIMEOUT_MS = 700;
/** Longest wait for a result to follow a change that was taken back, in ms. */
const FOLLOWED_MS = 1500;
/** Delay between two looks whether it has, in ms. */
const LOOK_MS = 100;

const BOTH = 'large compare';
/** @typedef {{view: import('./large-place.js').LargeView}} Place */
/** @typedef {{view: Lightbox}} Large */

/** @type {import('../features/session-features.js').Feature} */
export const pictures = {
  make: ({ strings, open, now, presenter: { order }, description, dispatch }) => ({
    // Among all that is shown, its neighbours are others than in the folder.
    large: (/** @type {Large} */ { view }, cell) => (isOwnOrder(order.query) ? [] : [{
      name: 'place', sign: 'photo', words: strings.mark.large.place, act: async () => {
        await view.close();
        dispatch(new OriginalOpenEvent({ collection: description.id, item: cell.id }));
      },
    }]),
    menu: (cell) => (cell.image ? [{ name: 'open', sign: 'photo', words: strings.open, does: 'open', act: now(cell, open) }] : []),
  }),
  keys: [
    { name: 'step', keys: 'ArrowRight', where: BOTH, act: (_, /** @type {Place} */ { view }) => void view.stepAside(1) },
    { name: 'step', keys: 'ArrowLeft', where: BOTH, act: (_, /** @type {Place} */ { view }) => void view.stepAside(-1) },
    { name: 'step', keys: 'Home', where: BOTH, act: (_, /** @type {Place} */ { view }) => view.go(0) },
    { name: 'step', keys: 'End', where: BOTH, act: (_, /** @type {Place} */ { view }) => view.goToEnd() },
    { name: 'step', keys: 'PageDown', where: 'large', act: (_, /** @type {Large} */ { view }) => void view.step(1) },
    { name: 'step', keys: 'PageUp', where: 'large', act: (_, /** @type {Large} */ { view }) => void view.step(-1) },
    { name: 'step', keys: 'Space', where: 'large', act: space },
    { name: 'step', keys: 'Shift+Space', where: 'large', act: (_, /** @type {Large} */ { view }, event) => !isButton(event) && void view.step(-1) },
    { name: 'zoom', keys: '+ = Ctrl++ Ctrl+=', where: BOTH, act: (_, /** @type {Place} */ { view }) => view.zoomBy(1.5) },
    { name: 'zoom', keys: '- Ctrl+-', where: BOTH, act: (_, /** @type {Place} */ { view }) => view.zoomBy(1 / 1.5) },
    { name: 'zoom', keys: 'Ctrl+0', where: BOTH, act: (_, /** @type {Place} */ { view }) => view.zoomBy(0) },
    { name: 'actual', keys: 'z', where: BOTH, act: (_, /** @type {Place} */ { view }) => view.toggleActual() },
    { name: 'information', keys: 'i', where: 'large', act: (_, /** @type {Large} */ { view }) => view.toggleInformation() },
    { name: 'slideShow', keys: 's', where: 'large', act: (_, /** @type {Large} */ { view }) => view.slideShow.toggle() },
  ],
};

/**
 * Ends a look; else plays or pauses a video, or goes on.
 * @param {unknown} _
 * @param {Large} place
 * @param {KeyboardEvent} event
 */
function space(_, { view }, event) {
  if (isButton(event)) return false;
  if (view.looking) view.looking.press(event);
  else if (!view.togglePlaying()) view.step(1);
  return undefined;
}

/**
 * A button is pressed by it.
 * @param {KeyboardEvent} event
 */
const isButton = ({ target }) => target instanceof HTMLButtonElement;

/**
 * Opens a cell's picture.
 * @param {PictureViewContext} context
 * @param {Cell} cell
 * @param {(cell: Cell | undefined) => void} shown another picture is shown large, or none any more
 * @param {() => void} closed called before the focus returns to the grid
 * @param {boolean} isLook whether Space has opened it, which closes it as well
 */
export function openLarge({ parts: { frame }, description, presenter, focus, strings, editing }, cell, shown, closed, isLook) {
  const { store, surface } = presenter;
  // It must not wait behind small ones: a browser has few connections, a server few cores.
  presenter.cover(true);
  const { keys, added } = editing;
  const lightbox = new Lightbox({ frame, description, order: presenter.order, strings, keys, added: /** @type {import('../features/session-features.js').SessionFeatures} */ (added) }, cell, store, {
    lightboxFollow: (id, lightbox) => goToItem(presenter.order, id, lightbox),
    lightboxSmall(of) {
      const node = surface.node(of.id);
      return node?.picture.isShown ? node.picture.url : node?.cell?.preview;
    },
    lightboxBox(of) {
      const box = surface.node(of.id)?.body.getBoundingClientRect();
      const view = frame.getBoundingClientRect();
      return box && box.bottom > view.top && box.top < view.bottom ? box : undefined;
    },
    lightboxShows: shown,
    lightboxWillClose: (of) => reveal(presenter, of),
    lightboxClosed(of) {
      closed();
      const now = store.cells.get(of.id);
      if (now) focus.set(now);
      else focus.go(of.index);
      shown(undefined);
      surface.requestFrame();
    },
  });
  if (isLook) lightbox.beginLook();
  return lightbox;
}

/**
 * Brings the cell into view that the picture returns to.
 * @param {import('../element/presenter.js').Presenter} presenter
 * @param {Cell} of
 */
async function reveal(presenter, of) {
  const { store, surface } = presenter;
  presenter.cover(false);
  const cell = store.cells.get(of.id);
  if (cell) {
    const [, y, , h] = cell.frame;
    if (y < surface.offset || y + h > surface.offset + surface.height) surface.jump(y - (surface.height - h) / 2);
    surface.drawNow();
    return;
  }
  presenter.seek(of.index, surface.height / 3);
  await new Promise((resolve) => {
    presenter.afterDraw(() => requestAnimationFrame(resolve));
    setTimeout(resolve, REVEAL_TIMEOUT_MS);
  });
}

/**
 * Goes to an item that was changed: in a result, once that has followed.
 * @param {import('../query/shown-order.js').ShownOrder} order
 * @param {string} id
 * @param {Lightbox} lightbox
 */
async function goToItem(order, id, lightbox) {
  const end = performance.now() + FOLLOWED_MS;
  while (lightbox.cell.id !== id && performance.now() < end) {
    const index = await order.flatIndex(id);
    if (index !== undefined) lightbox.go(index);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
