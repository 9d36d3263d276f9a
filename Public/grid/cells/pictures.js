// @ts-check
// Pictures of mounted cells: fetched in order of need, decoded before they are shown.

import { setAttribute } from '../dom.js';
import { bandDistance } from '../model/geometry.js';
import { fetchLimit, MAX_IN_FLIGHT, PictureQueue } from './picture-queue.js';
import { noPicture } from './cell-pool.js';

/** @typedef {import('./cell-pool.js').CellNode} CellNode */

/** Maximum pictures shown per frame: more make it long. */
const SHOWN_PER_FRAME = 8;
/** Maximum requests for a picture whose fetch fails while the server reports no failure. */
const TRIES = 3;
/** A picture that came faster than this is shown without a fade, and any while the view moves or out of view: each fade is a layer. In ms. */
const INSTANT_MS = 40;
/** Speed of the view, in viewports a second, above which no picture is requested that the server has not made. */
const FAST = 0.5;
/** Delay after which a fade counts as over where no event reports its end. In ms. */
const FADED_MS = 1000;

/**
 * Marks in the page what a cell shows of its picture: 0 nothing but a colour, 1 a preview, 2 the picture.
 * @param {CellNode} node
 */
export function showTier(node) {
  if (!node.image) return;
  const isFull = node.image.classList.contains('shown');
  const tier = isFull ? '2' : node.cell?.preview ? '1' : '0';
  setAttribute(node.element, 'data-tier', tier);
  if (tier !== '0') node.element.classList.remove('slow');
}

/**
 * Removes the preview below a picture that has faded in: it would be seen where the picture is transparent.
 * @param {CellNode} node
 */
export function uncover(node) {
  if (node.picture.isFaded) node.registration.uncover?.(node.parts);
}

/** @typedef {'large' | 'away'} PauseReason a large picture loads first; the page was left, or the view is closed */

/**
 * @typedef {object} PicturesDelegate
 * @property {() => void} picturesNeedFrame
 * @property {import('./picture-batches.js').PictureSource} pictureSource
 * @property {(node: CellNode) => void} pictureFailed after several tries
 */

export class Pictures {
  #nodes;
  /** @type {PictureQueue} */
  #queue;
  #delegate;
  #unseen;
  /**
   * Pictures in view, to be shown with the next frames.
   * @type {(() => void)[]}
   */
  #decoded = [];
  /**
   * Why nothing is fetched now.
   * @type {Set<PauseReason>}
   */
  #pauses = new Set();
  /** Maximum fetches where each is a request. */
  #limit = fetchLimit();
  #isFast = false;
  #isMoving = false;
  /** Number of pictures that failed and will be requested again. */
  #resting = 0;

  /**
   * @param {Map<string, CellNode>} nodes mounted cells by item
   * @param {PicturesDelegate} delegate
   * @param {import('./unseen-changes.js').UnseenChanges} unseen where pictures out of view wait
   */
  constructor(nodes, delegate, unseen) {
    this.#nodes = nodes;
    this.#unseen = unseen;
    this.#delegate = delegate;
    this.#queue = new PictureQueue((id) => this.#start(id), (id) => this.#stop(id));
  }

  get inFlight() { return this.#queue.inFlight; }
  /** Whether pictures in view are still to come. */
  get awaitsView() { return this.#queue.awaitsView; }
  /** Where pictures can be asked for together: not where one connection carries all requests. */
  get #together() { return this.#limit === MAX_IN_FLIGHT ? this.#delegate.pictureSource.batches : undefined; }
  /** Whether pictures are being fetched or decoded, or wait to be shown. */
  get isBusy() {
    if (this.#queue.inFlight > 0 || this.#decoded.length > 0 || this.#resting > 0) return true;
    for (const { picture } of this.#nodes.values()) if (picture.isLoaded && !picture.isShown) return true;
    return false;
  }

  /**
   * While there is a reason to pause, nothing is fetched, and running fetches are cancelled: at once, since a page that is
   * closed draws no frame.
   * @param {PauseReason} reason
   * @param {boolean} isPaused
   */
  pause(reason, isPaused) {
    if (isPaused) this.#pauses.add(reason);
    else this.#pauses.delete(reason);
    if (this.#pauses.size) this.#queue.want([]);
    this.#delegate.picturesNeedFrame();
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
    this.#isMoving = velocity !== 0;
    for (const show of this.#decoded.splice(0, SHOWN_PER_FRAME)) show();
    if (this.#decoded.length) this.#delegate.picturesNeedFrame();
    if (this.#pauses.size || isFlyingOver) return this.#queue.want([]);
    this.#limitFetches();
    const wishes = [];
    for (const [id, node] of this.#nodes) {
      const { cell, picture } = node;
      if (!cell?.image || cell.state === 'failed') continue;
      if ((picture.url === cell.image && (picture.isLoaded || picture.failures >= TRIES)) || !node.image) continue;
      wishes.push({ id, distance: bandDistance(cell.frame, top, bottom), state: cell.state, isAlone: picture.isAlone });
    }
    this.#queue.want(wishes, !this.#isFast);
  }

  #limitFetches() { this.#queue.limit = this.#together?.limit ?? this.#limit; }

  /**
   * The server's progress with a picture: what it has made is fetched before the next frame. What it tries again is requested again,
   * although it could not be fetched before.
   * @param {string} id
   * @param {string} state
   */
  stateChanged(id, state) {
    const node = this.#nodes.get(id);
    if (node && state !== 'failed') node.picture.failures = 0;
    this.#queue.stateChanged(id, state);
  }

  /**
   * The node will show another item, or none: nothing of the old item may remain or arrive.
   * @param {CellNode} node
   */
  clear(node) {
    const image = node.image;
    if (!image) return;
    // Only this stops a request; removing the node from the page does not. A picture that is here stays until the next one
    // comes, unseen: an image without an address is laid out as text, and as an image again.
    if (!node.picture.isLoaded) image.removeAttribute('src');
    node.picture.arrival?.cancel();
    image.classList.remove('shown', 'fading');
    node.picture = noPicture();
    delete node.element.dataset.tier;
    if (!this.#nodes.has(node.id)) this.#queue.ended(node.id);
  }

  /** The connection was cut: what was under way may never come, and is requested again. */
  restart() {
    for (const { picture } of this.#nodes.values()) picture.isAlone = false;
    this.#queue.want([]);
    this.#delegate.picturesNeedFrame();
  }

  /** The server can be reached again: what failed is requested again. */
  resetFailures() {
    for (const node of this.#nodes.values()) node.picture.failures = 0;
  }

  /** @param {string} id */
  async #start(id) {
    const node = this.#nodes.get(id);
    const image = node?.image;
    const url = node?.cell?.image;
    if (!node || !image || !url) return this.#queue.ended(id);
    const { failures, isAlone } = node.picture.url === url ? node.picture : noPicture();
    const picture = { ...noPicture(), url, failures, isAlone, since: performance.now() };
    node.picture = picture;
    const together = this.#together;
    const isMeasured = node.cell?.state === 'ready' && together?.kept(url) === undefined;
    if (node.cell?.state === 'ready' && !isAlone) picture.arrival = together?.fetch(url);
    const hasCome = !picture.arrival || await picture.arrival.isKept;
    if (node.picture !== picture) return;
    if (!hasCome) {
      picture.isAlone = true;
      // The others of its request may have failed with it.
      this.#limitFetches();
      this.#queue.ended(id);
      return this.#delegate.picturesNeedFrame();
    }
    const isKept = together?.kept(url) !== undefined;
    this.#delegate.pictureSource.show(image, url);
    // Once the bytes are here its connection is free for the next.
    image.addEventListener('load', () => {
      if (node.picture !== picture) return;
      picture.isLoaded = true;
      if (isMeasured) this.#delegate.pictureSource.pictureDelay?.took(performance.now() - picture.since);
      this.#queue.ended(id);
    }, { once: true });
    try {
      await image.decode();
    } catch {
      // A decode that a new `src` cancelled ends here too, and concerns another picture.
      if (node.picture !== picture) return;
      if (isKept) together?.failed(url);
      this.#limitFetches();
      picture.isAlone = true;
      picture.isLoaded = false;
      picture.failures++;
      image.removeAttribute('src');
      // What it showed before is gone with the address: the browser would show a sign of its own.
      image.classList.remove('shown', 'fading');
      showTier(node);
      if (picture.failures >= TRIES) this.#delegate.pictureFailed(node);
      else {
        this.#resting++;
        setTimeout(() => {
          this.#resting--;
          this.#delegate.picturesNeedFrame();
        }, 250 * 2 ** picture.failures);
      }
      this.#queue.ended(id);
      return;
    }
    if (node.picture !== picture) return;
    const isInView = !this.#unseen.mayWait(node);
    const show = () => {
      if (node.picture !== picture) return;
      const isFading = isInView && !this.#isMoving && performance.now() - picture.since >= INSTANT_MS;
      image.classList.toggle('fading', isFading);
      image.classList.add('shown');
      showTier(node);
      const faded = () => {
        picture.isFaded = true;
        if (node.picture === picture) uncover(node);
      };
      if (!isFading) return faded();
      image.addEventListener('animationend', faded, { once: true });
      setTimeout(faded, FADED_MS);
    };
    picture.isShown = true;
    if (!isInView) return this.#unseen.add(node, show);
    this.#decoded.push(show);
    this.#delegate.picturesNeedFrame();
  }

  /** @param {string} id */
  #stop(id) {
    const node = this.#nodes.get(id);
    if (!node?.image || node.picture.isLoaded) return;
    node.picture.arrival?.cancel();
    node.picture = noPicture();
    node.image.removeAttribute('src');
  }
}
