// @ts-check
// The menu at a large picture: what its bar has no room for.

import { keyLabel } from '../access/key-choices.js';
import { CellMenu } from '../cells/cell-menu.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** @type {import('../features/session-features.js').Feature} */
export const largeMenu = {
  make: ({ strings, added, keys }) => ({
    controls(place, { addSign }) {
      if (!addSign) return () => {};
      /** @type {Cell} */
      let cell;
      const words = strings.mark.large.more;
      const button = addSign('more', words, 'more');
      button.setAttribute('aria-haspopup', 'menu');
      const menu = new CellMenu(place.frame, () => button.focus(), (name) => keyLabel(keys, name));
      button.addEventListener('click', () => {
        const { left, right, bottom } = button.getBoundingClientRect();
        menu.open({ element: button }, words, added.largeEntries(place, cell), { point: { clientX: (left + right) / 2, clientY: bottom } });
      });
      return (shown) => {
        if (cell && cell.id !== shown.id) menu.close();
        cell = shown;
      };
    },
  }),
};
