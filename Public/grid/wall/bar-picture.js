// @ts-check
// The scroll bar of the wall as a picture: the mean colours of the whole order, from its first item to its last.

import { append } from '../dom.js';
import { makeSheet, sheetParts } from './sheet.js';

/** The height of one row of colours, and the width of all of them, in px; how many a row has at most. */
const ROW = 3;
const WIDTH = 12;
const COLUMNS = 4;
/** Minimum time between two readings, in ms: many may change the order at once. */
const REST_MS = 2000;

/**
 * Rows and columns of colours: no more than items, since a part without any would be a hole.
 * @param {number} itemCount
 * @param {number} height of the bar in px
 */
export function partsOf(itemCount, height) {
  const rows = Math.max(1, Math.min(Math.round(height / ROW), itemCount));
  return { rows, columns: Math.max(1, Math.min(COLUMNS, Math.floor(itemCount / rows))) };
}

export class BarPicture {
  #bar;
  #open;
  /** @type {HTMLCanvasElement | undefined} */
  #canvas;
  #of = '';
  #next = 0;

  /**
   * @param {HTMLElement} bar
   * @param {(parameters: URLSearchParams) => Promise<Response>} open asks the server for the colours
   */
  constructor(bar, open) {
    this.#bar = bar;
    this.#open = open;
  }

  /**
   * To be called when the view stands.
   * @param {number} version of the order
   * @param {number} itemCount
   * @param {number} height of the bar in px
   */
  async update(version, itemCount, height) {
    const { rows, columns } = partsOf(itemCount, height);
    const of = `${version} ${rows} ${columns}`;
    if (of === this.#of || performance.now() < this.#next) return;
    this.#of = of;
    this.#next = performance.now() + REST_MS;
    try {
      const members = { version: String(version), rows: String(rows), columns: String(columns) };
      const parts = sheetParts(await (await this.#open(new URLSearchParams(members))).arrayBuffer());
      const sheet = parts && await makeSheet(parts);
      if (sheet && of === this.#of) this.#draw(sheet.picture, rows, columns);
      sheet?.close();
    } catch {
      // It is asked for again when the view stands the next time: until then the bar is plain.
      if (of === this.#of) this.#of = '';
    }
  }

  hide() {
    this.#canvas?.remove();
    this.#canvas = undefined;
    this.#of = '';
  }

  /**
   * @param {import('./sheet.js').Picture} picture
   * @param {number} rows
   * @param {number} columns
   */
  #draw(picture, rows, columns) {
    if (!this.#canvas) {
      this.#canvas = append(this.#bar, 'canvas', 'bar-picture');
      this.#canvas.setAttribute('aria-hidden', 'true');
      this.#bar.prepend(this.#canvas);
    }
    this.#canvas.width = WIDTH;
    this.#canvas.height = rows;
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    context.imageSmoothingEnabled = false;
    context.drawImage(picture, 0, 0, columns, rows, 0, 0, WIDTH, rows);
  }
}
