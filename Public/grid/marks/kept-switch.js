// @ts-check
// A switch of the reader's, of all grids in the page and stored in the browser.

/** @returns {Storage | undefined} `undefined`: there is none, or it is forbidden: then even `typeof` throws */
function storage() {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

export class KeptSwitch extends EventTarget {
  #name;
  #isOn;

  /** @param {string} name under which it is stored */
  constructor(name) {
    super();
    this.#name = name;
    this.#isOn = storage()?.getItem(name) === 'on';
  }

  get isOn() { return this.#isOn; }

  toggle() {
    this.#isOn = !this.#isOn;
    try {
      storage()?.setItem(this.#name, this.#isOn ? 'on' : 'off');
    } catch {
      // Storage is full: it lasts as long as the page.
    }
    this.dispatchEvent(new Event('change'));
  }

  /**
   * Has a button switch it, and show it.
   * @param {HTMLElement} button
   * @param {AbortSignal} [signal] the button is removed
   */
  bind(button, signal) {
    const show = () => button.setAttribute('aria-pressed', String(this.#isOn));
    button.addEventListener('click', () => this.toggle());
    this.addEventListener('change', show, { signal });
    show();
  }
}
