// @ts-check
// Runs the query of a session: one at a time, and of those that wait only the newest. Reports the outcome.

import { LatestOnly } from '../query/latest-only.js';
import { unfolded } from '../query/folds.js';
import { QueryChangeEvent } from '../grid-events.js';

/** @typedef {import('../server/api.js').Problem} Problem */

export class SessionQuery {
  #query;
  #presenter;
  #layout;
  #dispatch;
  #finding = new LatestOnly(() => this.#find());
  /** Whether the next change of the order comes from a query. */
  isFinding = false;
  #place;
  /** @type {Problem | undefined} why the query that was sent last will not be answered */
  #refusal;
  /** @type {ReturnType<typeof waiting> | undefined} while the server reads what the query asks for */
  #wait;

  /**
   * @param {import('../query/grid-query.js').GridQuery} query
   * @param {import('./presenter.js').Presenter} presenter
   * @param {import('./session-layout.js').SessionLayout} layout
   * @param {() => import('../scroll/navigation.js').Place | undefined} place the item at the top of the view
   * @param {(event: Event) => void} dispatch
   */
  constructor(query, presenter, layout, place, dispatch) {
    this.#query = query;
    this.#presenter = presenter;
    this.#layout = layout;
    this.#place = place;
    this.#dispatch = dispatch;
  }

  /** Which sections are folded. */
  get folds() { return this.#query.folds; }
  /** The query that is wanted, without what is folded. */
  get plain() { return this.#query.wanted; }

  /**
   * Shows the result of what is wanted.
   * @returns {Promise<void>} settles when it is drawn, or a newer one is; rejects with the problem of one that is refused
   */
  async find() {
    if (!this.#query.isOther) return;
    this.#endWait();
    await this.#finding.do(undefined);
  }

  /**
   * Other sections are folded.
   * @returns {Promise<void>} settles as `find` does
   */
  refold() { return this.find().catch(() => {}); }

  /** A version was drawn: of which order? */
  drawn() {
    if (this.#query.isMet) this.#endWait();
    if (this.#query.draw()) this.#dispatch(new QueryChangeEvent({ state: 'shown', query: unfolded(this.#query.shown) }));
  }

  /** @param {Problem} problem */
  waits(problem) {
    this.#wait ??= waiting();
    const { done, total } = problem.reason?.values ?? {};
    const progress = total ? { done: Number(done), total: Number(total) } : undefined;
    this.#dispatch(new QueryChangeEvent({ state: 'waiting', query: this.plain, problem, progress }));
  }

  /** Nobody waits for a result any more. */
  close() { this.#endWait(); }

  #endWait() {
    this.#wait?.end();
    this.#wait = undefined;
  }

  /** @param {Problem} problem */
  refused(problem) {
    this.#refusal = problem;
    this.#endWait();
    const query = this.#query.refuse();
    this.#layout.queryChanged();
    this.#dispatch(new QueryChangeEvent({ state: 'refused', query, problem }));
  }

  async #find() {
    // Wanted again is what was asked meanwhile.
    if (!this.#query.isOther) return;
    const place = this.#presenter.surface.offset > 0 ? this.#place() : undefined;
    this.isFinding = true;
    this.#refusal = undefined;
    this.#query.ask();
    this.#layout.queryChanged();
    await this.#presenter.find(place);
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
