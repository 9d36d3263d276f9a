// @ts-check
// Boxes of a data set over the large picture, and the key that hides them everywhere: the element's attribute `noboxes` does.

import { showBoxes } from '../cells/boxes.js';

/** @type {import('../features/session-features.js').Feature} */
export const largeBoxes = {
  keys: [{
    name: 'boxes', keys: 'n', where: 'grid large compare',
    act({ strings }, /** @type {import('../access/keys.js').Place} */ { frame, speech }) {
      const { host } = /** @type {ShadowRoot} */ (frame.getRootNode());
      speech.say(host.toggleAttribute('noboxes') ? strings.mark.boxesHidden : strings.mark.boxesShown);
    },
  }],
  make: ({ strings }) => ({
    owner: { strings },
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
