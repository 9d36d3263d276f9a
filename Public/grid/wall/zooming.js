// @ts-check
// A gesture that zooms: above the wall in steps, which the page may choose; on the wall through each whole px, and between these by stretching
// what is drawn.

import { SMALLEST_NODE } from '../element/layout-choice.js';
import { anchorAt } from '../model/anchor-at.js';
import { DensityInput, STEP } from '../scroll/density-input.js';

/** Part of a step that counts as one: powers are not exact. */
const NEARLY = 0.01;

/**
 * The whole steps that a gesture means.
 * @param {number} factor
 */
const stepsOf = (factor) => Math.trunc(Math.log(factor) / Math.log(STEP) + Math.sign(factor - 1) * NEARLY);

/**
 * The whole px that a gesture on the wall means.
 * @param {number} size at which it began
 * @param {number} factor
 */
export function wholeSize(size, factor) {
  const steps = stepsOf(factor);
  const rounded = Math.round(size * factor);
  // Of 1 px, most factors are 1 px again.
  const whole = steps > 0 ? Math.max(rounded, size + steps) : steps < 0 ? Math.min(rounded, size + steps) : rounded;
  return Math.max(1, Math.min(SMALLEST_NODE, whole));
}

export class Zooming {
  #context;
  /** The size at which the gesture began, and the one that it asked for last; 0 without one. */
  #began = 0;
  #asked = 0;
  /** Steps that a gesture has made above the wall. */
  #steps = 0;

  /** @param {import('../element/session-editing.js').SessionContext} context */
  constructor(context) {
    this.#context = context;
    new DensityInput(context.parts.scroller, {
      densityZoomed: (factor, x, y) => this.#zoomed(factor, x, y),
      densityEnded: () => this.#ended(),
    });
  }

  get #wall() { return this.#context.presenter.wall; }

  /**
   * @param {number} factor
   * @param {number} x
   * @param {number} y
   */
  #zoomed(factor, x, y) {
    const { layout } = this.#context;
    if (!layout().isWall) return this.#step(stepsOf(factor), x, y);
    if (!this.#began) this.#began = this.#asked = layout().minColumnWidth / (this.#steps ? factor : 1);
    const size = wholeSize(this.#began, factor);
    if (size !== this.#asked) {
      this.#hold([x, y]);
      this.#context.resize(size > this.#asked ? 1 : -1, size);
      this.#asked = size;
    }
    this.#wall?.stretch(this.#began * factor, [x, y]);
  }

  /**
   * @param {number} steps that the gesture means
   * @param {number} x
   * @param {number} y
   */
  #step(steps, x, y) {
    if (this.#began) {
      // What it meant on the wall is done.
      this.#began = this.#asked = 0;
      this.#steps = steps;
    }
    if (steps === this.#steps) return;
    this.#hold([x, y]);
    this.#context.resize(steps > this.#steps ? 1 : -1);
    this.#steps = steps;
  }

  /** @param {[number, number]} point of the view whose item stays there */
  #hold(point) {
    const { presenter } = this.#context;
    if (presenter.wall) presenter.wall.places.isZooming = true;
    presenter.focal = { point, anchor: anchorAt(presenter.store, presenter.surface.visibleRect, point) };
  }

  #ended() {
    this.#began = this.#asked = this.#steps = 0;
    this.#wall?.stretch();
  }
}
