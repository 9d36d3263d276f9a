// @ts-check
// What an element tells the page around it, from what its session reports.

import { GridChangeEvent } from './grid-change-event.js';
import { GridErrorEvent, QueryChangeEvent, StateChangeEvent } from './grid-events.js';
import { Problem } from '../server/api.js';
import { partsOf } from '../../strings/reason.js';
import { strings, whenWorded } from '../../strings/strings.js';

/** @typedef {import('./grid-change-event.js').GridChanges} GridChanges */

/** Statuses of a request that the server does not understand. */
const MISTAKES = [400, 405, 413, 415, 422];

/** A step of the size of cells, and its ends in px. */
const [STEP, SMALLEST, LARGEST] = [1.25, 48, 640];

export class ElementReports {
  #element;
  /** @type {GridChanges['state'] | undefined} */
  #last;
  /** Which state of which viewer was told last. */
  #told = '';

  /** @param {import('./collection-grid-element.js').CollectionGrid} element */
  constructor(element) {
    this.#element = element;
  }

  /**
   * @param {GridChanges['state']} state
   */
  state(state) {
    this.#last = state;
    if (state.state !== 'failed') return this.#tell(state);
    // Its words may come after another state.
    whenWorded(state.reason, () => this.#last === state && this.#tell(state, partsOf(strings.reason(state.reason)).map(({ text }) => text).join('')));
  }

  /**
   * @param {GridChanges['state']} state
   * @param {string} [detail] why nothing can be shown
   */
  #tell(state, detail) {
    this.#change('state', { ...state, ...(detail !== undefined && { detail }) });
    const told = `${state.state} ${state.reason?.code} ${this.#element.viewer}`;
    if (told !== this.#told) this.#element.dispatchEvent(new StateChangeEvent(state.state, this.#element.itemCount));
    this.#told = told;
    if (detail === undefined) return;
    const problem = state.problem instanceof Problem ? state.problem : undefined;
    // The page's own mistake, or its program's: people can do nothing about it.
    if (problem && MISTAKES.includes(problem.status)) console.error(`<collection-grid>: ${problem.message} ${problem.pointer ?? ''}`);
    this.#element.dispatchEvent(new GridErrorEvent(state.reason, detail, problem));
  }

  /**
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {{failed: () => void, refused: (shown: import('../query/query.js').Query | undefined) => void}} then `failed`: the session can
   *   show nothing any more; `refused`: a query is not answered, and what was shown stays
   * @returns {import('./session-delegate.js').SessionDelegate}
   */
  delegate(description, then) {
    const element = this.#element;
    return {
      sessionDescribed: (described) => {
        description = described;
        this.#change('description', { description });
      },
      sessionState: (state) => {
        this.state({ ...state, description });
        if (state.state === 'failed') then.failed();
      },
      sessionCounted: () => this.#change('count', {}),
      sessionRefresh: (isRunning) => this.#change('refresh', { isRunning }),
      sessionResize: (way) => {
        // A page around the grid may have sizes of its own.
        if (!this.#change('size', { way })) return;
        const size = Math.round(element.density * STEP ** way);
        element.density = Math.max(SMALLEST, Math.min(LARGEST, size));
      },
      sessionJumped: (from) => this.#change('jump', { from, to: element.session?.place }),
      sessionPicture: (cell) => this.#change('picture', { id: cell?.id, index: cell?.index, title: cell?.item?.title }),
      sessionQuery: (state) => {
        if (state.state === 'refused') then.refused(state.shown);
        this.#change('query', state);
        element.dispatchEvent(new QueryChangeEvent(state));
      },
      sessionSorted: () => this.#change('sorted', {}),
      sessionDispatch: (event) => element.dispatchEvent(event),
    };
  }

  /**
   * @template {keyof GridChanges} What
   * @param {What} what
   * @param {GridChanges[What]} detail
   */
  #change(what, detail) { return this.#element.dispatchEvent(new GridChangeEvent(what, detail)); }
}
