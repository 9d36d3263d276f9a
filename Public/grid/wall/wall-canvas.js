// @ts-check
// The wall as canvases one below the other: each is drawn once, and scrolling moves them. Nothing is read back from any.

import { append, EASING, prefersReducedMotion } from '../dom.js';
import { WallPainter } from './wall-painter.js';

/** The height of a canvas in CSS px: drawn anew in a millisecond or two. */
const HEIGHT = 128;
/** Part of the view's height for which canvases are drawn ahead, on either side. */
const AHEAD = 0.5;
/** Maximum time for drawing ahead in a frame, and what in view is drawn anew in one. In ms. */
const BUDGET_MS = 3;
const BUDGET_VIEW_MS = 8;
/** Maximum number of items that travel at once, and the minimum size of cells that are seen to, in px. */
const FLIGHTS = 200;
const FLYING = 4;
/** At most 12 frames. */
const FLIGHT = { duration: 190, easing: EASING };
/** Maximum time for which what was there before is shown while what is there now is fetched, in ms. */
const LEAVING_MS = 600;
/** Maximum distance of a canvas from the layer's origin: transforms of the compositor are single floats. */
const REACH = 100_000;

/** @typedef {import('./wall-painter.js').Scene} Scene */
/** @typedef {{canvas: HTMLCanvasElement, context: CanvasRenderingContext2D, top: number, drawn: number}} Strip `drawn`: the state that it shows */

export class WallCanvas {
  layer;
  /** @type {Map<number, Strip>} */
  #strips = new Map();
  /** @type {Strip[]} */
  #idle = [];
  #state = 1;
  #origin = 0;
  #base = NaN;
  #size = '';
  /**
   * What was drawn before the order changed, over what is drawn now, until that is whole and this has faded.
   * @type {{node: HTMLElement, until: number, isFading: boolean} | undefined}
   */
  #leaving;

  /**
   * @param {HTMLElement} sizer
   * @param {HTMLElement} before the layer of cells, which is above
   */
  constructor(sizer, before) {
    this.layer = append(sizer, 'div', 'wall-layer');
    this.layer.setAttribute('aria-hidden', 'true');
    sizer.insertBefore(this.layer, before);
  }

  /**
   * Makes what is drawn out of date.
   * @param {[number, number]} [kept] a part of the content, top and bottom, that is as it was
   */
  invalidate(kept) {
    const before = this.#state++;
    if (kept) for (const strip of this.#strips.values()) if (strip.drawn === before && strip.top >= kept[0] && strip.top + HEIGHT <= kept[1]) strip.drawn = this.#state;
  }

  /**
   * Makes a part of what is drawn out of date.
   * @param {number} top
   * @param {number} bottom in content px
   */
  invalidateIn(top, bottom) { for (const strip of this.#strips.values()) if (strip.top < bottom && strip.top + HEIGHT > top) strip.drawn = 0; }

  /**
   * Draws what is in view, and some of what is around it.
   * @param {import('../scroll/surface.js').Surface} surface
   * @param {Scene} scene
   * @returns {boolean} whether all is drawn
   */
  draw({ offset, height, width, mapper }, scene) {
    this.#resize(width, scene.scale);
    this.#move(offset, mapper.base);
    const first = Math.floor(offset / HEIGHT);
    const last = Math.ceil((offset + height) / HEIGHT) - 1;
    const ahead = Math.ceil((height * AHEAD) / HEIGHT);
    for (const [at, strip] of this.#strips) if (at < first - ahead || at > last + ahead) this.#release(at, strip);
    const began = performance.now();
    const spent = () => performance.now() - began;
    let isWhole = true;
    for (let at = first; at <= last; at++) {
      // One that shows something older is seen meanwhile; one that shows nothing is drawn in any case.
      const isDue = !this.#strips.has(at) || spent() < BUDGET_VIEW_MS;
      if (isDue) this.#show(at, scene);
      else isWhole &&= this.#strips.get(at)?.drawn === this.#state;
    }
    for (let i = 1; i <= ahead; i++) {
      for (const at of [last + i, first - i]) {
        if (at < 0 || this.#strips.get(at)?.drawn === this.#state) continue;
        if (spent() > BUDGET_MS) isWhole = false;
        else this.#show(at, scene);
      }
    }
    return isWhole;
  }

  /**
   * Whether all that is in view is drawn as it is known.
   * @param {import('../scroll/surface.js').Surface} surface
   */
  shows({ offset, height }) {
    for (let at = Math.floor(offset / HEIGHT); at * HEIGHT < offset + height; at++) if (this.#strips.get(at)?.drawn !== this.#state) return false;
    return true;
  }

  /** Whether something is seen that was there before the order changed. */
  get isLeaving() { return this.#leaving !== undefined; }

  /**
   * The order is another one: what is drawn of the one before stays, over the canvases of this one, until `reveal`. None of it is drawn again.
   * @param {number} shift how far the view has moved since, in px
   */
  leave(shift) {
    if (this.#leaving || !this.#strips.size || prefersReducedMotion()) return;
    const node = append(this.layer, 'div', 'leaving');
    node.append(...[...this.#strips.values()].map(({ canvas }) => canvas));
    node.style.translate = `0 ${shift}px`;
    this.#strips.clear();
    this.#leaving = { node, until: performance.now() + LEAVING_MS, isFading: false };
  }

  /**
   * Called in every frame: what was left fades.
   * @param {boolean} isWhole whether all in view is there
   * @returns {boolean} whether it waits for that
   */
  reveal(isWhole) {
    const leaving = this.#leaving;
    if (!leaving || leaving.isFading) return false;
    if (!isWhole && performance.now() <= leaving.until) return true;
    leaving.isFading = true;
    leaving.node.animate([{}, { opacity: 0 }], FLIGHT).finished.catch(() => {}).then(() => this.#leaving === leaving && this.#forget());
    return false;
  }

  #forget() {
    this.#leaving?.node.remove();
    this.#leaving = undefined;
  }

  /** @param {boolean} isShown */
  set isShown(isShown) {
    this.layer.hidden = !isShown;
    this.#forget();
    if (!isShown) for (const [at, strip] of this.#strips) this.#release(at, strip);
    if (!isShown) for (const { canvas } of this.#idle.splice(0)) canvas.remove();
  }

  /**
   * Shows what is drawn larger or smaller.
   * @param {number | undefined} scale
   * @param {[number, number]} point of the sizer that stays where it is
   */
  stretch(scale, [x, y]) {
    if (scale) this.layer.style.transformOrigin = `${x}px ${y}px`;
    this.layer.style.scale = scale ? String(scale) : '';
  }

  /**
   * What was moved travels over what is drawn, which has it at its new place already.
   * @param {Map<number, number>} moved from where to where, by flat index
   * @param {import('./texel-runs.js').TexelRuns<import('./sheet.js').Sheet>} runs after the move
   * @param {import('./wall-places.js').WallPlaces} places
   */
  fly(moved, runs, places) {
    if (moved.size > FLIGHTS || places.side < FLYING || prefersReducedMotion()) return;
    for (const [from, to] of moved) {
      const [texel] = runs.in(to, to + 1);
      const [start, end] = [places.frame(from), places.frame(to)];
      if (texel && start && end) this.#fly(texel, start, end);
    }
  }

  /**
   * @param {import('./texel-runs.js').Run<import('./sheet.js').Sheet>} texel
   * @param {import('../model/geometry.js').Frame} from
   * @param {import('../model/geometry.js').Frame} to
   */
  #fly({ sheet, slot }, [x, y, width, height], [toX, toY]) {
    const canvas = append(this.layer, 'canvas', 'flying');
    const { picture, side, columns } = sheet;
    canvas.width = canvas.height = side;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.getContext('2d')?.drawImage(picture, sheet.left(slot, 1) * side, Math.floor(slot / columns) * side, side, side, 0, 0, side, side);
    const at = (/** @type {number} */ left, /** @type {number} */ top) => ({ translate: `${left}px ${top - this.#origin}px` });
    canvas.animate([at(x, y), at(toX, toY)], FLIGHT).finished.catch(() => {}).then(() => canvas.remove());
  }

  remove() { this.layer.remove(); }

  /**
   * @param {number} at
   * @param {Scene} scene
   */
  #show(at, scene) {
    const strip = this.#strips.get(at) ?? this.#take(at);
    if (!strip || strip.drawn === this.#state) return;
    strip.drawn = this.#state;
    new WallPainter(strip.context, scene, at * HEIGHT).paint(HEIGHT);
  }

  /** @param {number} at */
  #take(at) {
    const strip = this.#idle.pop() ?? this.#make();
    if (!strip) return undefined;
    Object.assign(strip, { top: at * HEIGHT, drawn: 0 });
    this.#place(strip);
    this.#strips.set(at, strip);
    return strip;
  }

  /** @returns {Strip | undefined} */
  #make() {
    const canvas = append(this.layer, 'canvas');
    const context = canvas.getContext('2d');
    if (!context) return void canvas.remove();
    const [width, height, scale] = this.#size.split(' ').map(Number);
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    canvas.style.width = `${canvas.width / scale}px`;
    canvas.style.height = `${canvas.height / scale}px`;
    return { canvas, context, top: 0, drawn: 0 };
  }

  /**
   * @param {number} at
   * @param {Strip} strip
   */
  #release(at, strip) {
    this.#strips.delete(at);
    strip.canvas.hidden = true;
    this.#idle.push(strip);
  }

  /**
   * @param {number} width
   * @param {number} scale
   */
  #resize(width, scale) {
    const size = `${width} ${HEIGHT} ${scale}`;
    if (size === this.#size) return;
    this.#size = size;
    this.#forget();
    for (const { canvas } of [...this.#strips.values(), ...this.#idle]) canvas.remove();
    this.#strips.clear();
    this.#idle = [];
  }

  /**
   * @param {number} offset
   * @param {number} base content y of the sizer's top
   */
  #move(offset, base) {
    if (Math.abs(offset - this.#origin) > REACH) {
      this.#origin = Math.round(offset / HEIGHT) * HEIGHT;
      this.#base = NaN;
      this.#forget();
      for (const strip of this.#strips.values()) this.#place(strip);
    }
    if (base === this.#base) return;
    this.#base = base;
    this.layer.style.transform = `translateY(${this.#origin - base}px)`;
  }

  /** @param {Strip} strip */
  #place({ canvas, top }) {
    canvas.hidden = false;
    canvas.style.translate = `0 ${top - this.#origin}px`;
  }
}
