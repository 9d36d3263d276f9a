// @ts-check
// Boxes of a data set over the large picture.

import { showBoxes } from '../cells/boxes.js';

/** @type {import('../features/session-features.js').Feature} */
export const largeBoxes = {
  make: () => ({
    controls: (/** @type {import('./pixel-views.js').LargePlace} */ place) => {
      /** @type {HTMLElement | undefined} */
      let last;
      return (cell) => {
        const box = place.where === 'large' ? place.view?.picture?.box : undefined;
        // The same box shows another picture soon.
        if (last && last !== box) showBoxes(last, undefined, 0);
        if (box) showBoxes(box, cell.item, Infinity);
        last = box;
      };
    },
  }),
};
