// @ts-check
// Messages over a session's cells: there are none, they cannot be shown, the connection is lost, changes cannot be saved.

import { showMessage } from './message.js';

/** Delay before a lost connection or database is shown: shorter losses are not worth a message. In ms. */
const BANNER_DELAY_MS = 500;

export class SessionStatus {
  #parts;
  #speech;
  #strings;
  #report;
  #timer = 0;
  #isLost = false;
  #isStoreAway = false;

  /**
   * @param {import('./skeleton.js').Skeleton} parts
   * @param {import('../access/speech.js').Speech} speech
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {(code: string, words: string) => void} report what the banner says is shown
   */
  constructor(parts, speech, strings, report) {
    this.#parts = parts;
    this.#speech = speech;
    this.#strings = strings;
    this.#report = report;
  }

  /**
   * @param {import('./grid-session.js').GridState} state
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {boolean} isQuery whether the result of a query is shown
   */
  show(state, { skipped, album, watched }, isQuery) {
    const { frame, message } = this.#parts;
    frame.dataset.state = state.state;
    // It was shown: it is not there any more.
    const isGone = state.state === 'failed' && state.reason?.code === 'collection-missing';
    frame.classList.toggle('gone', isGone);
    const shown = isGone ? { ...state, reason: { code: 'collection-deleted' } } : state;
    showMessage(message, shown, this.#strings, skipped, isQuery, { album, watched });
  }

  /** @param {boolean} isLost */
  connection(isLost) {
    this.#isLost = isLost;
    this.#update(this.#strings.connectionBack);
  }

  /** @param {boolean} isAway the server cannot reach its database: changes wait or are refused */
  store(isAway) {
    if (isAway === this.#isStoreAway) return;
    this.#isStoreAway = isAway;
    this.#update(this.#strings.storeBack);
  }

  /** @param {string} back what to say when nothing is wrong any more, where something was shown */
  #update(back) {
    const { banner } = this.#parts;
    clearTimeout(this.#timer);
    if (this.#isLost) return this.#showLater('connection-lost', this.#strings.connectionLost);
    if (this.#isStoreAway) return this.#showLater('store-unreachable', this.#strings.storeAway);
    if (!banner.classList.contains('shown')) return;
    banner.classList.remove('shown');
    banner.textContent = '';
    this.#speech.say(back);
  }

  /**
   * @param {string} code
   * @param {string} words
   */
  #showLater(code, words) {
    const { banner } = this.#parts;
    if (banner.textContent === words) return;
    this.#timer = window.setTimeout(() => {
      banner.textContent = words;
      banner.classList.add('shown');
      this.#report(code, words);
    }, BANNER_DELAY_MS);
  }

  close() { clearTimeout(this.#timer); }
}
