// @ts-check
// Whether a mark on the cell of a stack is on all of its pictures, also of one that people made and of a burst; otherwise it is on the picture
// that is seen, with all of its files.

import { KeptSwitch } from './kept-switch.js';

/** Of all grids in the page. */
export const wholeStacks = new KeptSwitch('lookahead marks whole stacks');
