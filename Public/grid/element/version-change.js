// @ts-check
// What is shown is replaced: by another version, another layout, another place. The view stays steady, and what moved travels.

import { prefersReducedMotion } from '../dom.js';
import { summary } from '../model/patch.js';
import { offsetFor, steadyView } from '../model/steady-view.js';

/** @typedef {import('../server/wire.js').RangeAnswer} RangeAnswer */

/**
 * @typedef {object} VersionChangeContext
 * @property {import('../model/order-follower.js').OrderFollower} follower
 * @property {import('../scroll/surface.js').Surface} surface
 * @property {import('./presenter.js').PresenterDelegate} delegate
 * @property {() => void} invalidate the range has to be asked for again
 */

export class VersionChange {
  /** Whether nothing has been shown yet. */
  isFirst = true;
  /**
   * What comes with the next version, before its cells: the styles of a layout do not fit the frames of another.
   * @type {(() => void) | undefined}
   */
  restyle;
  #context;
  /** @type {(() => void)[]} */
  #afterDraw = [];

  /** @param {VersionChangeContext} context */
  constructor(context) {
    this.#context = context;
  }

  /** @param {() => void} work runs after the next drawing of a new version */
  afterDraw(work) { this.#afterDraw.push(work); }

  /**
   * @param {RangeAnswer} answer
   * @param {import('../server/viewer-connection.js').Context} context
   */
  show(answer, context) {
    const { follower, surface, delegate, invalidate } = this.#context;
    const { store, ranges } = follower;
    const { landing, seek } = steadyView(store, surface.visibleRect, ranges.seek, answer, context.tries, surface.landing);
    if (seek) {
      ranges.seek = seek;
      return invalidate();
    }
    const patches = answer.patches ?? [];
    const seen = this.isFirst || prefersReducedMotion() ? undefined : surface.capture();
    const oldOffset = surface.offset;
    this.restyle?.();
    this.restyle = undefined;
    const missed = follower.replace(answer, context);
    // Places on the wall are those of this version from now on.
    delegate.presenterFollows(patches, this.isFirst || answer.reset === true);
    const offset = offsetFor(store, landing);
    surface.hold(offset ?? oldOffset);
    store.wall?.land(landing, offset !== undefined, surface.offset);
    const shift = surface.offset - oldOffset;
    delegate.presenterTransition(patches, this.isFirst || answer.reset === true, shift);
    follower.keep(missed);
    if (!this.isFirst) surface.reload(summary(patches).reloaded);
    if (seen) surface.animate(seen, patches, shift);
    this.isFirst = false;
    this.#report();
    queueMicrotask(() => this.#afterDraw.splice(0).forEach((work) => work()));
  }

  /** Reports that another version is shown. */
  #report() {
    const { follower: { store }, delegate } = this.#context;
    delegate.presenterState({ state: store.itemCount === 0 && !store.headers.some((header) => header.folded) ? 'empty' : 'ready' });
  }
}
