// @ts-check
// Scrolling that is the same each time: steadily down, a fling, a rest, two flings in a row, and partly back.

/** Duration in ms. */
export const RIDE_MS = 14_000;

/** Times in ms, initial speeds in px/s, and how fast they decay, in 1/s; 0 for constant speed. */
const PUSHES = [
  { from: 0, to: 5000, speed: 350, decay: 0 },
  { from: 5000, to: 7500, speed: 2200, decay: 2 },
  { from: 8300, to: 9300, speed: 1800, decay: 2 },
  { from: 9300, to: 11_300, speed: 2600, decay: 2 },
  { from: 12_000, to: 14_000, speed: -600, decay: 0 },
];

/**
 * Speed of the ride in px/s, downwards.
 * @param {number} ms
 */
export function rideSpeed(ms) {
  const push = PUSHES.find(({ from, to }) => ms >= from && ms < to);
  return push ? push.speed * Math.exp((-push.decay * (ms - push.from)) / 1000) : 0;
}
