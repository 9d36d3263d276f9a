// @ts-check
// Single items on the wall whose marks or contents have changed: a patch names them, but not their places. Each is looked up, and asked for as a
// sheet of one cell. Free of the DOM.

/** Delay before what could not be had is asked for again, in ms. */
const RETRY_MS = 400;
/** Maximum number of times that one is asked for. */
const TRIES = 5;

/** @typedef {import('./sheet.js').Sheet} Sheet */
/**
 * @typedef {object} RenewalDelegate
 * @property {() => number} renewalVersion the one that is shown
 * @property {(id: string) => Promise<number | undefined>} renewalPlace where the server has the item now; `undefined`: it has none
 * @property {(index: number, signal: AbortSignal) => Promise<Sheet>} renewalAsk asks for a cell of the version that is shown
 * @property {(sheet: Sheet, index: number, version: number) => void} renewalCame it is the delegate's from now on
 * @property {() => void} renewalFailed one of them cannot be had
 */

export class Renewal {
  #delegate;
  /** @type {Set<string>} */
  #pending = new Set();
  #isRunning = false;
  #closing = new AbortController();

  /** @param {RenewalDelegate} delegate */
  constructor(delegate) {
    this.#delegate = delegate;
  }

  get isBusy() { return this.#isRunning; }
  /** The number of items that wait. */
  get count() { return this.#pending.size; }

  /** @param {string[]} ids of items that have changed with the version that is shown */
  renew(ids) {
    for (const id of ids) this.#pending.add(id);
    if (!this.#isRunning) this.#run();
  }

  /** Nothing of it is wanted any more. */
  clear() {
    this.#pending.clear();
    this.#closing.abort();
    this.#closing = new AbortController();
  }

  async #run() {
    this.#isRunning = true;
    for (const id of this.#pending) await this.#renew(id, this.#closing.signal);
    this.#isRunning = false;
  }

  /**
   * @param {string} id
   * @param {AbortSignal} signal
   */
  async #renew(id, signal) {
    const { renewalVersion, renewalPlace, renewalAsk, renewalCame, renewalFailed } = this.#delegate;
    for (let tries = 0; tries < TRIES && !signal.aborted; tries++) {
      // Changed once more from now on, it is asked for once more.
      this.#pending.delete(id);
      const version = renewalVersion();
      try {
        const index = await renewalPlace(id);
        if (index === undefined || signal.aborted) return;
        // The server refuses a version that has passed: where it answers, the place was one of this version.
        const sheet = await renewalAsk(index, signal);
        if (version === renewalVersion() && !signal.aborted) return renewalCame(sheet, index, version);
        sheet.close();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    if (!signal.aborted) renewalFailed();
  }
}
