// @ts-check
// A ticket: what stands for the token in the addresses of pictures and events, for an hour or two, on pages of one origin.

/** Minimum interval between renewals after a refusal: many pictures are refused at once, and another ticket may not help. In ms. */
const REFUSED_MS = 5_000;
/** Time left below which another is asked for while the old one is still used. In ms. */
const RENEW_MS = 30 * 60_000;

export class Ticket {
  #ask;
  #text = '';
  /** How long it counts, from `#since` on, in ms. */
  #duration = 0;
  #since = now();
  /** @type {Moment | undefined} */
  #invalidated;
  /** @type {Promise<void> | undefined} */
  #asking;

  /** @param {() => Promise<{ticket: string, seconds: number}>} ask asks the server for one */
  constructor(ask) {
    this.#ask = ask;
  }

  /** Settles when there is one that is valid for a while. */
  async ready() {
    if (!this.#isNeedless && this.#isEnding) await this.#renew();
  }

  /** The ticket was refused: the server's clock or its token may have changed. */
  invalidate() {
    if (this.#invalidated && age(this.#invalidated) < REFUSED_MS) return;
    this.#invalidated = now();
    this.#duration = 0;
  }

  /**
   * @param {string} address
   * @returns {string} the address with the ticket
   */
  appendTo(address) {
    if (this.#isNeedless) return address;
    if (this.#isEnding) this.#renew().catch(() => {});
    return `${address}${address.includes('?') ? '&' : '?'}ticket=${this.#text}`;
  }

  /** Whether the server has none to give: it needs no token. */
  #isNeedless = false;

  get #isEnding() { return this.#duration - age(this.#since) < RENEW_MS; }

  /** One request at a time. */
  #renew() {
    return (this.#asking ??= this.#ask().then(({ ticket, seconds }) => {
      this.#text = ticket;
      this.#duration = seconds * 1000;
      this.#since = now();
    }).catch((error) => {
      // A server without a token, such as one for development, refuses tickets to everybody.
      this.#isNeedless = error?.status === 403;
      if (!this.#isNeedless) throw error;
    }).finally(() => (this.#asking = undefined)));
  }
}

/** @typedef {{steady: number, wall: number}} Moment on both clocks: one stands still while the machine sleeps, the other may be set back; in ms */

/** @returns {Moment} */
function now() { return { steady: performance.now(), wall: Date.now() }; }

/** @param {Moment} since */
const age = (since) => Math.max(performance.now() - since.steady, Date.now() - since.wall);
