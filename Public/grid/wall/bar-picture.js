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
/** Delay before it is asked for again where it could not be had, or has parts without a colour, in ms: at first, and at most. Some may never have one. */
const HOLES_MS = [5000, 300_000];

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
  #due;
  #of = '';
  /** Whether it may show others than those that are there by now. */
  #isStale = false;
  #asked = -Infinity;
  #isAsking = false;
  /** Minimum time between that reading and the next one, and between the one behind it and another where it shows holes as well. */
  #pause = REST_MS;
  #wait = HOLES_MS[0];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {() => HTMLElement | null} bar `null` where the page shows none
   * @param {(parameters: URLSearchParams) => Promise<Response>} open asks the server for the colours
   * @param {() => void} due it is time for `update`
   */
  constructor(bar, open, due) {
    this.#bar = bar;
    this.#open = open;
    this.#due = due;
  }

  /** Some items have other colours by now. */
  renew() {
    this.#isStale = true;
    this.#hurry();
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
    if (of === this.#of && !this.#isStale) return;
    if (of !== this.#of) this.#hurry();
    this.#of = of;
    this.#isStale = true;
    const rest = this.#asked + this.#pause - performance.now();
    if (rest > 0) return this.#later(rest);
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#isStale = false;
    this.#asked = performance.now();
    this.#pause = REST_MS;
    try {
      const members = { version: String(version), rows: String(rows), columns: String(columns) };
      const parts = sheetParts(await (await this.#open(new URLSearchParams(members))).arrayBuffer());
      const sheet = parts && await makeSheet(parts);
      if (sheet && of === this.#of) this.#draw(sheet.picture, rows, columns);
      if (sheet?.unknown.length !== 0 && of === this.#of) this.#again();
      sheet?.close();
    } catch {
      // Until then the bar is plain, or as it was.
      if (of === this.#of) this.#again();
    } finally {
      this.#isAsking = false;
      // It has become another one meanwhile.
      if (this.#isStale && this.#of) this.#later(REST_MS);
    }
  }

  /** What is shown has holes, or could not be had. */
  #again() {
    if (this.#isStale) return;
    this.#isStale = true;
    this.#pause = this.#wait;
    this.#wait = Math.min(2 * this.#wait, HOLES_MS[1]);
    this.#later(this.#pause);
  }

  /** What it waits for may be there earlier. */
  #hurry() {
    this.#forget();
    [this.#pause, this.#wait] = [REST_MS, HOLES_MS[0]];
  }

  /** Whether the view moves: where no pointer rests over the bar, its titles are seen then. */
  set isPassing(/** @type {boolean} */ isPassing) { this.#bar()?.classList.toggle('passing', isPassing); }

  hide() {
    this.isPassing = false;
    this.#forget();
    this.#canvas?.remove();
    this.#canvas = undefined;
    this.#of = '';
  }

  #forget() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** @param {number} delay in ms */
  #later(delay) {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#due();
    }, delay);
  }

  /**
   * @param {import('./sheet.js').Picture} picture
   * @param {number} rows
   * @param {number} columns
   */
  #draw(picture, rows, columns) {
    const bar = this.#bar();
    if (!bar) return;
    if (!this.#canvas) {
      this.#canvas = append(bar, 'canvas', 'bar-picture');
      this.#canvas.setAttribute('aria-hidden', 'true');
      bar.prepend(this.#canvas);
    }
    this.#canvas.width = WIDTH;
    this.#canvas.height = rows;
    const context = this.#canvas.getContext('2d');
    if (!context) return;
    context.imageSmoothingEnabled = false;
    context.drawImage(picture, 0, 0, columns, rows, 0, 0, WIDTH, rows);
  }
}
