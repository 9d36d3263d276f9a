// @ts-check
// The dashboard's colours, from its style sheet, for what is drawn on a canvas.

import { STATES } from './item-states.js';
import { FATES } from './loads.js';

export class Palette {
  /**
   * By the number of a state.
   * @type {string[]}
   */
  states = [];
  /** @type {Record<string, string>} */
  fates = {};
  text = '';
  quiet = '';
  line = '';
  accent = '';
  surface = '';
  font = '';

  /**
   * @param {HTMLElement} host
   * @param {() => void} changed
   */
  constructor(host, changed) {
    const read = () => {
      const style = getComputedStyle(host);
      const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
      this.states = STATES.map((state) => colour(`--state-${state}`));
      this.fates = Object.fromEntries(FATES.map((fate) => [fate, colour(`--fate-${fate}`)]));
      this.text = colour('--text');
      this.quiet = colour('--quiet');
      this.line = colour('--line');
      this.accent = colour('--accent');
      this.surface = colour('--surface');
      this.font = `10px ${style.fontFamily}`;
    };
    read();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      read();
      changed();
    });
  }
}
