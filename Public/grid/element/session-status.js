// @ts-check
// What is said over a session's cells: that there are none, that they cannot be shown, that the connection is lost.

import { showMessage } from './message.js';

/** A cut of the line shorter than this is not worth a word. In ms. */
const BANNER_DELAY_MS = 500;

export class SessionStatus {
  #parts;
  #speech;
  #strings;
  #timer = 0;

  /**
   * @param {import('./skeleton.js').Skeleton} parts
   * @param {import('../access/speech.js').Speech} speech
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(parts, speech, strings) {
    this.#parts = parts;
    this.#speech = speech;
    this.#strings = strings;
  }

  /** @param {import('./grid-session.js').GridState} state */
  show(state) {
    this.#parts.frame.dataset.state = state.state;
    showMessage(this.#parts.message, state, this.#strings);
  }

  /** @param {boolean} isLost */
  connection(isLost) {
    const { banner } = this.#parts;
    clearTimeout(this.#timer);
    if (isLost) {
      this.#timer = window.setTimeout(() => {
        banner.textContent = this.#strings.connectionLost;
        banner.classList.add('shown');
      }, BANNER_DELAY_MS);
    } else if (banner.classList.contains('shown')) {
      banner.classList.remove('shown');
      banner.textContent = '';
      this.#speech.say(this.#strings.connectionBack);
    }
  }

  close() { clearTimeout(this.#timer); }
}
