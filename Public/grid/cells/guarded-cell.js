// @ts-check
// An error in the code of one cell costs that cell only: it shows the item's title, and the page's console the error.

import { append } from '../dom.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/**
 * @template Parts
 * @typedef {import('./registrations.js').Registration<Parts>} Registration
 */
/**
 * @template Parts
 * @typedef {{body: HTMLElement, parts: Parts | undefined, failed: boolean}} Held
 */

/**
 * @template Parts
 * @param {Registration<Parts>} registration
 * @returns {Registration<Held<Parts>>}
 */
export function guarded(registration) {
  /** @param {Held<Parts>} held whose cell is made again: nothing of the one that failed is left */
  const remake = (held) => {
    held.body.replaceChildren();
    held.parts = registration.make(held.body);
    held.failed = false;
  };
  const { picture, uncover } = registration;
  return {
    make(body) {
      /** @type {Held<Parts>} */
      const held = { body, parts: undefined, failed: true };
      attempt(() => remake(held));
      return held;
    },
    configure(held, cell) {
      // What failed for one item may not for the next.
      const isDone = attempt(() => {
        if (held.failed) remake(held);
        registration.configure(/** @type {Parts} */ (held.parts), cell);
      });
      if (isDone) return;
      held.failed = true;
      held.body.replaceChildren();
      append(held.body, 'span', 'title').textContent = cell.item?.title ?? '';
    },
    ...(picture && { picture: ({ parts, failed }) => (failed || parts === undefined ? undefined : picture(parts)) }),
    ...(uncover && { uncover: ({ parts, failed }) => failed || parts === undefined || uncover(parts) }),
  };
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
