// @ts-check
// Announcements: to screen readers through a live region, and for some seconds on screen where they must be seen too.

/** Time for which a message stays on screen, in ms. */
const SHOWN_MS = 4000;

export class Speech {
  #live;
  #toast;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #last = '';

  /**
   * @param {HTMLElement} live
   * @param {HTMLElement} toast
   */
  constructor(live, toast) {
    this.#live = live;
    this.#toast = toast;
  }

  /**
   * Speaks a sentence.
   * @param {string} sentence
   */
  say(sentence) {
    if (!sentence) return;
    const line = document.createElement('p');
    line.textContent = sentence;
    // Some lines are kept: a screen reader that is still speaking must find the earlier ones.
    while (this.#live.childElementCount >= 4) this.#live.firstElementChild?.remove();
    this.#live.append(line);
    this.#last = sentence;
  }

  /**
   * Speaks and shows a sentence.
   * @param {string} sentence
   */
  warn(sentence) {
    this.say(sentence);
    this.#show(sentence);
  }

  /**
   * Shows a sentence; speaks it unless it was the last one spoken.
   * @param {string} sentence
   * @param {boolean} speak
   */
  hint(sentence, speak) {
    if (speak || sentence !== this.#last) this.say(sentence);
    this.#show(sentence);
  }

  /** @param {string} sentence */
  #show(sentence) {
    clearTimeout(this.#timer);
    this.#toast.textContent = sentence;
    this.#toast.classList.add('shown');
    this.#timer = setTimeout(() => this.#toast.classList.remove('shown'), SHOWN_MS);
  }
}
