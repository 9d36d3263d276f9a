// @ts-check
// What happens to the page as a whole: it is left and comes back, and the network goes and returns.

/**
 * @typedef {object} PageLifeDelegate
 * @property {() => void} pageHidden the page is left: it may be in the back/forward cache
 * @property {(isRestored: boolean) => void} pageShown `isRestored`: from that cache, where it heard nothing
 * @property {() => void} pageOffline
 * @property {() => void} pageOnline
 */

export class PageLife {
  /** Whether the page was left. */
  isAway = false;
  /** @type {[string, (event: any) => void][]} */
  #listeners;

  /** @param {PageLifeDelegate} delegate */
  constructor(delegate) {
    this.#listeners = [
      ['offline', () => delegate.pageOffline()],
      ['online', () => delegate.pageOnline()],
      ['pagehide', () => {
        this.isAway = true;
        delegate.pageHidden();
      }],
      ['pageshow', (/** @type {PageTransitionEvent} */ event) => {
        this.isAway = false;
        delegate.pageShown(event.persisted);
      }],
    ];
    for (const [name, listener] of this.#listeners) addEventListener(name, listener);
  }

  close() {
    for (const [name, listener] of this.#listeners) removeEventListener(name, listener);
  }
}
