// @ts-check
// A canvas as large as its element, sharp at any pixel ratio.

export class Sheet {
  width = 0;
  height = 0;
  /** Device px per CSS px. */
  ratio = 1;
  context;
  #canvas;

  /**
   * @param {HTMLCanvasElement} canvas
   * @param {() => void} resized
   */
  constructor(canvas, resized) {
    this.#canvas = canvas;
    this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    new ResizeObserver(() => {
      this.#fit();
      resized();
    }).observe(canvas);
    this.#fit();
  }

  /** Empties it. */
  clear() {
    this.context.clearRect(0, 0, this.width, this.height);
    return this.context;
  }

  #fit() {
    const { clientWidth, clientHeight } = this.#canvas;
    const ratio = (this.ratio = devicePixelRatio || 1);
    this.width = clientWidth;
    this.height = clientHeight;
    this.#canvas.width = Math.max(1, Math.round(clientWidth * ratio));
    this.#canvas.height = Math.max(1, Math.round(clientHeight * ratio));
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }
}
