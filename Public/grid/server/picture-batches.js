// @ts-check
// Pictures that are asked for together. A browser keeps six connections to a server, each of which carries one picture in a round trip: over
// a line that is far, they stand still most of the time. What comes in a batch is not in the browser's cache, so the newest are kept here.

import { BatchReader } from './batch-reader.js';

/**
 * @typedef {object} PictureSource where pictures come from
 * @property {(image: HTMLImageElement, address: string) => void} show fetches a picture and shows it
 * @property {PictureBatches | undefined} batches where pictures can be asked for together
 */

/** Round trip from which pictures are asked for together, in ms: below it, single ones are as fast, and the browser caches them. */
const FAR_MS = 60;
/** Number of round trips of which the shortest counts: others include what the server did meanwhile. */
const TRIPS = 6;
/** Maximum pictures in a request: with more, those that are needed next would wait behind those that were asked for before. */
const MAX_TOGETHER = 8;
/** Maximum requests under way: beside the event stream, the range event and single pictures. */
const MAX_REQUESTS = 3;
/** Maximum size of all that are kept, in bytes. */
const KEPT_BYTES = 24 << 20;

/** What the address of a picture says, all of it encoded as in an address. */
const ADDRESS = /^\/api\/v1\/collections\/([^/]+)\/items\/([^/]+)\/image\?w=(\d+)&rev=\d+$/;

/**
 * @typedef {object} Arrival a picture that is on its way
 * @property {Promise<Blob | undefined>} picture `undefined`: it is to be fetched by itself; once cancelled, it may never settle
 * @property {() => void} cancel
 * @typedef {{address: string, item: string, isCancelled: boolean, settle: (picture?: Blob) => void, whenCancelled?: () => void}} Wish
 */

export class PictureBatches {
  #server;
  /** @type {number[]} */
  #trips = [];
  /**
   * By collection and width.
   * @type {Map<string, Wish[]>}
   */
  #waiting = new Map();
  #requests = 0;
  #isScheduled = false;
  /** The server has no batches, or what comes in them cannot be shown. */
  #isOff;
  /**
   * The newest last.
   * @type {Map<string, Blob>}
   */
  #kept = new Map();
  #keptBytes = 0;

  /** @param {import('./server.js').Server} server */
  constructor(server) {
    this.#server = server;
    // A page of another origin may forbid what they are shown by, and has a ticket in place of the token.
    this.#isOff = server.isForeign || Boolean(server.token);
  }

  /**
   * Maximum pictures to ask for at once: those of the requests under way, and of the next. `undefined`: each is better fetched by itself.
   */
  get limit() {
    const isFar = this.#trips.length > 0 && Math.min(...this.#trips) >= FAR_MS;
    return isFar && !this.#isOff ? MAX_TOGETHER * (MAX_REQUESTS + 1) : undefined;
  }

  /**
   * A small request was answered.
   * @param {number} milliseconds after it was sent
   */
  took(milliseconds) {
    this.#trips.push(milliseconds);
    if (this.#trips.length > TRIPS) this.#trips.shift();
  }

  /**
   * Shows what came.
   * @param {HTMLImageElement} image
   * @param {Blob} picture
   */
  show(image, picture) {
    const address = URL.createObjectURL(picture);
    image.src = address;
    for (const name of ['load', 'error']) image.addEventListener(name, () => URL.revokeObjectURL(address), { once: true });
  }

  /** What came in a batch could not be shown: a page may forbid such addresses. */
  failed() { this.#isOff = true; }

  /**
   * Asks for a picture, with others.
   * @param {string} address as in a cell
   * @returns {Arrival | undefined} `undefined`: it is to be fetched by itself
   */
  fetch(address) {
    const kept = this.#isOff ? undefined : this.#kept.get(address);
    if (kept) return { picture: Promise.resolve(kept), cancel() {} };
    const [, collection, item, width] = (this.limit !== undefined && ADDRESS.exec(address)) || [];
    if (item === undefined) return undefined;
    const { promise, resolve } = withResolvers();
    /** @type {Wish} */
    const wish = { address, item: decodeURIComponent(item), isCancelled: false, settle: resolve };
    const kind = `${collection} ${width}`;
    this.#waiting.set(kind, [...(this.#waiting.get(kind) ?? []), wish]);
    this.#schedule();
    return {
      picture: promise,
      cancel() {
        wish.isCancelled = true;
        wish.whenCancelled?.();
      },
    };
  }

  /** What is asked for in one go leaves together. */
  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      for (const [kind, waiting] of this.#waiting) {
        let wanted = waiting.filter(({ isCancelled }) => !isCancelled);
        if (this.#isOff) for (const { settle } of wanted.splice(0)) settle(undefined);
        while (wanted.length && this.#requests < MAX_REQUESTS) {
          this.#send(kind, wanted.slice(0, MAX_TOGETHER));
          wanted = wanted.slice(MAX_TOGETHER);
        }
        if (wanted.length) this.#waiting.set(kind, wanted);
        else this.#waiting.delete(kind);
      }
    });
  }

  /**
   * @param {string} kind
   * @param {Wish[]} wishes
   */
  async #send(kind, wishes) {
    this.#requests++;
    const [collection, width] = kind.split(' ');
    const open = new Set(wishes);
    const controller = new AbortController();
    for (const wish of wishes) {
      wish.whenCancelled = () => [...open].every(({ isCancelled }) => isCancelled) && controller.abort();
    }
    try {
      const response = await fetch(`${this.#server.root}/collections/${collection}/images`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ items: wishes.map(({ item }) => item), width: Number(width) }),
        signal: controller.signal,
      });
      // A server of another version may not know the route.
      if (!response.ok || !response.body) throw this.failed();
      const reader = new BatchReader((index, picture) => {
        open.delete(wishes[index]);
        this.#arrived(wishes[index], picture);
      });
      const stream = response.body.getReader();
      for (;;) {
        const { done, value } = await stream.read();
        if (done) break;
        reader.take(value);
      }
    } catch {
      // What is left is fetched by itself, which says what is wrong.
    }
    for (const wish of open) wish.settle(undefined);
    this.#requests--;
    this.#schedule();
  }

  /**
   * @param {Wish} wish
   * @param {Blob | undefined} picture
   */
  #arrived(wish, picture) {
    if (picture) this.#keep(wish.address, picture);
    wish.settle(picture);
  }

  /**
   * @param {string} address
   * @param {Blob} picture
   */
  #keep(address, picture) {
    if (this.#kept.has(address)) return;
    this.#kept.set(address, picture);
    this.#keptBytes += picture.size;
    for (const [oldest, { size }] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= size;
    }
  }
}

/** @returns {{promise: Promise<Blob | undefined>, resolve: (picture?: Blob) => void}} */
function withResolvers() {
  let resolve = (/** @type {Blob | undefined} */ _picture) => {};
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}
