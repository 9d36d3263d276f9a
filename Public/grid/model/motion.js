// @ts-check
// How the view moves, measured: velocity, decay of a fling, where it will end, and what moves it.

/** @typedef {'dragging'|'decelerating'|'scrubbing'|'settled'|'wheel'|'keys'|'jump'|'hidden'} Phase */

/** Time before the newest sample over which the velocity is measured, in ms. A longer one lags behind a change of direction. */
const VELOCITY_MS = 80;
/** The same where frames are late, and for the decay, which needs more samples than a speed. In ms. */
const WINDOW_MS = 300;
/** Error of a sample's time and offset, in ms and px. */
const TIME_ERROR = 2;
const OFFSET_ERROR = 0.7;
/** Logarithm of the minimum factor by which a speed counts as higher than another. */
const RISE = Math.log(1.1);
/** Time without movement after which the thumb is held still or released, in ms: what it shows is wanted, however fast it came. */
const STILL_MS = 40;
/** Minimum speed, in viewports a second, at which only previews are made. */
const FLIGHT_SPEED = 10;
/** Time without a scroll event after which the view has stopped, in ms. */
export const SETTLE_MS = 120;

/**
 * Whether the scroll bar moves so fast that a full picture would come too late: the server makes previews only.
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
  /** When the finger was lifted: earlier samples do not belong to the fling. */
  #since = -Infinity;
  #finger = false;
  /** The last frame that found the view where it was. */
  #stillAt = -Infinity;
  /** @type {number | undefined} */
  #target;

  get phase() { return this.#phase; }
  /** Time of the newest sample. */
  get lastTime() { return this.#samples.at(-1)?.time ?? -Infinity; }
  /** The offset that the browser eases the view to since a wheel was turned by steps; `undefined` in any other motion. */
  get target() { return this.#target; }

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
    if (this.#finger) this.#phase = 'dragging';
    else if (this.#phase === 'settled' || this.#phase === 'jump') this.#phase = 'wheel';
  }

  /**
   * A frame found the view where it was. A late frame alone is no sign of that.
   * @param {number} time
   */
  still(time) { this.#stillAt = time; }

  /**
   * User input.
   * @param {'wheel'|'keys'|'touchStart'|'touchEnd'|'scrubbing'} input
   */
  input(input) {
    this.#target = undefined;
    if (input === 'touchStart') this.#finger = true;
    else if (input === 'touchEnd') {
      this.#finger = false;
      if (this.#phase !== 'dragging') return;
      this.#phase = 'decelerating';
      this.#since = this.lastTime;
    } else if (!this.#finger) this.#phase = input;
  }

  /**
   * A wheel was turned by a step. The browser eases the view to where it ends, and adds what comes meanwhile.
   * @param {number} time
   * @param {number} delta in px
   * @param {number} offset of the view
   * @param {number} maxOffset
   */
  turn(time, delta, offset, maxOffset) {
    const from = this.#target ?? offset;
    this.input('wheel');
    if (this.#phase !== 'wheel') return;
    // The view moves some frames later: until then it has not stopped.
    if (time - this.lastTime > SETTLE_MS) this.sample(time, offset);
    this.#target = Math.max(0, Math.min(maxOffset, from + delta));
  }

  /**
   * A program moved the view: earlier samples are void.
   * @param {number} time
   * @param {number} offset
   */
  jump(time, offset) {
    this.#samples = [{ time, offset }];
    this.#phase = 'jump';
    this.#target = undefined;
  }

  /**
   * The content moved under the view: earlier samples move along.
   * @param {number} delta
   */
  shift(delta) {
    for (const sample of this.#samples) sample.offset += delta;
    if (this.#target !== undefined) this.#target += delta;
  }

  /**
   * Takes over the motion of another view.
   * @param {Motion} other
   */
  follow(other) {
    this.#samples = other.#samples.map((sample) => ({ ...sample }));
    this.#phase = other.#phase;
    this.#since = other.#since;
    this.#target = other.#target;
  }

  /** The view has stopped. */
  settle() {
    this.#samples.length = 0;
    this.#phase = 'settled';
    this.#target = undefined;
  }

  /**
   * px/s by least squares over the last samples, three where frames come late; 0 once they are old, for the thumb of the
   * scroll bar sooner, and for keys, which go in steps.
   * @param {number} now
   */
  velocity(now) {
    const newest = this.lastTime;
    const isHeldStill = this.#phase === 'scrubbing' && this.#stillAt - newest > STILL_MS;
    if (this.#phase === 'keys' || isHeldStill || now - newest > VELOCITY_MS) return 0;
    const samples = this.#samples.filter((s, i, all) => s.time >= newest - (i < all.length - 3 ? VELOCITY_MS : WINDOW_MS));
    const points = samples.map(({ time, offset }) => ({ x: time / 1000, y: offset, weight: 1 }));
    return line(points)?.slope ?? 0;
  }

  /**
   * Decay of the speed, 1/s: the slope of ln|v| since the finger was lifted. `undefined` when the view does not slow down
   * evenly, there are too few samples, or the browser eases it to a target.
   * @param {number} now
   */
  decay(now) {
    if (this.#target !== undefined || now - this.lastTime > VELOCITY_MS) return undefined;
    const from = Math.max(this.#since, this.lastTime - WINDOW_MS);
    const samples = this.#samples.filter((s) => s.time >= from);
    const points = [];
    let sign = 0;
    for (let i = 1; i < samples.length; i++) {
      const way = samples[i].offset - samples[i - 1].offset;
      const time = samples[i].time - samples[i - 1].time;
      if (way === 0 || (sign && Math.sign(way) !== sign)) return undefined;
      sign = Math.sign(way);
      const speed = Math.log(Math.abs(way) / time);
      // A wheel does not report its end: the fling begins where the speed was highest.
      if (points.length && speed > points[0].y + RISE) points.length = 0;
      points.push({
        x: (samples[i].time + samples[i - 1].time) / 2000, y: speed,
        weight: 1 / ((TIME_ERROR / time) ** 2 + (OFFSET_ERROR / way) ** 2),
      });
    }
    if (points.length < 3) return undefined;
    const fit = line(points);
    const decay = -(fit?.slope ?? 0);
    return fit && decay > 0.2 && decay < 60 && fit.error < decay / 2 ? decay : undefined;
  }

  /**
   * Where the motion will end if nothing more is done to it, or `undefined`.
   * @param {number} now
   * @param {number} offset
   * @param {number} maxOffset
   */
  end(now, offset, maxOffset) {
    if (this.#target !== undefined) return this.#target;
    const decay = this.decay(now);
    if (decay === undefined) return undefined;
    return Math.max(0, Math.min(maxOffset, offset + this.velocity(now) / decay));
  }
}

/**
 * The line through points by weighted least squares: its slope, and the slope's standard error. `undefined` where all points
 * have one x.
 * @param {{x: number, y: number, weight: number}[]} points
 */
function line(points) {
  const all = points.reduce((sum, p) => sum + p.weight, 0);
  const x0 = points.reduce((sum, p) => sum + p.weight * p.x, 0) / all;
  const y0 = points.reduce((sum, p) => sum + p.weight * p.y, 0) / all;
  let above = 0;
  let below = 0;
  for (const { x, y, weight } of points) {
    above += weight * (x - x0) * (y - y0);
    below += weight * (x - x0) ** 2;
  }
  if (!(below > 0)) return undefined;
  const slope = above / below;
  const rest = points.reduce((sum, p) => sum + p.weight * (p.y - y0 - slope * (p.x - x0)) ** 2, 0);
  return { slope, error: Math.sqrt(rest / Math.max(1, points.length - 2) / below) };
}
