// @ts-check
// The query of a session: one is under way at a time, then the newest; what becomes of it is reported.

import { Newest } from '../query/newest.js';
import { Folds, unfolded } from '../query/folds.js';
import { sameQuery } from '../query/query.js';

/** @typedef {import('../query/query.js').Query} Query */
/**
 * @typedef {{state: 'shown'|'waiting'|'refused', query?: Query, reason?: import('../server/wire.js').Reason}} QueryState `waiting`: the
 *   server is still reading what it asks for; `refused`: what was shown is still shown
 */

export class SessionQuery {
  #presenter;
  #layout;
  #report;
  /** @type {Query | undefined} the one asked for last */
  #wanted;
  /** Which sections are folded. */
  folds;
  /** @type {Query | undefined} the one whose result is on screen */
  #drawn;
  /** @type {Newest<Query | undefined>} */
  #finding = new Newest((query) => this.#find(query));
  /** Whether the next change of the order comes from a query. */
  isFinding = false;
  #place;

  /**
   * @param {import('./presenter.js').Presenter} presenter
   * @param {import('./session-layout.js').SessionLayout} layout
   * @param {Query | undefined} query the first, without what is folded
   * @param {Record<string, import('../query/folds.js').Fold> | undefined} folded what `folds.restorable` was
   * @param {() => import('../scroll/navigation.js').Place | undefined} place the item at the top of the view
   * @param {(state: QueryState) => void} report
   */
  constructor(presenter, layout, query, folded, place, report) {
    this.folds = new Folds(folded);
    this.#presenter = presenter;
    this.#layout = layout;
    this.#wanted = this.folds.on(query);
    if (this.#wanted !== query) layout.formFor(this.#wanted);
    this.#place = place;
    this.#report = report;
  }

  /**
   * Shows the result of a query, or the collection's own order.
   * @param {Query | undefined} query
   * @returns {Promise<void>} settles when it is drawn, or a newer one is
   */
  async find(query) {
    await this.#ask(this.folds.on(query));
  }

  /** The query asked for last, without what is folded. */
  get plain() { return unfolded(this.#wanted); }

  /**
   * Other sections are folded.
   * @returns {Promise<void>} as `find`
   */
  refold() { return this.#ask(this.folds.on(this.plain)); }

  /** @param {Query | undefined} query */
  async #ask(query) {
    if (sameQuery(query, this.#wanted)) return;
    this.#wanted = query;
    await this.#finding.do(query);
  }

  /** A version was drawn: of which order? */
  drawn() {
    const { query } = this.#presenter.order;
    if (sameQuery(query, this.#drawn)) return;
    this.#drawn = query;
    this.#report({ state: 'shown', query: unfolded(query) });
  }

  waits() { this.#report({ state: 'waiting', query: this.plain }); }

  /** @param {import('../server/wire.js').Reason | undefined} reason */
  refused(reason) {
    const query = this.plain;
    this.#wanted = this.#presenter.order.query;
    this.#layout.formFor(this.#wanted);
    this.#report({ state: 'refused', query, reason });
  }

  /** @param {Query | undefined} query */
  async #find(query) {
    const place = this.#presenter.surface.offset > 0 ? this.#place() : undefined;
    this.isFinding = true;
    await this.#presenter.find(this.#layout.formFor(query), place);
    this.isFinding = false;
  }
}
