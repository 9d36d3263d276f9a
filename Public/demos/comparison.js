// @ts-check
// The same list twice, side by side, under two policies, to show what prefetching gains. Both scroll together.

import { words as dashboardWords } from '../dashboard/words.js';
import { RIDE_MS, rideSpeed } from './ride.js';
import { words } from './words.js';

/** Time over which blanks are averaged, in ms; a ride is averaged as a whole. */
const AVERAGED_MS = 10_000;
/** Maximum step of a ride, in ms: when frames are late the ride takes longer rather than jumps. */
const MAX_STEP_MS = 34;
/** @typedef {{label: HTMLElement, value: HTMLElement, bar: HTMLElement, written: number, offset: number, samples: {now: number, share: number}[]}} Side */

export class Comparison {
  #main;
  #twin;
  #sides;
  #grids;
  #follow;
  #frame = 0;
  /** Offsets of both grids in the last frame, in px. */
  #offsets = [0, 0];
  /** Whether there was any scrolling: before, nothing can be loaded ahead. */
  #hasMoved = false;
  #play;
  /**
   * Duration of the ride so far, in ms; `undefined` while there is none.
   * @type {number | undefined}
   */
  #ride;
  #last = 0;

  /**
   * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
   * @param {HTMLElement} main
   * @param {string} twin the second collection's identifier
   */
  constructor(grid, main, twin) {
    this.#main = main;
    this.#twin = /** @type {import('../grid/element/collection-grid-element.js').CollectionGrid} */ (document.createElement('collection-grid'));
    for (const name of ['density', 'layout']) this.#twin.setAttribute(name, grid.getAttribute(name) ?? '');
    this.#twin.setAttribute('collection', twin);
    this.#grids = [grid, this.#twin];
    main.classList.add('comparing');
    main.append(this.#twin);
    this.#sides = [this.#side(grid, 'none'), this.#side(this.#twin, 'predictive')];
    this.#play = document.createElement('button');
    this.#play.type = 'button';
    this.#play.className = 'comparison-play';
    this.#play.addEventListener('click', () => (this.isRiding ? this.stop() : this.play()));
    main.append(this.#play);
    this.#namePlay();
    this.#follow = new MutationObserver(() => {
      for (const name of ['density', 'layout']) this.#twin.setAttribute(name, grid.getAttribute(name) ?? '');
    });
    this.#follow.observe(grid, { attributeFilter: ['density', 'layout'] });
    this.#tick();
  }

  close() {
    cancelAnimationFrame(this.#frame);
    this.#follow.disconnect();
    this.#twin.remove();
    this.#play.remove();
    for (const side of this.#sides) side.label.remove();
    this.#grids[0].removeAttribute('policy');
    this.#main.classList.remove('comparing');
  }

  /** Mean share of blanks of both sides, 0–1. */
  get blanks() { return this.#sides.map((side) => mean(side.samples)); }
  get isRiding() { return this.#ride !== undefined; }

  /** Scrolls both from the top, always in the same way, and begins a new average. */
  play() {
    for (const grid of this.#grids) grid.offset = 0;
    for (const side of this.#sides) side.samples = [];
    this.#ride = 0;
    this.#last = performance.now();
    this.#namePlay();
  }

  stop() {
    this.#ride = undefined;
    this.#namePlay();
  }

  #namePlay() { this.#play.textContent = this.isRiding ? words.stop : words.play; }

  #tick() {
    this.#frame = requestAnimationFrame((now) => {
      this.#advance(now);
      this.#synchronize();
      this.#sides.forEach((side, index) => this.#count(side, this.#grids[index], now));
      this.#tick();
    });
  }

  /** @param {number} now */
  #advance(now) {
    if (this.#ride === undefined) return;
    const step = Math.min(MAX_STEP_MS, Math.max(0, now - this.#last));
    this.#last = now;
    this.#grids[0].session?.presenter.surface.nudge((rideSpeed(this.#ride) * step) / 1000);
    this.#ride += step;
    if (this.#ride >= RIDE_MS) this.stop();
  }

  /** The grid that did not move follows the one that did. */
  #synchronize() {
    const now = this.#grids.map((grid) => grid.offset);
    const mover = now.findIndex((offset, index) => Math.abs(offset - this.#offsets[index]) > 0.5);
    if (mover >= 0) {
      this.#hasMoved = true;
      const other = 1 - mover;
      const [leading, following] = [mover, other].map((index) => this.#grids[index].session?.presenter.surface);
      if (leading && following && Math.abs(now[other] - now[mover]) > 0.5) following.follow(leading);
    }
    this.#offsets = this.#grids.map((grid) => grid.offset);
  }

  /**
   * @param {Side} side
   * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
   * @param {number} now
   */
  #count(side, grid, now) {
    const { cells, blank } = grid.session?.presenter.surface.blanks ?? { cells: 0, blank: 0 };
    const share = cells ? blank / cells : 0;
    const moved = side.offset !== grid.offset;
    side.offset = grid.offset;
    // A view at rest that is full says nothing about prefetching.
    if (this.isRiding || (this.#hasMoved && (moved || share > 0))) {
      side.samples.push({ now, share });
      while (!this.isRiding && side.samples[0].now < now - AVERAGED_MS) side.samples.shift();
    }
    if (now - side.written < 150) return;
    side.written = now;
    side.value.textContent = words.blank((100 * share).toFixed(0), (100 * mean(side.samples)).toFixed(0));
    side.bar.style.transform = `scaleX(${mean(side.samples)})`;
  }

  /**
   * @param {import('../grid/element/collection-grid-element.js').CollectionGrid} grid
   * @param {string} policy
   */
  #side(grid, policy) {
    grid.setAttribute('policy', policy);
    const label = document.createElement('div');
    label.className = 'comparison-label';
    const select = document.createElement('select');
    select.setAttribute('aria-label', words.policy);
    select.append(...Object.entries(dashboardWords.policies).map(([name, text]) => new Option(name === 'none' ? words.without : text, name)));
    select.value = policy;
    select.addEventListener('change', () => grid.setAttribute('policy', select.value));
    const value = document.createElement('span');
    const bar = document.createElement('i');
    label.append(select, value, bar);
    this.#main.append(label);
    /** @type {Side} */
    const side = { label, value, bar, written: 0, offset: 0, samples: [] };
    return side;
  }
}

/** @param {{share: number}[]} samples */
const mean = (samples) => (samples.length ? samples.reduce((sum, { share }) => sum + share, 0) / samples.length : 0);
