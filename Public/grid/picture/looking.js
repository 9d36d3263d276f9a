// @ts-check
// A look at a picture by Space: while the key is held, or until it is pressed again.

/** A key that is let go later than this was held: with it the look ends. In ms. */
const HELD_MS = 350;

export class Looking {
  #close;

  /**
   * @param {() => unknown} close
   * @param {AbortSignal} closed
   */
  constructor(close, closed) {
    this.#close = close;
    const began = performance.now();
    // Wherever the focus is by then.
    addEventListener('keyup', ({ code }) => code === 'Space' && performance.now() - began > HELD_MS && close(), { capture: true, signal: closed });
  }

  /**
   * Space is pressed again, or repeated by the keyboard while it is held.
   * @param {KeyboardEvent} event
   */
  press({ repeat }) { if (!repeat) this.#close(); }
}
