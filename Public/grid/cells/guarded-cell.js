// @ts-check
// The code of a registration, so that an error in one cell costs that cell only: it shows the item's title, and the page's console the error.

import { append } from '../dom.js';
import { isUnread } from '../model/cell-store.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/**
 * @template Parts
 * @typedef {import('./registrations.js').Registration<Parts, any>} Registration
 */
/**
 * @template Parts
 * @typedef {{body: HTMLElement, parts: Parts | undefined, isMade: boolean}} Held
 */

/**
 * @template Parts
 * @param {Registration<Parts>} registration
 * @returns {Registration<Held<Parts>>}
 */
export function guarded(registration) {
  const { picture, uncover, remove, loading } = registration;
  /** @param {Held<Parts>} held whose cell is made again: nothing of the one that failed is left */
  const remake = (held) => {
    held.body.replaceChildren();
    held.parts = registration.make(held.body);
    held.isMade = true;
    const image = held.parts && picture?.(held.parts);
    if (image) prepare(image);
  };
  /** @param {Held<Parts>} held */
  const discard = (held) => {
    const { parts, isMade } = held;
    held.isMade = false;
    held.parts = undefined;
    if (isMade && remove) attempt(() => remove(/** @type {Parts} */ (parts)));
  };
  return {
    make(body) {
      /** @type {Held<Parts>} */
      const held = { body, parts: undefined, isMade: false };
      if (!attempt(() => remake(held))) discard(held);
      return held;
    },
    configure(held, cell, changed) {
      // What failed for one item may not for the next.
      const isDone = attempt(() => {
        const isNew = !held.isMade;
        if (isNew) remake(held);
        const parts = /** @type {Parts} */ (held.parts);
        if (!isUnread(cell)) registration.configure(parts, cell, isNew ? undefined : changed);
        else if (loading) registration.loading?.(parts, cell);
      });
      if (isDone) return;
      discard(held);
      held.body.replaceChildren();
      append(held.body, 'span', 'title').textContent = cell.item?.title ?? '';
    },
    remove: discard,
    ...(loading && { loading: () => {} }),
    ...(picture && { picture: ({ parts }) => (parts === undefined ? undefined : picture(parts)) }),
    ...(uncover && { uncover: ({ parts }) => parts === undefined || uncover(parts) }),
  };
}

/**
 * Makes an image one that the grid fills: unseen while it holds another item's picture, silent beside the cell's own name, and dragged
 * with its cell.
 * @param {HTMLImageElement} image
 */
function prepare(image) {
  image.classList.add('picture');
  image.alt ||= '';
  image.draggable = false;
}

/**
 * @param {() => void} work
 * @returns {boolean} whether it succeeded
 */
function attempt(work) {
  try {
    work();
    return true;
  } catch (error) {
    reportError(error);
    return false;
  }
}
