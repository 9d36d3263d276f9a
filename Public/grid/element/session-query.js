// @ts-check
// The query of a session: one is under way at a time, then the newest; what becomes of it is reported.

import { Newest } from '../query/newest.js';
import { Folds, unfolded } from '../query/folds.js';
import { sameQuery } from '../query/query.js';

/** @typedef {import('../query/query.js').Query} Query */
/** @typedef {import('../server/api.js').Problem} Problem */
/**
 * @typedef {{state: 'shown'|'waiting'|'refused', query?: Query, shown?: Query, problem?: Problem,
 *   progress?: {done: number, total: number}}} QueryState `waiting`: the server is still reading what it asks for, `progress` of it; `refused`: what was shown is still shown
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
  /** @type {Problem | undefined} why the query that was sent last will not be answered */
  #refusal;
  /** @type {ReturnType<typeof waiting> | undefined} while the server reads what the query asks for */
  #wait;

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
   * @returns {Promise<void>} settles when it is drawn, or a newer one is; rejects with the problem of one that is refused
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
  refold() { return this.#ask(this.folds.on(this.plain)).catch(() => {}); }

  /** @param {Query | undefined} query */
  async #ask(query) {
    if (sameQuery(query, this.#wanted)) return;
    this.#wanted = query;
    this.#endWait();
    await this.#finding.do(query);
  }

  /** A version was drawn: of which order? */
  drawn() {
    const { query } = this.#presenter.order;
    if (sameQuery(query, this.#wanted)) this.#endWait();
    if (sameQuery(query, this.#drawn)) return;
    this.#drawn = query;
    this.#report({ state: 'shown', query: unfolded(query) });
  }

  /** @param {Problem} problem */
  waits(problem) {
    this.#wait ??= waiting();
    const { done, total } = problem.reason?.values ?? {};
    this.#report({ state: 'waiting', query: this.plain, problem, ...(total && { progress: { done: Number(done), total: Number(total) } }) });
  }

  /** Nobody waits for a result any more. */
  close() { this.#endWait(); }

  #endWait() {
    this.#wait?.end();
    this.#wait = undefined;
  }

  /** @param {Problem} problem */
  refused(problem) {
    const query = this.plain;
    this.#refusal = problem;
    this.#endWait();
    this.#wanted = this.#presenter.order.query;
    this.#layout.formFor(this.#wanted);
    this.#report({ state: 'refused', query, shown: this.plain, problem });
  }

  /** @param {Query | undefined} query */
  async #find(query) {
    const place = this.#presenter.surface.offset > 0 ? this.#place() : undefined;
    this.isFinding = true;
    this.#refusal = undefined;
    await this.#presenter.find(this.#layout.formFor(query), place);
    await this.#wait?.promise;
    this.isFinding = false;
    if (this.#refusal) throw this.#refusal;
  }
}

function waiting() {
  let end = () => {};
  const promise = new Promise((resolve) => (end = () => resolve(undefined)));
  return { promise, end };
}
