// @ts-check
// The slide show: one large picture after the other, each for some seconds from when it is sharp, until somebody does something.

import { withKey } from '../access/keys.js';

/** Time for which each picture is shown, in ms. */
const SHOWN_MS = 4000;
/** How often is looked whether the next one is sharp, in ms. */
const LOOK_MS = 250;

export class SlideShow {
  #button;
  #dialog;
  #lightbox;
  #strings;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {{dialog: HTMLElement, play: HTMLElement, slides: HTMLElement}} parts
   * @param {import('./lightbox.js').Lightbox} lightbox
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor({ dialog, play, slides }, lightbox, strings) {
    this.#button = play;
    this.#dialog = dialog;
    this.#lightbox = lightbox;
    this.#strings = strings;
    play.addEventListener('click', () => this.toggle());
    for (const event of ['pointerdown', 'wheel']) slides.addEventListener(event, () => this.stop(), { passive: true });
  }

  get isRunning() { return this.#timer !== undefined; }

  toggle() {
    if (this.isRunning) return this.stop();
    this.#timer = setTimeout(() => this.#next(), SHOWN_MS);
    this.#draw();
  }

  stop() {
    if (!this.isRunning) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#draw();
  }

  #next() {
    // It was closed, or another dialog waits for an answer.
    if (!this.#dialog.isConnected) return this.stop();
    // What somebody began to play is played to its end.
    const isBusy = !this.#lightbox.isIdle || this.#lightbox.isPlaying || document.hidden || this.#dialog.querySelector('dialog[open]') !== null;
    if (!isBusy && !this.#lightbox.step(1)) this.#lightbox.go(0);
    this.#timer = setTimeout(() => this.#next(), isBusy ? LOOK_MS : SHOWN_MS);
  }

  #draw() {
    const words = withKey('slideShow', this.isRunning ? this.#strings.mark.stopSlideShow : this.#strings.mark.slideShow);
    this.#button.setAttribute('aria-pressed', String(this.isRunning));
    this.#button.setAttribute('aria-label', words);
    this.#button.title = words;
  }
}
