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
    cells.onpointerover = cells.onpointerout = () => this.#look();
  }

  /**
   * To be called in every frame. Costs a look through the cells while the view stands, and nothing while it moves.
   * @param {boolean} isMoving whether the view moves
   */
  update(isMoving) {
    this.#isMoving = isMoving;
    this.#look();
  }

  #look() {
    const cell = this.#isMoving ? null : this.#cells.querySelector(':scope > .cell:hover');
    if (cell !== this.#shown) this.#shown?.classList.remove('pointed');
    this.#shown = cell;
    // Again: a cell that was released has lost it.
    cell?.classList.add('pointed');
  }
}
