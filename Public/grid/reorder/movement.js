// @ts-check
// Where an item that is carried would land. Alone, it is a movement at the server: begun, updated with its place, ended or cancelled. With
// others the server is only asked where it would go: they land in one request of their own. Free of the DOM.

/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */
/** @typedef {(method: string, path: string, body?: object) => Promise<any>} Call */

/** Interval of requests that keep the movement alive: the server cancels one that is silent for 30 s. In ms. */
const KEEP_ALIVE_MS = 10_000;

/** @param {any} error */
const isUnknown = (error) => error?.status === 404;

/** Its places are in the version that the page shows; the server converts them to its newest version. */
export class Movement {
  #call;
  #path;
  #item;
  #isOfGroup;
  #name = '';
  /** Whether the server does not know it: its own died, and this is another one, or the same after a restart. */
  #isUnknown = false;
  /** @type {IndexPath | undefined} */
  #waiting;
  /** @type {Promise<void> | undefined} */
  #underWay;
  #isOver = false;
  /** Whether `target` answers the place that was proposed last. */
  #isAnswered = true;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  #version;
  /** Whether the server has allowed it. */
  isBegun = false;
  /** Settles when the server has allowed it; rejects with the refusal. */
  begun;
  /** Where the item would go now, as the server last reported. */
  target;
  /** Where it was last proposed to go. */
  proposed;
  /** @type {(target: IndexPath, proposed: IndexPath) => void} */
  onTarget = () => {};
  /** @type {(version: number) => void} the collection has a version that is not shown yet */
  onNewer = () => {};
  /** @type {(error: unknown) => void} the server ended the movement */
  onLost = () => {};

  /**
   * Asks whether the item may be picked up. Places may be proposed before the answer; they are sent after it.
   * @param {Call} call
   * @param {(...rest: string[]) => string} path of the order on screen: that of a result is another one at another server
   * @param {string} item
   * @param {IndexPath} from
   * @param {number} version the one on screen
   * @param {boolean} [isOfGroup] whether others go with it
   */
  constructor(call, path, item, from, version, isOfGroup = false) {
    this.#call = call;
    this.#path = path;
    this.#item = item;
    this.#isOfGroup = isOfGroup;
    this.#version = version;
    this.target = from;
    this.proposed = from;
    this.begun = isOfGroup ? this.#ask(from).then(() => void (this.isBegun = true)) : this.#begin(path('movements'), item);
    this.#wait(this.begun.catch(() => this.#close()));
  }

  /** Where a step by one place begins: at the place proposed last, until the server has answered with another. */
  get aim() { return this.#isAnswered ? this.target : this.proposed; }

  /**
   * The item is over another place. One request is under way at a time; the newest place wins.
   * @param {IndexPath} to
   * @param {number} version the one on screen
   */
  propose(to, version) {
    if (this.#isOver || (to[0] === this.proposed[0] && to[1] === this.proposed[1])) return;
    this.#version = version;
    this.proposed = to;
    if (this.#isUnknown) {
      this.target = to;
      this.onTarget(to, to);
      return;
    }
    this.#isAnswered = false;
    this.#send(to);
  }

  /**
   * Another version is shown, in which the places have changed.
   * @param {number} version
   * @param {IndexPath} target
   * @param {IndexPath} proposed
   */
  rebase(version, target, proposed) {
    const isSame = version === this.#version;
    this.#version = version;
    this.target = target;
    this.proposed = proposed;
    if (!isSame) this.#send(proposed);
  }

  /** Settles when the server has answered what was proposed. */
  async settled() {
    while (this.#underWay) await this.#underWay;
  }

  /**
   * Drops the item where it was last proposed.
   * @returns {Promise<import('../model/patch.js').Patch | undefined>} the patch
   */
  async end() {
    await this.settled();
    this.#close();
    if (!this.#isUnknown) {
      try {
        return await this.#call('POST', `${this.#name}/end`, {});
      } catch (error) {
        if (!isUnknown(error)) throw error;
      }
    }
    return this.#call('POST', this.#path('moves'), { item: this.#item, to: this.proposed, version: this.#version });
  }

  /** Ends it without a change. */
  async cancel() {
    if (this.#isOver) return;
    this.#close();
    if (!this.#isOfGroup) await this.begun.then(() => this.#call('DELETE', this.#name)).catch(() => {});
  }

  /**
   * @param {IndexPath} to in the version on screen
   * @returns {Promise<any>} where it would land
   */
  #ask(to) {
    const body = { to, version: this.#version };
    if (!this.#isOfGroup) return this.#call('PATCH', this.#name, body);
    return this.#call('POST', this.#path('items', this.#item, 'target'), body);
  }

  /**
   * @param {string} path
   * @param {string} item
   */
  async #begin(path, item) {
    const answer = await this.#call('POST', path, { item });
    this.#name = `${path}/${encodeURIComponent(answer.movement)}`;
    this.isBegun = true;
    if (this.#isOver) return;
    this.#timer = setInterval(() => this.#send(this.proposed), KEEP_ALIVE_MS);
    // In Node.js, the timer keeps no test running.
    /** @type {{unref?: () => void}} */ (Object(this.#timer)).unref?.();
  }

  /** @param {IndexPath} to */
  #send(to) {
    if (this.#isOver || this.#isUnknown) return;
    if (this.#underWay) {
      this.#waiting = to;
      return;
    }
    const version = this.#version;
    this.#wait(this.#ask(to).then((answer) => {
      if (this.#isOver) return;
      // The server's target is in its newest version: it cannot be drawn in another one.
      if (answer.version !== undefined && answer.version > this.#version) this.onNewer(answer.version);
      if (version !== this.#version) return;
      this.target = answer.version === undefined || answer.version === version ? answer.target : to;
      this.#isAnswered = to === this.proposed;
      this.onTarget(this.target, to);
    }, (error) => {
      if (this.#isOver || error.isLost) return;
      if (this.#isOfGroup || !isUnknown(error)) return this.#lose(error);
      // Nobody retargets it any more. It ends as a plain move.
      this.#isUnknown = this.#isAnswered = true;
      this.target = this.proposed;
      this.onTarget(this.target, this.proposed);
    }));
  }

  /** @param {Promise<void>} request what is under way; the newest place is sent after it */
  #wait(request) {
    this.#underWay = request.finally(() => {
      this.#underWay = undefined;
      const next = this.#waiting;
      this.#waiting = undefined;
      if (next) this.#send(next);
    });
  }

  /** @param {unknown} error */
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
