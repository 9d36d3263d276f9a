// @ts-check
// When to send the server what is in view: at most one event under way, of those waiting the newest.

/** Minimum interval between two events that are not urgent, in ms. */
const INTERVAL_MS = 50;

/**
 * @typedef {{rect?: number[], visible?: number[], velocity: number[], phase: import('./motion.js').Phase, version: number,
 *   have?: number[], decay?: number, end?: number, pictureDelay?: number, form?: 'texel'}} RangeEvent
 */

/** @typedef {{event: RangeEvent, places: number}} Report an event, and the version since which items are where it has them */

/** Keeps the newest event until it may be sent. Times in ms. */
export class RangePump {
  #seq = 0;
  #underWay = 0;
  #lastSent = -Infinity;
  /** @type {Report | undefined} */
  #waiting;
  /** @type {Report | undefined} */
  #sent;
  #urgent = false;

  get isUnderWay() { return this.#underWay !== 0; }
  get hasWaiting() { return this.#waiting !== undefined; }

  /**
   * A newer event replaces the one that waits. Another version is no news while it changes no place.
   * @param {RangeEvent} event
   * @param {number} places the version since which items are where the event has them
   * @param {boolean} [force] send it as soon as no other is under way
   */
  offer(event, places, force = false) {
    const last = this.#sent?.event;
    const hasMoved = this.#sent?.places !== places;
    if (!force && last && !hasMoved && sameEvent(last, event)) return;
    // The place where the view has stopped matters more than those it passed.
    const before = this.#waiting?.event.rect;
    const hasStopped = before !== undefined && String(before) === String(event.rect);
    this.#urgent ||= force || hasStopped || !last || last.phase !== event.phase || hasMoved ||
      Math.sign(last.velocity[1]) * Math.sign(event.velocity[1]) < 0;
    this.#waiting = { event, places };
  }

  /**
   * The event to send now, with its number, if any.
   * @param {number} now
   */
  take(now) {
    if (!this.#waiting || this.#underWay) return undefined;
    if (!this.#urgent && now - this.#lastSent < INTERVAL_MS) return undefined;
    const event = { seq: ++this.#seq, ...this.#waiting.event };
    this.#sent = this.#waiting;
    this.#waiting = undefined;
    this.#urgent = false;
    this.#underWay = event.seq;
    this.#lastSent = now;
    return event;
  }

  /**
   * The answer to an event has arrived, or never will.
   * @param {number} seq
   * @returns {boolean} whether it was awaited
   */
  done(seq) {
    if (seq !== this.#underWay) return false;
    this.#underWay = 0;
    return true;
  }

  /**
   * Forgets what was sent: the viewer at the server is another one.
   * @param {Report} [sent] what that one has been sent
   */
  reset(sent) {
    this.#underWay = 0;
    this.#waiting = undefined;
    this.#sent = sent;
    this.#urgent = false;
    this.#lastSent = -Infinity;
  }
}

/**
 * @param {RangeEvent} a
 * @param {RangeEvent} b
 */
function sameEvent(a, b) {
  return a.phase === b.phase && a.end === b.end && a.form === b.form && String(a.rect) === String(b.rect) &&
    String(a.visible) === String(b.visible) && isHeldStill(a) === isHeldStill(b);
}

/**
 * Whether the thumb of the scroll bar is held still: no full pictures were made while it moved fast.
 * @param {RangeEvent} event
 */
const isHeldStill = (event) => event.phase === 'scrubbing' && event.velocity[1] === 0;

/**
 * The event for a view: where it is, how it moves, where it will stop.
 * @param {{visibleRect: number[], offset: number, motion: import('./motion.js').Motion, mapper: {maxOffset: number}}} view
 * @param {number} version
 * @param {number} now
 * @param {boolean} isHidden
 * @returns {RangeEvent}
 */
export function rangeEvent(view, version, now, isHidden) {
  const { motion } = view;
  const velocity = Math.round(motion.velocity(now));
  /** @type {RangeEvent} */
  const event = {
    version, rect: view.visibleRect.map(Math.round), velocity: [0, velocity],
    phase: isHidden ? 'hidden' : motion.phase,
  };
  const decay = velocity ? motion.decay(now) : undefined;
  if (decay !== undefined) event.decay = Math.round(decay * 100) / 100;
  const end = decay === undefined ? motion.target : motion.end(now, view.offset, view.mapper.maxOffset) ?? view.offset;
  if (end !== undefined) event.end = Math.round(end);
  return event;
}
