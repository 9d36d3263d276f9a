// @ts-check
// How the view moves, measured: velocity, decay of a fling, where it will end, and who moves it.

/** @typedef {'dragging'|'decelerating'|'scrubbing'|'settled'|'wheel'|'keys'|'jump'|'hidden'} Phase */

/** So far back the decay is measured. */
const WINDOW_MS = 120;
/** So far back the velocity is: longer, and it lags behind a hand that turns. */
const VELOCITY_MS = 80;
/** Viewports a second. */
const FLIGHT_SPEED = 10;
/** Without a scroll event for so long, the view stands. */
export const SETTLE_MS = 120;

/**
 * Whether the scroll bar flies so fast that a full picture would come too late: the server makes previews only.
 * @param {Phase} phase
 * @param {number} velocity px/s
 * @param {number} height of the view in px
 */
export const isFlyingOver = (phase, velocity, height) => phase === 'scrubbing' && Math.abs(velocity) > FLIGHT_SPEED * height;

/** Samples of the offset over the last moments. Times in ms, offsets in content px. */
export class Motion {
  /** @type {{time: number, offset: number}[]} */
  #samples = [];
  /** @type {Phase} */
  #phase = 'settled';
  #finger = false;

  get phase() { return this.#phase; }
  /** Time of the newest sample. */
  get lastTime() { return this.#samples.at(-1)?.time ?? -Infinity; }

  /**
   * The offset at a time.
   * @param {number} time
   * @param {number} offset
   */
  sample(time, offset) {
    const samples = this.#samples;
    if (samples.length && time <= samples[samples.length - 1].time) samples.pop();
    samples.push({ time, offset });
    while (samples.length > 2 && samples[0].time < time - WINDOW_MS) samples.shift();
    if (this.#phase === 'settled' || this.#phase === 'jump') this.#phase = this.#finger ? 'dragging' : 'wheel';
  }

  /**
   * What a hand does.
   * @param {'wheel'|'keys'|'touchStart'|'touchEnd'|'scrubbing'} input
   */
  input(input) {
    if (input === 'touchStart') this.#finger = true;
    else if (input === 'touchEnd') {
      this.#finger = false;
      if (this.#phase === 'dragging') this.#phase = 'decelerating';
    } else if (!this.#finger) this.#phase = input;
  }

  /**
   * The view was set elsewhere by a program: the past says nothing any more.
   * @param {number} time
   * @param {number} offset
   */
  jump(time, offset) {
    this.#samples = [{ time, offset }];
    this.#phase = 'jump';
  }

  /**
   * The content moved under the view: earlier samples move along.
   * @param {number} delta
   */
  shift(delta) {
    for (const sample of this.#samples) sample.offset += delta;
  }

  /**
   * Moves as another view does, by the same hand.
   * @param {Motion} other
   */
  follow(other) {
    this.#samples = other.#samples.map((sample) => ({ ...sample }));
    this.#phase = other.#phase;
  }

  /** The view stands. */
  settle() {
    this.#samples.length = 0;
    this.#phase = 'settled';
  }

  /**
   * px/s by least squares over the last samples; 0 once they are old, and for keys, which go in steps.
   * @param {number} now
   */
  velocity(now) {
    if (this.#phase === 'keys') return 0;
    const samples = this.#samples.filter((s) => s.time >= now - VELOCITY_MS);
    if (samples.length < 2) return 0;
    const n = samples.length;
    const meanTime = samples.reduce((sum, s) => sum + s.time, 0) / n;
    const meanOffset = samples.reduce((sum, s) => sum + s.offset, 0) / n;
    let above = 0;
    let below = 0;
    for (const s of samples) {
      above += (s.time - meanTime) * (s.offset - meanOffset);
      below += (s.time - meanTime) ** 2;
    }
    return below === 0 ? 0 : (above / below) * 1000;
  }

  /**
   * Decay of the speed, 1/s: the slope of ln|v| over the samples. `undefined` when the view does not slow down evenly.
   * @param {number} now
   */
  decay(now) {
    const samples = this.#samples.filter((s) => s.time >= now - WINDOW_MS);
    /** @type {{t: number, l: number}[]} */
    const points = [];
    let sign = 0;
    for (let i = 1; i < samples.length; i++) {
      const v = (samples[i].offset - samples[i - 1].offset) / (samples[i].time - samples[i - 1].time);
      if (v === 0 || (sign && Math.sign(v) !== sign)) return undefined;
      sign = Math.sign(v);
      points.push({ t: (samples[i].time + samples[i - 1].time) / 2000, l: Math.log(Math.abs(v)) });
    }
    if (points.length < 3) return undefined;
    const n = points.length;
    const t0 = points.reduce((sum, p) => sum + p.t, 0) / n;
    const l0 = points.reduce((sum, p) => sum + p.l, 0) / n;
    let above = 0;
    let below = 0;
    for (const p of points) {
      above += (p.t - t0) * (p.l - l0);
      below += (p.t - t0) ** 2;
    }
    const decay = below === 0 ? 0 : -above / below;
    return decay > 0.2 && decay < 60 ? decay : undefined;
  }

  /**
   * Where the motion will end if nothing more is done to it, or `undefined`.
   * @param {number} now
   * @param {number} offset
   * @param {number} maxOffset
   */
  end(now, offset, maxOffset) {
    const decay = this.decay(now);
    if (decay === undefined) return undefined;
    return Math.max(0, Math.min(maxOffset, offset + this.velocity(now) / decay));
  }
}
