// @ts-check
// When to try again: after longer and longer delays, or when the server says. Free of the DOM.

/** Delays before the next tries, in ms. */
const BACKOFF = [250, 500, 1000, 2000, 3000];

export class Retry {
  #attempt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * Does something later, in the place of what was to be done.
   * @param {() => void} work
   * @param {number} [seconds] delay; without it, longer than before
   */
  later(work, seconds) {
    this.cancel();
    const wait = seconds ? seconds * 1000 : BACKOFF[Math.min(this.#attempt++, BACKOFF.length - 1)];
    this.#timer = setTimeout(work, wait);
  }

  /** It worked: the next delay is a short one. */
  succeeded() { this.#attempt = 0; }

  cancel() { clearTimeout(this.#timer); }
}
