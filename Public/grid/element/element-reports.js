// @ts-check
// What an element tells the page around it, from what its session reports.

import { DensityStepEvent, GridErrorEvent, StateChangeEvent } from '../grid-events.js';
import { Problem } from '../server/api.js';
import { partsOf } from '../../strings/reason.js';
import { strings, whenWorded } from '../../strings/strings.js';

/** @typedef {import('./grid-session.js').GridState} GridState */

/** Statuses of a request that the server does not understand. */
const MISTAKES = [400, 405, 413, 415, 422];

/** A step of the size of cells, and its larger end in px. */
const [STEP, LARGEST] = [1.25, 640];

export class ElementReports {
  #element;
  /** @type {GridState | undefined} */
  #last;
  /** Which state of which viewer was told last. */
  #told = '';

  /** @param {import('./collection-grid-element.js').CollectionGrid} element */
  constructor(element) {
    this.#element = element;
  }

  /** @param {GridState} state */
  state(state) {
    this.#last = state;
    if (state.state !== 'failed') return this.#tell(state);
    // Its words may come after another state.
    whenWorded(state.reason, () => this.#last === state && this.#fail(state));
  }

  /** @param {GridState} state */
  #tell({ state, reason }) {
    const told = `${state} ${reason?.code} ${this.#element.viewer}`;
    if (told !== this.#told) this.#element.dispatchEvent(new StateChangeEvent(state, this.#element.itemCount));
    this.#told = told;
  }

  /** @param {GridState} state nothing can be shown */
  #fail(state) {
    this.#tell(state);
    const problem = state.problem instanceof Problem ? state.problem : undefined;
    // The page's own mistake, or its program's: people can do nothing about it.
    if (problem && MISTAKES.includes(problem.status)) console.error(`<collection-grid>: ${problem.message} ${problem.pointer ?? ''}`);
    const words = partsOf(strings.reason(state.reason)).map(({ text }) => text).join('');
    this.#element.dispatchEvent(new GridErrorEvent(state.reason, words, problem));
  }

  /**
   * @param {(state: GridState) => void} failed the session can show nothing any more
   * @returns {import('./session-delegate.js').SessionDelegate}
   */
  delegate(failed) {
    const element = this.#element;
    return {
      sessionState: (state) => {
        this.state(state);
        if (state.state === 'failed') failed(state);
      },
      sessionResize: (way, density) => {
        // A page around the grid may have sizes of its own.
        if (!element.dispatchEvent(new DensityStepEvent(way, density))) return;
        if (density) return void (element.density = density);
        // A whole px at least.
        const size = way > 0 ? Math.ceil(element.density * STEP) : Math.floor(element.density / STEP);
        element.density = Math.min(LARGEST, size);
      },
      sessionDispatch: (event) => element.dispatchEvent(event),
    };
  }
}
