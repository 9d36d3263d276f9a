// @ts-check
// Pictures that are asked for together. A browser keeps six connections to a server, each of which carries one picture in a round trip: over
// a line that is far, they stand still most of the time. What comes in a batch is not in the browser's cache, so the newest are kept here.

import { identifierOf } from '../server/api.js';
import { BatchReader } from './batch-reader.js';

/**
 * @typedef {object} PictureSource where pictures come from
 * @property {(image: HTMLImageElement, address: string) => void} show fetches a picture, unless it is kept, and shows it
 * @property {PictureBatches | undefined} batches where pictures can be asked for together
 * @property {import('./picture-delay.js').PictureDelay | undefined} pictureDelay how soon they come
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
/** Time for which nothing is asked for together after the server refused, or had nothing of what was asked for. In ms. */
const REST_MS = 5000;
/** The same after something answered that does not know the route: a server of another version, or a proxy while the server restarts. */
const LONG_REST_MS = 300_000;
/** Number of pictures that could not be shown after which nothing is asked for together. The page may forbid such addresses. */
const MAX_FAILURES = 3;
/** What each picture that comes takes off their number: of many, some are broken. */
const FORGIVEN = 0.1;

/** What the address of a picture says, all of it encoded as in an address. */
const ADDRESS = /^\/api\/v1\/collections\/([^/]+)\/items\/([^/]+)\/image\?w=(\d+)&rev=(\d+)$/;

/**
 * @typedef {object} Arrival a picture that is on its way
 * @property {Promise<boolean>} isKept settles when it has come, and is kept; or with `false`: it is to be fetched by itself. Once
 *   cancelled, it may never settle
 * @property {() => void} cancel to be called at most once
 *
 * @typedef {object} Wish
 * @property {string} address
 * @property {string} item
 * @property {string} revision
 * @property {number} waiting number of those who wait for it
 * @property {Promise<boolean>} isKept
 * @property {(isKept: boolean) => void} settle
 * @property {() => void} [left] nobody waits for it any more
 */

export class PictureBatches {
  #server;
  /** @type {number[]} */
  #trips = [];
  /**
   * Those that are still to be sent, by collection and width.
   * @type {Map<string, Wish[]>}
   */
  #unsent = new Map();
  /**
   * Those that can be joined, by address.
   * @type {Map<string, Wish>}
   */
  #wishes = new Map();
  #requests = 0;
  #isScheduled = false;
  /** Until then nothing is asked for together. In ms, as `performance.now`. */
  #restsUntil;
  #failures = 0;
  /**
   * Addresses of what has come, and its size, the newest last.
   * @type {Map<string, {url: string, size: number}>}
   */
  #kept = new Map();
  #keptBytes = 0;

  /** @param {import('../server/server.js').Server} server */
  constructor(server) {
    this.#server = server;
    // A page of another origin may forbid what they are shown by, and has a ticket in place of the token.
    this.#restsUntil = server.isForeign || server.token ? Infinity : 0;
  }

  /** Maximum pictures to ask for at once: those of the requests under way, and of the next. `undefined`: each is better fetched by itself. */
  get limit() {
    const isFar = this.#trips.length > 0 && Math.min(...this.#trips) >= FAR_MS;
    return isFar && performance.now() >= this.#restsUntil ? MAX_TOGETHER * (MAX_REQUESTS + 1) : undefined;
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
   * An address under which the page has a picture that came in a batch.
   * @param {string} address as in a cell
   * @returns {string | undefined} until others have taken its place
   */
  kept(address) { return this.#kept.get(address)?.url; }

  /**
   * What came in a batch could not be shown: it, or the page forbids such addresses.
   * @param {string} address
   */
  failed(address) {
    // Two grids may show it.
    if (!this.#kept.has(address)) return;
    this.#forget(address);
    if (++this.#failures < MAX_FAILURES) return;
    this.#restsUntil = Infinity;
    for (const kept of [...this.#kept.keys()]) this.#forget(kept);
  }

  /**
   * Asks for a picture, with others.
   * @param {string} address as in a cell
   * @returns {Arrival | undefined} `undefined`: it is kept, or to be fetched by itself
   */
  fetch(address) {
    if (this.#kept.has(address) || this.limit === undefined) return undefined;
    const wish = this.#wishes.get(address) ?? this.#wish(address);
    if (!wish) return undefined;
    wish.waiting++;
    return {
      isKept: wish.isKept,
      cancel() {
        if (--wish.waiting === 0) wish.left?.();
      },
    };
  }

  /**
   * @param {string} address
   * @returns {Wish | undefined}
   */
  #wish(address) {
    const [, collection, item, width, revision] = ADDRESS.exec(address) ?? [];
    if (item === undefined) return undefined;
    let settle = (/** @type {boolean} */ _isKept) => {};
    /** @type {Promise<boolean>} */
    const isKept = new Promise((resolve) => (settle = resolve));
    const wish = { address, item: identifierOf(item), revision, waiting: 0, isKept, settle };
    this.#wishes.set(address, wish);
    const kind = `${collection} ${width}`;
    this.#unsent.set(kind, [...(this.#unsent.get(kind) ?? []), wish]);
    this.#schedule();
    return wish;
  }

  /** What is asked for in one go leaves together. */
  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      for (const [kind, unsent] of this.#unsent) {
        const isWanted = (/** @type {Wish} */ { waiting }) => waiting > 0 && this.limit !== undefined;
        let wanted = unsent.filter(isWanted);
        for (const wish of unsent) if (!isWanted(wish)) this.#end(wish, false);
        while (wanted.length && this.#requests < MAX_REQUESTS) {
          this.#send(kind, wanted.slice(0, MAX_TOGETHER));
          wanted = wanted.slice(MAX_TOGETHER);
        }
        if (wanted.length) this.#unsent.set(kind, wanted);
        else this.#unsent.delete(kind);
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
      wish.left = () => {
        if ([...open].some(({ waiting }) => waiting > 0)) return;
        controller.abort();
        // Who wants one of them now asks again.
        for (const left of open) this.#end(left, false);
      };
    }
    try {
      const response = await fetch(`${this.#server.root}/collections/${collection}/images`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ items: wishes.map(({ item }) => item), width: Number(width) }),
        signal: controller.signal,
      });
      if (response.ok && response.body) await this.#read(response.body, wishes, open);
      else await this.#refused(response);
    } catch {
      // What is left is fetched by itself, which says what is wrong.
      if (!controller.signal.aborted) this.#rest();
      // What still comes is no such answer.
      controller.abort();
    }
    for (const wish of open) this.#end(wish, false);
    this.#requests--;
    this.#schedule();
  }

  /**
   * @param {ReadableStream<Uint8Array>} body
   * @param {Wish[]} wishes
   * @param {Set<Wish>} open
   */
  async #read(body, wishes, open) {
    let arrived = 0;
    const reader = new BatchReader((index, picture, revision) => {
      const wish = wishes[index];
      // The content may have changed since the address was made.
      const isRight = picture !== undefined && revision === wish.revision;
      if (isRight) this.#keep(wish.address, picture);
      open.delete(wish);
      this.#end(wish, isRight);
      arrived += Number(picture !== undefined);
    });
    const stream = body.getReader();
    for (;;) {
      const { done, value } = await stream.read();
      if (done) break;
      reader.take(value);
    }
    // The server's memory is full, or the server was started again. One picture alone may be missing for another reason.
    if (arrived === 0 && wishes.length > 1) this.#rest();
  }

  /** @param {Response} response */
  async #refused(response) {
    const { code } = await response.json().catch(() => ({}));
    this.#rest((response.status === 404 || response.status === 405) && !code ? LONG_REST_MS : REST_MS);
  }

  #rest(milliseconds = REST_MS) { this.#restsUntil = Math.max(this.#restsUntil, performance.now() + milliseconds); }

  /**
   * Nobody can join it any more.
   * @param {Wish} wish
   * @param {boolean} isKept
   */
  #end(wish, isKept) {
    wish.left = undefined;
    if (this.#wishes.get(wish.address) === wish) this.#wishes.delete(wish.address);
    wish.settle(isKept);
  }

  /**
   * @param {string} address
   * @param {Blob} picture
   */
  #keep(address, picture) {
    this.#failures = Math.max(0, this.#failures - FORGIVEN);
    this.#forget(address);
    this.#kept.set(address, { url: URL.createObjectURL(picture), size: picture.size });
    this.#keptBytes += picture.size;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= KEPT_BYTES) break;
      this.#forget(oldest);
    }
  }

  /** @param {string} address */
  #forget(address) {
    const kept = this.#kept.get(address);
    if (!kept) return;
    this.#kept.delete(address);
    this.#keptBytes -= kept.size;
    URL.revokeObjectURL(kept.url);
  }
}
