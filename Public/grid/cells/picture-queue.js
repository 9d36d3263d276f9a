// @ts-check
// Which picture to fetch next. Beside the event stream a host has five connections: four pictures, one range event.

/**
 * @typedef {{id: string, distance: number, state: string, isAlone?: boolean}} Wish how far from view in px, how far the server is with it, and
 *   whether it does not come together with others
 */

/** Fetches in flight. With five, the range event cannot leave after a jump. */
export const MAX_IN_FLIGHT = 4;
/** A proxy in front that speaks HTTP/2 carries them all on one connection. */
const MAX_IN_FLIGHT_MULTIPLEXED = 16;

/** Maximum fetches for the protocol that brought the page. */
export function fetchLimit() {
  const [page] = globalThis.performance?.getEntriesByType?.('navigation') ?? [];
  const protocol = /** @type {PerformanceNavigationTiming | undefined} */ (page)?.nextHopProtocol ?? '';
  return /^h[23]/.test(protocol) ? MAX_IN_FLIGHT_MULTIPLEXED : MAX_IN_FLIGHT;
}
/** Maximum fetches that wait at the server for a picture that it is loading. */
const MAX_HELD = 2;

/** Decides; the starting and stopping is done by `start` and `stop`. */
export class PictureQueue {
  /** @type {Map<string, Wish>} */
  #waiting = new Map();
  /** @type {Map<string, Wish>} */
  #inFlight = new Map();
  #start;
  #stop;
  /** Maximum fetches in flight. Above what HTTP/2 has, pictures come together. */
  limit;
  #mayHold = true;

  /**
   * @param {(id: string) => void} start
   * @param {(id: string) => void} stop
   * @param {number} [limit]
   */
  constructor(start, stop, limit = fetchLimit()) {
    this.#start = start;
    this.#stop = stop;
    this.limit = limit;
  }

  get inFlight() { return this.#inFlight.size; }
  get waiting() { return this.#waiting.size; }
  /** Whether pictures in view are still to come. */
  get awaitsView() { return [...this.#waiting.values(), ...this.#inFlight.values()].some(({ distance }) => distance === 0); }

  /**
   * Sets all that is wanted now; fetches of anything else are stopped.
   * @param {Wish[]} wishes
   * @param {boolean} [mayHold] whether requests may wait at the server. While the view moves they would delay what is made.
   */
  want(wishes, mayHold = true) {
    this.#mayHold = mayHold;
    const wanted = new Map(wishes.map((wish) => [wish.id, wish]));
    for (const id of [...this.#inFlight.keys()]) {
      const wish = wanted.get(id);
      if (wish) this.#inFlight.set(id, wish);
      else {
        this.#inFlight.delete(id);
        this.#stop(id);
      }
      wanted.delete(id);
    }
    this.#waiting = wanted;
    this.#fill();
  }

  /**
   * The server's progress with a picture.
   * @param {string} id
   * @param {string} state
   */
  stateChanged(id, state) {
    const wish = this.#waiting.get(id) ?? this.#inFlight.get(id);
    if (!wish || wish.state === state) return;
    wish.state = state;
    this.#fill();
  }

  /**
   * A fetch ended, well or badly.
   * @param {string} id
   */
  ended(id) {
    if (this.#inFlight.delete(id)) this.#fill();
  }

  #fill() {
    if (this.#waiting.size === 0 || this.#inFlight.size >= this.limit) return;
    const order = [...this.#waiting.values()].sort(byNeed);
    const areTogether = this.limit > MAX_IN_FLIGHT_MULTIPLEXED;
    const inFlight = [...this.#inFlight.values()];
    let held = inFlight.filter(isHeld).length;
    // Where pictures come together, their requests, the range event and the event stream leave one connection for single ones.
    let hasSingle = inFlight.some(isSingle);
    for (const wish of order) {
      if (this.#inFlight.size >= this.limit) return;
      if (areTogether && hasSingle && isSingle(wish)) continue;
      if (isHeld(wish)) {
        // A picture that is out of view and not made yet is left to the server's prefetching. A request that waits in its queue
        // would keep a connection from those before it; with nothing else in flight it is sent, or the picture might never be made. So is
        // one that is being made, but for pictures that come together, whose few requests need all connections.
        const isNext = this.#inFlight.size === 0 || (wish.state === 'loading' && !areTogether);
        if (wish.distance > 0 || held >= MAX_HELD || !isNext || !this.#mayHold) continue;
        held++;
      }
      hasSingle ||= isSingle(wish);
      this.#waiting.delete(wish.id);
      this.#inFlight.set(wish.id, wish);
      this.#start(wish.id);
    }
  }
}

/**
 * Visible before near, made before being made, then nearest.
 * @param {Wish} a
 * @param {Wish} b
 */
function byNeed(a, b) {
  return Number(a.distance > 0) - Number(b.distance > 0) || progress(b) - progress(a) || a.distance - b.distance;
}

/**
 * Whether the server would hold its request until the picture is made.
 * @param {Wish} wish
 */
const isHeld = ({ state }) => state !== 'ready';

/**
 * Whether it has a request of its own.
 * @param {Wish} wish
 */
const isSingle = (wish) => wish.isAlone || isHeld(wish);

/** @param {Wish} wish */
const progress = ({ state }) => (state === 'ready' ? 2 : state === 'loading' ? 1 : 0);
