// @ts-check
// Whether the next picture follows a mark; Shift does the other thing, Caps Lock does it meanwhile.

import { KeptSwitch } from './kept-switch.js';

class GoingOn extends KeptSwitch {
  constructor() { super('lookahead goes on'); }

  /**
   * Whether the next item is to follow a mark that a key gives.
   * @param {KeyboardEvent} event
   */
  isMeant(event) { return this.isOn ? !event.shiftKey : event.shiftKey || event.getModifierState('CapsLock'); }
}

/** Of all grids in the page. */
export const goingOn = new GoingOn();
