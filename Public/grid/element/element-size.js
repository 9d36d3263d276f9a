// @ts-check
// The size of an element, and when it has one.

export class ElementSize {
  #element;
  #observer;
  #known = () => {};

  /**
   * @param {HTMLElement} element
   * @param {() => void} changed
   */
  constructor(element, changed) {
    this.#element = element;
    this.#observer = new ResizeObserver(() => {
      if (this.#isKnown) this.#known();
      changed();
    });
  }

  observe() { this.#observer.observe(this.#element); }
  disconnect() { this.#observer.disconnect(); }

  /** Settles when the element has a size: the server lays out nothing without one. */
  async known() {
    if (this.#isKnown) return;
    await new Promise((resolve) => (this.#known = () => resolve(undefined)));
  }

  get #isKnown() { return this.#element.clientWidth > 0 && this.#element.clientHeight > 0; }
}
