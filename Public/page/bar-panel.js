// @ts-check
// A panel below a button of the bar: opened by the button, closed by it, by Escape, by a press elsewhere, and when the focus leaves it.

/** @typedef {{focus: () => void}} Contents */

export class BarPanel {
  #button;
  #panel;
  #fill;
  #outside = (/** @type {Event} */ event) => {
    const path = event.composedPath();
    if (!path.includes(this.#panel) && !path.includes(this.#button)) this.close();
  };

  /**
   * @param {HTMLElement} button
   * @param {string} className of the panel
   * @param {string} words its name
   * @param {(panel: HTMLElement) => Promise<Contents | undefined>} fill makes its contents, or shows in them what is so now; `undefined`: they
   *   cannot be had
   */
  constructor(button, className, words, fill) {
    this.#button = button;
    this.#fill = fill;
    button.setAttribute('aria-haspopup', 'dialog');
    button.setAttribute('aria-expanded', 'false');
    button.addEventListener('click', () => this.toggle());
    const panel = (this.#panel = document.createElement('div'));
    panel.className = `bar-panel ${className}`;
    panel.hidden = true;
    panel.setAttribute('role', 'dialog');
    panel.setAttribute('aria-label', words);
    panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      this.close();
      button.focus();
    });
    panel.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget && relatedTarget !== button && !panel.contains(/** @type {Node} */ (relatedTarget))) this.close();
    });
    // Behind the button in the order of Tab.
    button.after(panel);
  }

  async toggle() {
    if (!this.#panel.hidden) return this.close();
    const contents = await this.#fill(this.#panel);
    if (!contents) return;
    this.#panel.hidden = false;
    this.#button.setAttribute('aria-expanded', 'true');
    addEventListener('pointerdown', this.#outside, true);
    contents.focus();
  }

  close() {
    this.#panel.hidden = true;
    this.#button.setAttribute('aria-expanded', 'false');
    removeEventListener('pointerdown', this.#outside, true);
  }
}
