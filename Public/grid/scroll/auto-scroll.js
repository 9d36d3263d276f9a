// @ts-check
// Auto-scroll while an item is dragged near an edge: the nearer, the faster. Free of the DOM.

/** Height of the zone at an edge, in px, and speed at the very edge, in px/s. */
const ZONE = 88;
const TOP_SPEED = 1800;

/**
 * Speed for a pointer in the view. Negative is up.
 * @param {number} y of the pointer in the view
 * @param {number} height of the view
 */
export function autoScrollSpeed(y, height) {
  const zone = Math.min(ZONE, height / 4);
  const ease = (/** @type {number} */ depth) => Math.min(1, depth / zone) ** 2 * TOP_SPEED;
  if (y < zone) return -ease(zone - y);
  if (y > height - zone) return ease(y - (height - zone));
  return 0;
}

/** Adds up fractions of a px, so that slow speeds move too. */
export class AutoScroll {
  #last = 0;
  #rest = 0;

  /**
   * Distance to go in this frame, whole px.
   * @param {number} now in ms
   * @param {number} speed in px/s
   */
  step(now, speed) {
    const elapsed = this.#last ? Math.min(50, now - this.#last) : 16;
    this.#last = now;
    if (speed === 0) {
      this.#rest = 0;
      return 0;
    }
    this.#rest += (speed * elapsed) / 1000;
    const whole = Math.trunc(this.#rest);
    this.#rest -= whole;
    return whole;
  }
}
