// @ts-check
// A picture that is kept beside a sheet: what seldom changes is drawn once, then copied.

export class Layer {
  #canvas = document.createElement('canvas');
  #context = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext('2d'));
  /**
   * What it was drawn for.
   * @type {unknown[]}
   */
  #made = [];

  get context() { return this.#context; }

  /**
   * Makes it as large as a sheet. It becomes empty when the size, or anything that it was drawn for, has changed.
   * @param {import('./sheet.js').Sheet} sheet
   * @param {...unknown} reasons
   * @returns {boolean} whether it is empty
   */
  fit(sheet, ...reasons) {
    const made = [sheet.width, sheet.height, sheet.ratio, ...reasons];
    if (made.length === this.#made.length && made.every((reason, index) => reason === this.#made[index])) return false;
    this.#made = made;
    this.#canvas.width = Math.max(1, Math.round(sheet.width * sheet.ratio));
    this.#canvas.height = Math.max(1, Math.round(sheet.height * sheet.ratio));
    this.#context.setTransform(sheet.ratio, 0, 0, sheet.ratio, 0, 0);
    return true;
  }

  /** @param {import('./sheet.js').Sheet} sheet */
  copy(sheet) {
    if (sheet.width && sheet.height) sheet.context.drawImage(this.#canvas, 0, 0, sheet.width, sheet.height);
  }
}
