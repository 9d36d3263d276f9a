// @ts-check
// The query of a grid, in one place: wanted, asked of the server, shown. Free of the DOM.

import { Folds, unfolded } from './folds.js';
import { sameQuery } from './query.js';

/** @typedef {import('./query.js').Query} Query */

export class GridQuery {
  /** @type {Query | undefined} wanted by the page, without what is folded; another collection begins with it */
  wanted;
  /** @type {Query | undefined} sent to the server last, with what is folded */
  asked;
  /** @type {Query | undefined} that of the order which the server's viewer has */
  shown;
  folds = new Folds();
  /** @type {Query | undefined} that of the order which is on screen */
  #drawn;
  #wasAsked = false;

  /**
   * A collection is about to be opened.
   * @param {Record<string, import('./folds.js').Fold>} [folded] what `folds.restorable` was
   */
  begin(folded) {
    this.folds = new Folds(folded);
    this.shown = this.#drawn = undefined;
    this.#wasAsked = false;
    this.ask();
  }

  /** Whether the server is to be asked for another order than it was last. */
  get isOther() { return !sameQuery(this.folds.on(this.wanted), this.asked); }
  /** Whether the server's viewer has what is wanted. */
  get isMet() { return sameQuery(this.folds.on(this.wanted), this.shown); }

  /** What is wanted is sent from now on. */
  ask() {
    this.asked = this.folds.on(this.wanted);
    this.#wasAsked ||= this.asked !== undefined;
  }

  /** As requests for a viewer have it: absent before the first query, and `null` in the place of an earlier one. */
  get member() { return this.#wasAsked ? { query: this.asked ?? null } : {}; }

  /**
   * What was asked will not be answered: what is shown stays, unless something else is wanted by now.
   * @returns {Query | undefined} the refused one, without what is folded
   */
  refuse() {
    const refused = this.asked;
    if (!this.isOther) this.wanted = unfolded(this.shown);
    this.asked = this.shown;
    return unfolded(refused);
  }

  /**
   * A version is on screen.
   * @returns {boolean} whether it is of another query than the last one
   */
  draw() {
    if (sameQuery(this.shown, this.#drawn)) return false;
    this.#drawn = this.shown;
    return true;
  }
}
