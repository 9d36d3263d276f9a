// @ts-check
// Gestures on a large picture: swiping to the next one, zooming and panning, swiping down to close it.

import { SlideVideo } from './slide-video.js';

/** Minimum movement, in px, that is no tap. */
const SLOP = 8;
const DOUBLE_TAP_MS = 300;
/** Horizontal distance of a wheel, in px, that goes to the next picture. */
const WHEEL_STEP = 80;
/** Time after such a step in which the same turn of a wheel or trackpad goes no further, in ms. */
const WHEEL_REST_MS = 350;

/**
 * @typedef {object} GestureDelegate
 * @property {() => import('./zoom.js').Zoom} gestureZoom
 * @property {(isQuick: boolean) => void} gestureZoomed
 * @property {(dx: number, dy: number) => void} [gestureDragged] the distance of the picture from its place, in px
 * @property {(dx: number, dy: number, vx: number, vy: number) => void} [gestureReleased] px and px/ms
 * @property {() => void} [gestureTapped] by a finger
 * @property {() => void} [gesturePlayed] a video was pressed
 * @property {(side: -1 | 1) => void} [gestureStep] to the picture at the right (1) or at the left
 */

export class LightboxGestures {
  #slides;
  #delegate;
  /** @type {Map<number, {x: number, y: number}>} */
  #pointers = new Map();
  #start = { x: 0, y: 0, time: 0 };
  #last = { x: 0, y: 0, time: 0, vx: 0, vy: 0 };
  /** @type {'none' | 'across' | 'down' | 'pan' | 'pinch'} */
  #kind = 'none';
  #spread = 0;
  #tap = { time: -Infinity, x: 0, y: 0 };
  #isTapped = false;
  #isOnVideo = false;
  #wheel = { way: 0, time: -Infinity };

  /**
   * @param {HTMLElement} slides
   * @param {GestureDelegate} delegate
   */
  constructor(slides, delegate) {
    this.#slides = slides;
    this.#delegate = delegate;
    slides.addEventListener('pointerdown', (event) => this.#down(event));
    slides.addEventListener('pointermove', (event) => this.#move(event));
    slides.addEventListener('pointerup', (event) => this.#up(event, true));
    slides.addEventListener('pointercancel', (event) => this.#up(event, false));
    // Not before: a finger's click would go to a button that appeared under it.
    slides.addEventListener('click', () => {
      if (this.#isTapped) (this.#isOnVideo ? this.#delegate.gesturePlayed : this.#delegate.gestureTapped)?.();
      this.#isTapped = false;
    });
    slides.addEventListener('wheel', (event) => this.#turn(event), { passive: false });
  }

  /**
   * A place counted from the middle of the view. Its dialog fills the window; where it is drawn does not count, since it may be sliding.
   * @param {{clientX: number, clientY: number}} event
   */
  #place({ clientX, clientY }) {
    const { offsetLeft, offsetTop, clientWidth, clientHeight } = this.#slides;
    return { x: clientX - offsetLeft - clientWidth / 2, y: clientY - offsetTop - clientHeight / 2 };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.#pointers.size === 2 || SlideVideo.isControl(event.target, event.clientY)) return;
    this.#isOnVideo = event.target instanceof HTMLVideoElement;
    this.#slides.setPointerCapture(event.pointerId);
    const place = this.#place(event);
    this.#pointers.set(event.pointerId, place);
    if (this.#pointers.size === 2) {
      // What one finger had begun is no swipe.
      if (this.#kind === 'across' || this.#kind === 'down') this.#delegate.gestureReleased?.(0, 0, 0, 0);
      this.#kind = 'pinch';
      this.#spread = this.#spreadNow();
      return;
    }
    this.#kind = 'none';
    this.#start = { ...place, time: event.timeStamp };
    this.#last = { ...place, time: event.timeStamp, vx: 0, vy: 0 };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const place = this.#place(event);
    const zoom = this.#delegate.gestureZoom();
    if (this.#kind === 'pinch') {
      const middle = this.#middle();
      this.#pointers.set(event.pointerId, place);
      const now = this.#middle();
      const spread = this.#spreadNow();
      zoom.pan(now.x - middle.x, now.y - middle.y);
      if (this.#spread > 0) zoom.by(spread / this.#spread, now.x, now.y);
      this.#spread = spread;
      return this.#delegate.gestureZoomed(true);
    }
    this.#pointers.set(event.pointerId, place);
    const dx = place.x - this.#start.x;
    const dy = place.y - this.#start.y;
    if (this.#kind === 'none' && Math.hypot(dx, dy) > SLOP) {
      this.#kind = zoom.isZoomed ? 'pan' : Math.abs(dx) > Math.abs(dy) ? 'across' : 'down';
    }
    const elapsed = Math.max(1, event.timeStamp - this.#last.time);
    const [vx, vy] = [(place.x - before.x) / elapsed, (place.y - before.y) / elapsed];
    this.#last = {
      ...place, time: event.timeStamp, vx: 0.6 * vx + 0.4 * this.#last.vx, vy: 0.6 * vy + 0.4 * this.#last.vy,
    };
    if (this.#kind === 'pan') {
      zoom.pan(place.x - before.x, place.y - before.y);
      this.#delegate.gestureZoomed(true);
    } else if (this.#kind === 'across') this.#delegate.gestureDragged?.(dx, 0);
    else if (this.#kind === 'down') this.#delegate.gestureDragged?.(0, dy);
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} isMeant
   */
  #up(event, isMeant) {
    if (!this.#pointers.delete(event.pointerId)) return;
    const kind = this.#kind;
    if (kind === 'pinch') {
      // The finger that remains continues the panning from where it is.
      const [rest] = this.#pointers.values();
      if (rest) this.#start = { ...rest, time: event.timeStamp };
      this.#kind = rest ? 'pan' : 'none';
      return;
    }
    this.#kind = 'none';
    const place = this.#place(event);
    if (kind === 'across' || kind === 'down') {
      const isStill = event.timeStamp - this.#last.time > 80;
      const [vx, vy] = isStill ? [0, 0] : [this.#last.vx, this.#last.vy];
      const dx = kind === 'across' && isMeant ? place.x - this.#start.x : 0;
      const dy = kind === 'down' && isMeant ? place.y - this.#start.y : 0;
      return this.#delegate.gestureReleased?.(dx, dy, isMeant ? vx : 0, isMeant ? vy : 0);
    }
    if (kind === 'none' && isMeant) this.#tapped(event, place);
  }

  /**
   * @param {PointerEvent} event
   * @param {{x: number, y: number}} place
   */
  #tapped(event, place) {
    const isDouble = event.timeStamp - this.#tap.time < DOUBLE_TAP_MS &&
      Math.hypot(place.x - this.#tap.x, place.y - this.#tap.y) < 30;
    this.#tap = { ...place, time: isDouble ? -Infinity : event.timeStamp };
    this.#isTapped = !isDouble && (event.pointerType === 'touch' || this.#isOnVideo);
    if (!isDouble) return;
    this.#delegate.gestureZoom().toggle(place.x, place.y);
    this.#delegate.gestureZoomed(false);
  }

  /** @param {WheelEvent} event */
  #turn(event) {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
    const zoom = this.#delegate.gestureZoom();
    if (!event.ctrlKey && Math.abs(dx) > Math.abs(dy)) {
      if (zoom.isZoomed) {
        zoom.pan(-dx, 0);
        return this.#delegate.gestureZoomed(true);
      }
      return this.#across(dx, event.timeStamp);
    }
    const { x, y } = this.#place(event);
    // A pinch on a trackpad comes as a wheel with Ctrl held, in small steps.
    zoom.by(Math.exp(-dy * (event.ctrlKey ? 0.01 : 0.0022)), x, y);
    this.#delegate.gestureZoomed(Math.abs(dy) < 40);
  }

  /**
   * @param {number} dx
   * @param {number} now
   */
  #across(dx, now) {
    if (now - this.#wheel.time < WHEEL_REST_MS) return;
    this.#wheel.way += dx;
    if (Math.abs(this.#wheel.way) < WHEEL_STEP) return;
    this.#delegate.gestureStep?.(this.#wheel.way > 0 ? 1 : -1);
    this.#wheel = { way: 0, time: now };
  }

  #middle() {
    const [a, b] = this.#pointers.values();
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }

  #spreadNow() {
    const [a, b] = this.#pointers.values();
    return Math.hypot(a.x - b.x, a.y - b.y);
  }
}
