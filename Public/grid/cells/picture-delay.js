// @ts-check
// How soon pictures are here that the server has made: where they come at once, it sends no previews along with them.

import { isFlyingOver } from '../model/motion.js';

/** Number of pictures that count: the newest. */
const PICTURES = 8;

export class PictureDelay {
  /**
   * What the newest took at most, but for one, in ms; `undefined` until so many have come.
   * @type {number | undefined}
   */
  value;
  /** @type {number[]} */
  #newest = [];

  /**
   * A picture that the server had made has come.
   * @param {number} milliseconds after it was asked for
   */
  took(milliseconds) {
    this.#newest.push(milliseconds);
    if (this.#newest.length > PICTURES) this.#newest.shift();
    if (this.#newest.length === PICTURES) this.value = Math.round([...this.#newest].sort((a, b) => a - b)[PICTURES - 2]);
  }

  /**
   * Says it in a range event; not where the scroll bar flies: no picture is requested then, and previews are all that is seen.
   * @param {import('../model/range.js').RangeEvent} event
   * @param {number} height of the view in px
   */
  tell(event, height) {
    if (!isFlyingOver(event.phase, event.velocity[1], height)) event.pictureDelay = this.value;
  }
}
