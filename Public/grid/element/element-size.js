// @ts-check
// The size of an element, and when it has one.

export class ElementSize {
  #element;
  #internals;
  #observer;
  #known = () => {};

  /**
   * @param {HTMLElement} element
   * @param {ElementInternals} internals
   * @param {() => void} changed
   */
  constructor(element, internals, changed) {
    this.#element = element;
    this.#internals = internals;
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
    this.#setState('inline');
    if (element.getClientRects().length && element.clientHeight === 0) this.#setState('flat');
  }

  /** @param {string} name of a state that the element's own style sheet sees; browsers of before 2024 know none */
  #setState(name) {
    const { states } = /** @type {any} */ (this.#internals);
    if (CSS.supports('selector(:state(a))')) states.add(name);
  }

  get #isKnown() { return this.#element.clientWidth > 0 && this.#element.clientHeight > 0; }
}
