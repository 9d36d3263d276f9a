// @ts-check
// Overlays at the large picture, and the key that hides boxes of data sets everywhere: the element's attribute `noboxes` does.

import { showOverlays } from '../cells/overlays.js';

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
        const over = { width: box?.clientWidth ?? 0, height: box?.clientHeight ?? 0, isLarge: true };
        if (last && last !== box) showOverlays(last, undefined, over);
        if (box) showOverlays(box, cell, over);
        last = box;
      };
    },
  }),
};
