// @ts-check
// Whether the next picture follows a mark: a switch, stored in the browser; Shift does the other thing, Caps Lock does it meanwhile.

const STORED = 'lookahead goes on';

/** @returns {Storage | undefined} `undefined`: there is none, or it is forbidden: then even `typeof` throws */
function storage() {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

class GoingOn extends EventTarget {
  #isOn = storage()?.getItem(STORED) === 'on';

  get isOn() { return this.#isOn; }

  toggle() {
    this.#isOn = !this.#isOn;
    try {
      storage()?.setItem(STORED, this.#isOn ? 'on' : 'off');
    } catch {
      // Storage is full: it lasts as long as the page.
    }
    this.dispatchEvent(new Event('change'));
  }

  /**
   * Whether the next item is to follow a mark that a key gives.
   * @param {KeyboardEvent} event
   */
  isMeant(event) { return this.#isOn ? !event.shiftKey : event.shiftKey || event.getModifierState('CapsLock'); }

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

/** Of all grids in the page. */
export const goingOn = new GoingOn();
