// @ts-check
// Marks the cell under the mouse while the view stands: cells that pass below it are not pointed at. A class on that cell, where a
// state of the whole grid would have the browser compute the style of every cell whenever a scroll begins or ends.

export class PointedCell {
  #cells;
  #isMoving = false;
  /** @type {Element | null} */
  #shown = null;

  /** @param {HTMLElement} cells the element around all cells */
  constructor(cells) {
    this.#cells = cells;
    for (const name of ['pointerover', 'pointerout']) cells.addEventListener(name, () => this.#look(), { passive: true });
  }

  /**
   * To be called in every frame.
   * @param {boolean} isMoving whether the view moves
   */
  update(isMoving) {
    if (isMoving && this.#isMoving) return;
    this.#isMoving = isMoving;
    this.#look();
  }

  #look() {
    const cell = this.#isMoving ? null : this.#cells.querySelector(':scope > .cell:hover');
    if (cell !== this.#shown) this.#shown?.classList.remove('pointed');
    this.#shown = cell;
    // A cell that was released has lost it.
    if (cell && !cell.classList.contains('pointed')) cell.classList.add('pointed');
  }
}
