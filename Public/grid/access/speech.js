// @ts-check
// Announcements: to screen readers through a live region, and for some seconds on screen where they must be seen too.

import { append, showSentence } from '../dom.js';
import { strings, whenWorded } from '../../strings/strings.js';

/** Time for which a message stays on screen, in ms. */
const SHOWN_MS = 4000;
/** The same for a message with a button: it must be read and reached. In ms. */
const OFFERED_MS = 8000;
/** Delay after which a message that is pointed at or has the focus is looked at again, in ms. */
const KEPT_MS = 1000;

/** @typedef {{words: string, act: () => void}} Offer what can be done about a message: the words of a button */

export class Speech {
  #live;
  #toast;
  #leave;
  #words;
  #button;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Offer | undefined} */
  #offer;
  #last = '';

  /**
   * @param {HTMLElement} live
   * @param {HTMLElement} toast
   * @param {() => void} leave gives the focus to what the message is about, before the button that has it is hidden
   */
  constructor(live, toast, leave) {
    this.#live = live;
    this.#toast = toast;
    this.#leave = leave;
    this.#words = append(toast, 'span', 'toast-words');
    // Spoken by the live region; the button is for everyone.
    this.#words.setAttribute('aria-hidden', 'true');
    this.#button = append(toast, 'button');
    this.#button.hidden = true;
    this.#button.addEventListener('click', () => {
      const offer = this.#offer;
      this.hide();
      offer?.act();
    });
  }

  /**
   * Speaks a sentence.
   * @param {string} sentence
   */
  say(sentence) {
    if (!sentence) return;
    const line = document.createElement('p');
    showSentence(line, sentence);
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
   * Speaks a sentence; shows it unless there is a message that something can be done about.
   * @param {string} sentence
   */
  add(sentence) {
    this.say(sentence);
    if (!this.#offer) this.#show(sentence);
  }

  /**
   * Speaks and shows why something did not work, once there are words for it: most of them come after the first screen.
   * @param {import('../../strings/reason.js').Reason | undefined} reason
   * @param {(words: string) => string} [sentence] makes more of the reason's words
   * @param {Offer} [offer]
   */
  explain(reason, sentence = (words) => words, offer) {
    whenWorded(reason, () => this.notify(sentence(strings.reason(reason)), offer));
  }

  /**
   * Speaks and shows a sentence with a button.
   * @param {string} sentence
   * @param {Offer} offer
   */
  offer(sentence, offer) {
    this.say(sentence);
    this.#show(sentence, offer);
  }

  /**
   * Speaks and shows a sentence, with a button where something can be done about it.
   * @param {string} sentence
   * @param {Offer} [offer]
   */
  notify(sentence, offer) {
    if (offer) this.offer(sentence, offer);
    else this.warn(sentence);
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

  /** Removes the message from the screen. */
  hide() {
    clearTimeout(this.#timer);
    this.#offer = undefined;
    this.#keepFocus();
    this.#toast.classList.remove('shown');
  }

  /**
   * @param {string} sentence
   * @param {Offer} [offer]
   */
  #show(sentence, offer) {
    this.#offer = offer;
    if (!offer) this.#keepFocus();
    showSentence(this.#words, sentence);
    this.#button.textContent = offer?.words ?? '';
    this.#button.hidden = !offer;
    this.#toast.classList.add('shown');
    this.#hideAfter(offer ? OFFERED_MS : SHOWN_MS);
  }

  /** @param {number} delay in ms */
  #hideAfter(delay) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // A finger that was lifted hovers until the next tap.
      const isPointedAt = matchMedia('(hover: hover)').matches && this.#toast.matches(':hover');
      if (isPointedAt || this.#toast.matches(':focus-within')) this.#hideAfter(KEPT_MS);
      else this.hide();
    }, delay);
  }

  /** What is hidden loses the focus, and with it the reader's place in the page. */
  #keepFocus() {
    if (this.#toast.matches(':focus-within')) this.#leave();
  }
}
