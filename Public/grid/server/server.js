// @ts-check
// A Lookahead server, as the page reaches it: its own, or one of another origin that lets this page in.

import { homeAddress } from '../file-address.js';
import { hasAuthor, ownActor } from './actor.js';
import { isDescription } from './fitness.js';
import { CONNECTION_LOST, Problem, problemOf } from './problem.js';
import { Ticket } from './ticket.js';
import { olderOf } from './version.js';

/** The message of a problem whose response no Lookahead server wrote. */
const NO_JSON = 'the response is not one of the interface';
/** The message of a problem whose response is that of another program, or another version. */
const UNFIT = 'the response is not one that this page can show';

export class Server {
  /** The address of its folder, with a slash at the end. */
  address;
  /** The address of its interface. */
  root;
  /** The token that requests carry; none where the browser has a cookie, or the server needs none. */
  token;
  /** Whether it is of another origin than the page: then what the page fetches is subject to CORS, and no cookie goes along. */
  isForeign;
  /**
   * Pictures that are asked for together; comes after the first screen.
   * @type {import('../cells/picture-batches.js').PictureBatches | undefined}
   */
  batches;
  /**
   * How soon pictures come; measured after the first screen.
   * @type {import('../cells/picture-delay.js').PictureDelay | undefined}
   */
  pictureDelay;
  #ticket = new Ticket(() => this.call('POST', '/tickets'));

  /**
   * As its answers say.
   * @type {string | undefined}
   */
  #version;
  /** One for all images, which are used again and again. */
  #pictureRefused = () => this.refused();

  /**
   * @param {string} address absolute
   * @param {string} [token]
   */
  constructor(address, token = '') {
    this.address = address.endsWith('/') ? address : `${address}/`;
    this.root = `${this.address}api/v1`;
    this.token = token;
    this.isForeign = typeof location !== 'undefined' && new URL(this.address).origin !== location.origin;
  }

  /**
   * @param {string} method
   * @param {string} path below the root of the interface
   * @param {object | string} [body] as JSON, but for a text
   * @param {{signal?: AbortSignal, type?: string, keepalive?: boolean, headers?: Record<string, string>,
   *   fetch?: ReturnType<typeof import('./worker-port.js').workerFetch>}} [options] `fetch`: what takes its place
   * @returns {Promise<any>} `undefined` for an empty response; rejects with a `Problem`, or an `AbortError`
   */
  async call(method, path, body, options = {}) {
    let response;
    try {
      response = await (options.fetch ?? fetch)(this.root + path, {
        method,
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
        headers: {
          ...(body !== undefined && { 'Content-Type': options.type ?? 'application/json' }),
          ...(this.token && { Authorization: `Bearer ${this.token}` }),
          ...(hasAuthor(method, path, this.isForeign) && { 'Lookahead-Actor': ownActor() }),
          ...options.headers,
        },
        signal: options.signal, keepalive: options.keepalive,
      });
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'AbortError') throw error;
      throw new Problem(0, String(error), CONNECTION_LOST);
    }
    this.#version = response.headers.get('lookahead-version') ?? this.#version;
    const text = await response.text().catch(() => '');
    let value;
    try {
      value = text === '' ? undefined : JSON.parse(text);
    } catch {
      throw new Problem(response.ok ? 502 : response.status, NO_JSON, response.ok ? CONNECTION_LOST : undefined);
    }
    if (response.ok) return value;
    const problem = problemOf(response, value);
    if (problem.status === 401) problem.reason ??= this.token ? { code: 'token-refused' } : { code: 'token-missing' };
    throw problem;
  }

  /**
   * Asks for what is not JSON.
   * @param {string} path below the root of the interface
   * @param {AbortSignal} [signal]
   * @returns {Promise<Response>} with its body still to be read; rejects with a `Problem`, or an `AbortError`
   */
  async open(path, signal) {
    let response;
    try {
      response = await fetch(this.root + path, { headers: this.token ? { Authorization: `Bearer ${this.token}` } : {}, signal });
    } catch (error) {
      if (/** @type {Error} */ (error).name === 'AbortError') throw error;
      throw new Problem(0, String(error), CONNECTION_LOST);
    }
    if (response.ok) return response;
    throw problemOf(response, await response.json().catch(() => undefined));
  }

  /**
   * What the server says of a collection.
   * @param {string} path of the collection
   * @param {AbortSignal} signal
   * @returns {Promise<import('./wire.js').CollectionDescription>}
   */
  async describe(path, signal) {
    return this.fit(await this.call('GET', path, undefined, { signal }), isDescription);
  }

  /**
   * Passes on an answer that this page can show.
   * @template Answer
   * @param {Answer} answer
   * @param {(answer: any) => boolean} isFit
   * @returns {Answer} rejects any other with a `Problem`, whose server is not lost, but no help
   */
  fit(answer, isFit) {
    if (!isFit(answer)) throw new Problem(501, UNFIT);
    return answer;
  }

  /**
   * Why a collection cannot be shown: the server may not be one, may be of another version, may not let the page in, or may not have the
   * collection.
   * @param {unknown} error
   * @param {string} collection
   * @returns {import('./wire.js').Reason | undefined}
   */
  reasonOfOpening(error, collection) {
    if (!(error instanceof Problem)) return undefined;
    const server = this.address.replace(/\/$/, '');
    const isProxy = error.isLost && error.reason === undefined;
    // A server that does not know the address is none, or has another interface; ours gives a code to each collection that is missing.
    const isUnknown = (error.status === 404 || error.status === 405) && error.reason === undefined;
    const older = olderOf(this.#version);
    // What the grid itself asks, a server of its version understands.
    const isRefused = error.status === 422 && error.reason === undefined && older !== undefined;
    if (error.message === UNFIT || isUnknown || isRefused || (error.message === NO_JSON && !isProxy)) {
      // Without a version, what answers may be no server of ours.
      return { code: 'grid-server-unfit', values: { server, ...(older && (this.#version || isRefused) && { older }) } };
    }
    // The browser tells a page no more of what another origin does not answer.
    if ((error.status === 0 || isProxy) && this.isForeign) return { code: 'grid-server-unreachable', values: { server, origin: location.origin } };
    if (error.status === 404) return { code: 'collection-missing', values: { collection } };
    return isProxy ? CONNECTION_LOST : error.reason;
  }

  /** Settles when pictures and events can be asked for: neither can carry a token. Rejects with a `Problem`. */
  async ready() {
    if (this.token && this.isForeign) await this.#ticket.ready();
  }

  /** What carried the ticket was refused: another ticket is asked for before the next use. */
  refused() { this.#ticket.invalidate(); }

  /**
   * The whole address of what the server names by one of its own.
   * @param {string} address absolute, or a path, which begins at the server's folder
   */
  addressOf(address) {
    const whole = new URL(address.replace(/^\//, ''), this.address).href;
    return this.token && this.isForeign ? this.#ticket.appendTo(whole) : whole;
  }

  /**
   * Fetches a picture or a video, unless it came in a batch and is kept, and shows it.
   * @param {HTMLImageElement | HTMLVideoElement} image
   * @param {string} address as in a cell, or that of a preview
   */
  show(image, address) {
    const here = /^(data|blob):/.test(address) ? address : this.batches?.kept(address);
    if (here) {
      image.src = here;
      return;
    }
    // The answer to a request without it is for pages of the server's own origin only.
    if (this.isForeign && image.crossOrigin === null) image.crossOrigin = 'anonymous';
    if (this.token && this.isForeign) image.onerror = this.#pictureRefused;
    image.src = this.addressOf(address);
  }

  /**
   * A viewer is not used any more. Works while the page is being closed.
   * @param {string} viewer
   */
  leave(viewer) {
    const address = this.addressOf(`${this.root}/viewers/${viewer}/leave`);
    if (!this.isForeign) navigator.sendBeacon(address);
    // A beacon would carry cookies, which the server does not take from here.
    else fetch(address, { method: 'POST', keepalive: true }).catch(() => {});
  }
}

/** The server from which the page, or the grid's module, came. */
export const home = new Server(homeAddress);

/** @type {Map<string, Server>} */
const servers = new Map();

/**
 * A server by its address: grids that name the same one share it, and with it their event stream.
 * @param {string} [address] without one, `home`
 * @param {string} [token]
 * @returns {Server | undefined} `undefined`: it is no address of a server
 */
export function serverAt(address, token = '') {
  const absolute = address ? webAddress(address.endsWith('/') ? address : `${address}/`) : home.address;
  if (!absolute) return undefined;
  if (absolute === home.address && !token) return home;
  const key = `${absolute} ${token}`;
  const known = servers.get(key) ?? new Server(absolute, token);
  servers.set(key, known);
  return known;
}

/** @param {string} address absolute, or relative to the page */
function webAddress(address) {
  try {
    const { href, protocol } = new URL(address, document.baseURI);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
}
