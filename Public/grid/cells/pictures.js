// @ts-check
// Pictures of mounted cells: fetched in order of need, decoded before they are shown.

import { bandDistance } from '../model/geometry.js';
import { PictureQueue } from './picture-queue.js';

/** @typedef {import('./cell-pool.js').CellNode} CellNode */

/** More pictures in one frame make it long. */
const SHOWN_PER_FRAME = 8;
/** A request that failed without a word of the server is tried again so often. */
const TRIES = 3;
/** A picture that came faster than this is shown without a fade. In ms. */
const INSTANT_MS = 40;
/**
 * While the view goes faster than this none fades in, as nobody would see it and it takes time, and none is asked for that the
 * server has not made. Viewports a second.
 */
const FAST = 0.5;
/** Where no fade tells its end, it is over after so long. In ms. */
const FADED_MS = 1000;

/**
 * Says in the page what a cell shows of its picture: 0 nothing but a colour, 1 a preview, 2 the picture.
 * @param {CellNode} node
 */
export function showTier(node) {
  if (!node.image) return;
  const isFull = node.image.classList.contains('shown');
  node.element.dataset.tier = isFull ? '2' : node.cell?.preview ? '1' : '0';
}

/**
 * Takes the preview away from below a picture that has faded in: it would be seen through what is transparent.
 * @param {CellNode} node
 */
export function uncover(node) {
  if (node.picture.isFaded) node.registration.uncover?.(node.parts);
}

export class Pictures {
  #nodes;
  /** @type {PictureQueue} */
  #queue;
  #requestFrame;
  /** @type {(() => void)[]} */
  #decoded = [];
  /** @type {(node: CellNode) => void} */
  onFailure = () => {};
  #isPaused = false;
  #isFast = false;
  /** Failed, and to be tried again in a while. */
  #resting = 0;

  /**
   * @param {Map<string, CellNode>} nodes mounted cells by item
   * @param {() => void} requestFrame
   */
  constructor(nodes, requestFrame) {
    this.#nodes = nodes;
    this.#requestFrame = requestFrame;
    this.#queue = new PictureQueue((id) => this.#start(id), (id) => this.#stop(id));
  }

  get inFlight() { return this.#queue.inFlight; }
  /** Whether pictures are being fetched or decoded, or wait to be shown. */
  get isBusy() {
    if (this.#queue.inFlight > 0 || this.#decoded.length > 0 || this.#resting > 0) return true;
    for (const { picture } of this.#nodes.values()) if (picture.isLoaded && !picture.isShown) return true;
    return false;
  }

  /**
   * While paused, nothing is fetched, and what is under way is called off.
   * @param {boolean} isPaused
   */
  pause(isPaused) {
    this.#isPaused = isPaused;
    this.#requestFrame();
  }

  /**
   * Called in each frame in which cells moved or changed.
   * @param {number} top of the view in content px
   * @param {number} bottom
   * @param {number} velocity of the view, px/s
   * @param {boolean} isFlyingOver no full picture would come in time
   */
  update(top, bottom, velocity, isFlyingOver) {
    this.#isFast = Math.abs(velocity) > FAST * (bottom - top);
    for (const show of this.#decoded.splice(0, SHOWN_PER_FRAME)) show();
    if (this.#decoded.length) this.#requestFrame();
    if (this.#isPaused || isFlyingOver) return this.#queue.want([]);
    const wishes = [];
    for (const [id, node] of this.#nodes) {
      const cell = node.cell;
      if (!cell?.image || !node.image || cell.state === 'failed') continue;
      if (node.picture.url === cell.image ? node.picture.isLoaded || node.picture.failures >= TRIES : false) continue;
      wishes.push({ id, distance: bandDistance(cell.frame, top, bottom), state: cell.state });
    }
    this.#queue.want(wishes, !this.#isFast);
  }

  /**
   * The server went on with a picture: what it has made is fetched before the next frame.
   * @param {string} id
   * @param {string} state
   */
  told(id, state) { this.#queue.told(id, state); }

  /**
   * The node will show another item, or none: nothing of the old one may stay or arrive.
   * @param {CellNode} node
   */
  clear(node) {
    const image = node.image;
    if (!image) return;
    // Only this stops the request; taking the node out of the page does not.
    image.removeAttribute('src');
    image.classList.remove('shown', 'instant');
    node.picture = { url: '', isLoaded: false, isShown: false, isFaded: false, failures: 0, since: 0 };
    delete node.element.dataset.tier;
    if (!this.#nodes.has(node.id)) this.#queue.ended(node.id);
  }

  /** The server can be reached again: what failed is asked for anew. */
  forgive() {
    for (const node of this.#nodes.values()) node.picture.failures = 0;
  }

  /** @param {string} id */
  async #start(id) {
    const node = this.#nodes.get(id);
    const image = node?.image;
    const url = node?.cell?.image;
    if (!node || !image || !url) return this.#queue.ended(id);
    const again = node.picture.url === url ? node.picture.failures : 0;
    const picture = { url, isLoaded: false, isShown: false, isFaded: false, failures: again, since: performance.now() };
    node.picture = picture;
    image.src = url;
    // Once the bytes are here its connection is free for the next.
    image.addEventListener('load', () => {
      if (node.picture !== picture) return;
      picture.isLoaded = true;
      this.#queue.ended(id);
    }, { once: true });
    try {
      await image.decode();
    } catch {
      // A decode that was called off by a new `src` ends here too: then it is no longer this picture's business.
      if (node.picture !== picture) return;
      picture.isLoaded = false;
      picture.failures++;
      image.removeAttribute('src');
      if (picture.failures >= TRIES) this.onFailure(node);
      else {
        this.#resting++;
        setTimeout(() => {
          this.#resting--;
          this.#requestFrame();
        }, 250 * 2 ** picture.failures);
      }
      this.#queue.ended(id);
      return;
    }
    if (node.picture !== picture) return;
    this.#decoded.push(() => {
      if (node.picture !== picture) return;
      image.classList.toggle('instant', this.#isFast || performance.now() - picture.since < INSTANT_MS);
      image.classList.add('shown');
      showTier(node);
      const faded = () => {
        picture.isFaded = true;
        if (node.picture === picture) uncover(node);
      };
      if (image.classList.contains('instant')) return faded();
      image.addEventListener('animationend', faded, { once: true });
      setTimeout(faded, FADED_MS);
    });
    picture.isShown = true;
    this.#requestFrame();
  }

  /** @param {string} id */
  #stop(id) {
    const node = this.#nodes.get(id);
    if (!node?.image || node.picture.isLoaded) return;
    node.picture = { url: '', isLoaded: false, isShown: false, isFaded: false, failures: 0, since: 0 };
    node.image.removeAttribute('src');
  }
}
