// @ts-check
// Where cameras focused, as the files of pictures say: asked for a moment after a picture is shown, with its neighbours.

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {[x: number, y: number]} Point shares of the width and height of the picture as it is shown */

/** Delay before the server is asked: who goes on quickly asks nothing. In ms. */
const DELAY_MS = 120;

export class FocusPoints {
  #fields;
  #arrived;
  /**
   * By item and content.
   * @type {Map<string, Point | undefined>}
   */
  #known = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {import('../server/item-fields.js').ItemFields} fields
   * @param {() => void} arrived more of them are known
   */
  constructor(fields, arrived) {
    this.#fields = fields;
    this.#arrived = arrived;
  }

  /** @param {Cell | undefined} cell */
  of(cell) { return cell && this.#known.get(key(cell)); }

  /** @param {(Cell | undefined)[]} cells that are shown, or come next */
  want(cells) {
    clearTimeout(this.#timer);
    const unknown = cells.flatMap((cell) => (cell && !this.#known.has(key(cell)) ? [cell] : []));
    if (unknown.length) this.#timer = setTimeout(() => unknown.forEach((cell) => this.#ask(cell)), DELAY_MS);
  }

  close() { clearTimeout(this.#timer); }

  /** @param {Cell} cell */
  async #ask(cell) {
    const fields = await this.#fields.of(cell);
    if (!fields) return;
    this.#known.set(key(cell), pointOf(fields));
    this.#arrived();
  }
}

/** @param {Cell} cell another revision is another content */
const key = ({ id, item }) => `${item?.revision} ${id}`;

/**
 * @param {import('../server/item-fields.js').Fields} fields
 * @returns {Point | undefined}
 */
function pointOf({ focusX, focusY }) {
  return typeof focusX === 'number' && typeof focusY === 'number' ? [focusX, focusY] : undefined;
}
