// @ts-check
// How far pictures are prepared before anybody looks at them, beside the collection's count: only while that goes on.

import { strings } from './strings/strings.js';

/** Pause before the server is asked again, in ms. */
const AGAIN_MS = 5000;

export class PreparedNote {
  #note;
  #ask;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {HTMLElement} note
   * @param {() => void} ask asks the server for the collection, and shows it
   */
  constructor(note, ask) {
    this.#note = note;
    this.#ask = ask;
    document.addEventListener('visibilitychange', () => !document.hidden && this.#note.hidden === false && ask());
  }

  /** @param {import('./grid/server/wire.js').CollectionDescription} collection */
  show({ prepared }) {
    clearTimeout(this.#timer);
    const isGoingOn = prepared !== undefined && !prepared.full && prepared.done < prepared.total;
    this.#note.hidden = !isGoingOn;
    if (!isGoingOn) return;
    this.#note.textContent = strings.preparing(Math.floor((100 * prepared.done) / prepared.total));
    if (!document.hidden) this.#timer = setTimeout(this.#ask, AGAIN_MS);
  }
}
