// @ts-check
// Work that is asked for faster than it is done: one piece is under way at a time, and then the newest. Free of the DOM.

/** @template Value */
export class LatestOnly {
  #work;
  /** @type {{value: Value} | undefined} */
  #waiting;
  /** @type {Promise<void> | undefined} */
  #underWay;

  /** @param {(value: Value) => Promise<void>} work */
  constructor(work) {
    this.#work = work;
  }

  /**
   * Does the work for a value, unless a newer value comes before its turn.
   * @param {Value} value
   * @returns {Promise<void>} settles when the work for this value, or for a newer one, is done
   */
  do(value) {
    this.#waiting = { value };
    this.#underWay ??= this.#run();
    return this.#underWay;
  }

  async #run() {
    try {
      for (let next = this.#waiting; next; next = this.#waiting) {
        this.#waiting = undefined;
        await this.#work(next.value);
      }
    } finally {
      this.#underWay = undefined;
    }
  }
}
