// @ts-check
// Reports which items are in view.

import { VisibleRangeChangeEvent } from '../grid-events.js';

/** Minimum time between two reports while the view moves, in ms. */
const INTERVAL_MS = 100;

export class VisibleRange {
  #presenter;
  #dispatch;
  #first = -1;
  #last = -1;
  #reported = 0;

  /**
   * @param {import('./presenter.js').Presenter} presenter
   * @param {(event: Event) => void} dispatch
   */
  constructor(presenter, dispatch) {
    this.#presenter = presenter;
    this.#dispatch = dispatch;
  }

  /**
   * Called in every frame.
   * @param {number} now
   */
  frame(now) {
    if (now - this.#reported >= INTERVAL_MS) this.#update(now);
  }

  /** The view has stopped. */
  settled() { this.#update(performance.now()); }

  /** @param {number} now */
  #update(now) {
    this.#reported = now;
    const { store, surface } = this.#presenter;
    let [first, last] = [Infinity, -1];
    if (store.wall) {
      const [low, high] = store.wall.span(surface.offset, surface.offset + surface.height);
      [first, last] = [low, high - 1];
    } else for (const { index } of store.cellsMeeting(surface.visibleRect)) {
      first = Math.min(first, index);
      last = Math.max(last, index);
    }
    if (last < 0) first = -1;
    if (first === this.#first && last === this.#last) return;
    [this.#first, this.#last] = [first, last];
    this.#dispatch(new VisibleRangeChangeEvent(first, last));
  }
}
