// @ts-check
// A ticket: what stands for the token in the addresses of pictures and events, for an hour or two, on pages of one origin.

/** Time left below which another is asked for while the old one is still used. In ms. */
const RENEW_MS = 30 * 60_000;

export class Ticket {
  #ask;
  #text = '';
  /** When it ends, on the clock of `performance.now`. */
  #end = 0;
  /** @type {Promise<void> | undefined} */
  #asking;

  /** @param {() => Promise<{ticket: string, seconds: number}>} ask asks the server for one */
  constructor(ask) {
    this.#ask = ask;
  }

  /** Settles when there is one that is valid for a while. */
  async ready() {
    if (this.#end - performance.now() < RENEW_MS) await this.#renew();
  }

  /**
   * Adds it to an address.
   * @param {string} address
   */
  on(address) {
    if (this.#end - performance.now() < RENEW_MS) this.#renew().catch(() => {});
    return `${address}${address.includes('?') ? '&' : '?'}ticket=${this.#text}`;
  }

  /** One request at a time. */
  #renew() {
    return (this.#asking ??= this.#ask().then(({ ticket, seconds }) => {
      this.#text = ticket;
      this.#end = performance.now() + seconds * 1000;
    }).finally(() => (this.#asking = undefined)));
  }
}
