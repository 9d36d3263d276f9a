// @ts-check
// The controls of the large picture fade while nothing is done.

/** Time without user input after which the controls fade, in ms. */
const QUIET_MS = 2500;

export class LightboxControls {
  #dialog;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {HTMLElement} dialog gets the class `quiet` */
  constructor(dialog) {
    this.#dialog = dialog;
    dialog.addEventListener('pointermove', (event) => event.pointerType === 'mouse' && this.show());
  }

  /** Shows the controls, for a while. */
  show() {
    this.stop();
    this.#dialog.classList.remove('quiet');
    this.#timer = setTimeout(() => {
      // A mouse that rests on a button is about to press it, again and again on the way through the pictures.
      if (matchMedia('(hover: hover)').matches && this.#dialog.querySelector('button:hover')) this.show();
      else this.#dialog.classList.add('quiet');
    }, QUIET_MS);
  }

  /** Shows them for good, or hides them. */
  toggle() {
    this.stop();
    this.#dialog.classList.toggle('quiet');
  }

  stop() { clearTimeout(this.#timer); }
}
