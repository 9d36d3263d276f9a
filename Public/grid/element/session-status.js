// @ts-check
// Messages over a session's cells: there are none, they cannot be shown, the connection is lost.

import { showMessage } from './message.js';

/** Delay before a lost connection is shown: shorter losses are not worth a message. In ms. */
const BANNER_DELAY_MS = 500;

export class SessionStatus {
  #parts;
  #speech;
  #strings;
  #lost;
  #timer = 0;

  /**
   * @param {import('./skeleton.js').Skeleton} parts
   * @param {import('../access/speech.js').Speech} speech
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {() => void} lost the loss of the connection is shown
   */
  constructor(parts, speech, strings, lost) {
    this.#parts = parts;
    this.#speech = speech;
    this.#strings = strings;
    this.#lost = lost;
  }

  /**
   * @param {import('./grid-session.js').GridState} state
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {boolean} isQuery whether the result of a query is shown
   */
  show(state, { skipped, album }, isQuery) {
    this.#parts.frame.dataset.state = state.state;
    showMessage(this.#parts.message, state, this.#strings, skipped, isQuery, album);
  }

  /** @param {boolean} isLost */
  connection(isLost) {
    const { banner } = this.#parts;
    clearTimeout(this.#timer);
    if (isLost) {
      this.#timer = window.setTimeout(() => {
        banner.textContent = this.#strings.connectionLost;
        banner.classList.add('shown');
        this.#lost();
      }, BANNER_DELAY_MS);
    } else if (banner.classList.contains('shown')) {
      banner.classList.remove('shown');
      banner.textContent = '';
      this.#speech.say(this.#strings.connectionBack);
    }
  }

  close() { clearTimeout(this.#timer); }
}
