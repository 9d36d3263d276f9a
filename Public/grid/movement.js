// @ts-check
// One interactive movement at the server: begun, told where the item would go, ended or cancelled. Free of the DOM.

/** @typedef {import('./geometry.js').IndexPath} IndexPath */
/** @typedef {(method: string, path: string, body?: any) => Promise<any>} Call */

/** A movement without word for 30 s is cancelled by the server. In ms. */
const KEEP_ALIVE_MS = 10_000;

export class Movement {
  #call;
  #path;
  /** @type {IndexPath | undefined} */
  #waiting;
  /** @type {Promise<void> | undefined} */
  #underWay;
  #isOver = false;
  #timer;
  /** Where the item would go now, as the server last answered. */
  target;
  /** Where it was last asked to go. */
  proposed;
  /** @type {(target: IndexPath, proposed: IndexPath) => void} */
  onTarget = () => {};
  /** @type {(error: any) => void} the server gave the movement up */
  onLost = () => {};

  /**
   * Asks whether the item may be picked up. Throws the refusal, with its reason.
   * @param {Call} call
   * @param {string} path of the collection
   * @param {string} item
   */
  static async begin(call, path, item) {
    const answer = await call('POST', `${path}/movements`, { item });
    return new Movement(call, `${path}/movements/${encodeURIComponent(answer.movement)}`, answer.from);
  }

  /**
   * @param {Call} call
   * @param {string} path
   * @param {IndexPath} from
   */
  constructor(call, path, from) {
    this.#call = call;
    this.#path = path;
    this.from = from;
    this.target = from;
    this.proposed = from;
    this.#timer = setInterval(() => this.#send(this.proposed), KEEP_ALIVE_MS);
    /** @type {any} */ (this.#timer).unref?.();
  }

  get isOver() { return this.#isOver; }

  /**
   * The item hangs over another place. One request under way, the newest wins.
   * @param {IndexPath} to
   */
  propose(to) {
    if (this.#isOver || (to[0] === this.proposed[0] && to[1] === this.proposed[1])) return;
    this.proposed = to;
    this.#send(to);
  }

  /** @param {IndexPath} to */
  #send(to) {
    if (this.#isOver) return;
    if (this.#underWay) {
      this.#waiting = to;
      return;
    }
    this.#underWay = this.#call('PATCH', this.#path, { to }).then((answer) => {
      this.target = answer.target;
      if (!this.#isOver) this.onTarget(answer.target, to);
    }, (error) => {
      if (!this.#isOver && !error.isLost) this.#lose(error);
    }).finally(() => {
      this.#underWay = undefined;
      const next = this.#waiting;
      this.#waiting = undefined;
      if (next) this.#send(next);
    });
  }

  /**
   * Lays the item down where it was last proposed.
   * @returns {Promise<any>} the patch
   */
  async end() {
    while (this.#underWay) await this.#underWay;
    this.#close();
    return this.#call('POST', `${this.#path}/end`, {});
  }

  /** Nothing happened. */
  async cancel() {
    if (this.#isOver) return;
    this.#close();
    await this.#call('DELETE', this.#path).catch(() => {});
  }

  /** @param {any} error */
  #lose(error) {
    this.#close();
    this.onLost(error);
  }

  #close() {
    this.#isOver = true;
    this.#waiting = undefined;
    clearInterval(this.#timer);
  }
}
