// @ts-check
// What the wall draws: the order, what is selected in it, and, while items are carried, a gap where they would land.

import { CarriedGap } from './carried-gap.js';
import { TexelRuns } from './texel-runs.js';
import { paletteOf } from './wall-palette.js';
import { WallPlaces } from './wall-places.js';

/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */
/** @typedef {{gap: CarriedGap, places: WallPlaces, group: TexelRuns<true> | undefined}} Carried `group`: what is carried, where that is selected */

export class WallScene {
  #context;
  #places;
  #texels;
  #light;
  /** @type {import('./wall-painter.js').Palette | undefined} */
  #palette;
  /**
   * What is selected, until it may be something else.
   * @type {TexelRuns<true> | undefined}
   */
  #selectedRuns;
  /** @type {Carried | undefined} */
  #carried;

  /**
   * @param {import('../features/session-features.js').FeatureContext} context
   * @param {WallPlaces} places
   * @param {import('./texels.js').Texels} texels
   * @param {import('./light.js').Light} light
   */
  constructor(context, places, texels, light) {
    this.#context = context;
    this.#places = places;
    this.#texels = texels;
    this.#light = light;
  }

  /** Colours are others. */
  recolour() { this.#palette = undefined; }

  /** Other items are selected, or they have other indices. */
  reselect() { this.#selectedRuns = undefined; }

  /**
   * Items are carried. As many as fill a row, at most, are taken out of the order, and leave a gap of their number where they would land; of
   * more, the gap is a row, and they are dimmed where they are: what is around would be out of view.
   * @param {IndexPath} [target] where one of them would go, that one left out; without it, none are carried, or they would stay
   * @param {IndexPath} [from] where that one is
   * @param {boolean} [isGroup] whether what is selected goes with it
   */
  carry(target, from, isGroup = false) {
    this.#carried = undefined;
    const places = this.#places;
    const { counts } = this.#texels;
    const index = from && places.index(from);
    if (!target || !from || index === undefined || counts?.[target[0]] === undefined) return;
    const group = isGroup ? this.#selected : undefined;
    const count = isGroup ? this.#context.selecting.selection.count : 1;
    const runs = group ?? runsOf([[index, index + 1]]);
    const isInside = from[0] === target[0] && from[1] <= target[1];
    const before = Math.min(counts[target[0]], target[1] + Number(isInside));
    const leaving = count > places.columns ? [] : runs.in(0, Infinity).map((run) => /** @type {[number, number]} */ ([run.index, run.index + run.count]));
    const gap = new CarriedGap(counts, leaving, [target[0], before], Math.min(count, places.columns));
    this.#carried = { gap, places: gap.counts === counts ? places : this.#placesOf(gap.counts), group };
  }

  /** @returns {import('./wall-painter.js').Scene} */
  get drawn() {
    const { presenter: { store }, parts } = this.#context;
    this.#palette ??= paletteOf(parts.frame);
    const { gap, places = this.#places, group } = this.#carried ?? {};
    const { runs, before } = this.#texels;
    const selected = group ?? this.#selected;
    return {
      places, runs: gap?.over(runs) ?? runs, before: gap?.over(before) ?? before, selected: gap?.over(selected) ?? selected, isCarried: group !== undefined,
      gap: gap?.span,
      palette: this.#palette, scale: devicePixelRatio, width: store.contentSize[0], isMirrored: store.isMirrored, light: this.#light.result,
    };
  }

  get #selected() {
    this.#selectedRuns ??= runsOf(this.#context.selecting.selection.wire.ranges.map(([first, last]) => [first, last + 1]));
    return this.#selectedRuns;
  }

  /** @param {number[]} counts items of each section */
  #placesOf(counts) {
    const { metrics, width } = this.#places;
    const places = new WallPlaces(this.#context.presenter.store, () => counts, () => metrics);
    places.layOut(metrics, width);
    return places;
  }
}

/** @param {[number, number][]} ranges ascending */
const runsOf = (ranges) => new TexelRuns(ranges.map(([low, high]) => ({ index: low, count: high - low, sheet: /** @type {true} */ (true), slot: 0 })));
