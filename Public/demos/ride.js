// @ts-check
// A scroll that is the same each time: reading on, a fling, a rest, two flings in a row, and some of the way back.

/** How long it takes, in ms. */
export const RIDE_MS = 14_000;

/** When a hand pushes, how fast in px/s, and how soon it slows down, in 1/s; 0 for as long as it goes on. */
const PUSHES = [
  { from: 0, to: 5000, speed: 350, decay: 0 },
  { from: 5000, to: 7500, speed: 2200, decay: 2 },
  { from: 8300, to: 9300, speed: 1800, decay: 2 },
  { from: 9300, to: 11_300, speed: 2600, decay: 2 },
  { from: 12_000, to: 14_000, speed: -600, decay: 0 },
];

/**
 * px/s at a moment of the ride, downwards.
 * @param {number} ms
 */
export function rideSpeed(ms) {
  const push = PUSHES.find(({ from, to }) => ms >= from && ms < to);
  return push ? push.speed * Math.exp((-push.decay * (ms - push.from)) / 1000) : 0;
}
