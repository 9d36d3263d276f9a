// @ts-check
// The size of an element, and when it has one.

export class ElementSize {
  #element;
  #observer;
  #known = () => {};

  /**
   * @param {import('./element-form.js').ElementForm} element
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

  /** Settles when the element has a size: the server lays out nothing without one. To be called when its style sheets are here. */
  async known() {
    if (!this.#isKnown) this.#makeBox();
    if (this.#isKnown) return;
    await new Promise((resolve) => (this.#known = () => resolve(undefined)));
  }

  /** A page's own reset, as `* { all: revert }`, takes away what the element's style sheet says of the element itself. */
  #makeBox() {
    const element = this.#element;
    if (getComputedStyle(element).display !== 'inline') return;
    element.setState('inline');
    if (element.getClientRects().length && element.clientHeight === 0) element.setState('flat');
  }

  get #isKnown() { return this.#element.clientWidth > 0 && this.#element.clientHeight > 0; }
}
