// @ts-check
// The large picture over the grid: it grows out of its cell, and returns to it.

import { Lightbox } from './lightbox.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('./picture-view.js').PictureViewContext} PictureViewContext */

/** Maximum wait for a cell that is far away, before the picture closes without it. In ms. */
const REVEAL_TIMEOUT_MS = 700;

/**
 * Opens a cell's picture.
 * @param {PictureViewContext} context
 * @param {Cell} cell
 * @param {(cell: Cell | undefined) => void} shown another picture is shown large, or none any more
 * @param {() => void} closed called before the focus returns to the grid
 */
export function openLarge({ frame, description, presenter, focus, strings }, cell, shown, closed) {
  const { store, surface } = presenter;
  // The large picture must not wait behind small ones: a browser has few connections.
  surface.pausePictures('large', true);
  return new Lightbox(frame, description, presenter.order, cell, store, strings, {
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
}

/**
 * Brings the cell into view that the picture returns to.
 * @param {import('../element/presenter.js').Presenter} presenter
 * @param {Cell} of
 */
async function reveal(presenter, of) {
  const { store, surface } = presenter;
  surface.pausePictures('large', false);
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
