// @ts-check
// What the page must ask the server next: merely what is new in view, or everything anew, and around which item.

import { rangeEvent } from './range.js';

/** @typedef {{index: number, viewY: number, id?: string, tries: number}} Seek an item and where its top shall be in the view */

export class Inquiry {
  /** Frames of an older layout are of no use: they carry an older generation. */
  generation = 0;
  /** What is held is not right any more. */
  needsAll = true;
  /**
   * The item to go to with the next whole answer.
   * @type {Seek | undefined}
   */
  seek;
  #newest = 0;
  #isAsked = false;

  /** Everything is asked for with the next event, at once. */
  askAnew() {
    this.needsAll = true;
    this.#isAsked = false;
  }

  /** The other side is a new one, and may count from another version. */
  startOver() {
    this.#newest = 0;
    this.askAnew();
  }

  /**
   * A version is known to exist.
   * @param {number} version
   * @param {number} shown the version on show
   */
  expect(version, shown) {
    this.#newest = Math.max(this.#newest, version);
    if (version > shown) this.askAnew();
  }

  /**
   * A whole answer is on show.
   * @param {number} version
   */
  satisfied(version) {
    this.seek = undefined;
    this.#newest = Math.max(this.#newest, version);
    this.needsAll = version < this.#newest;
    this.#isAsked = false;
  }

  /**
   * Tells the server what is in view.
   * @param {import('../server/live-collection.js').LiveCollection} live
   * @param {import('../scroll/surface.js').Surface} surface
   * @param {import('./cell-store.js').CellStore} store
   * @param {number} now
   */
  tell(live, surface, store, now) {
    const event = rangeEvent(surface, store.version, now, document.hidden);
    if (this.seek) {
      // As many items as are in view now, so that the server answers with a whole view of them.
      const count = Math.max(1, store.cellsMeeting(surface.visibleRect).length);
      const first = Math.max(0, this.seek.index - Math.round((count * this.seek.viewY) / Math.max(1, surface.height)));
      const last = Math.max(this.seek.index, Math.min(store.itemCount - 1, first + count - 1));
      delete event.rect;
      event.visible = [first, last];
    }
    if (!this.needsAll && store.window) event.have = store.window;
    const context = { full: this.needsAll, clock: store.clock, tries: this.seek?.tries ?? 0, generation: this.generation };
    live.offer(event, context, this.needsAll && !this.#isAsked);
    this.#isAsked = true;
    live.tick(now);
  }
}
