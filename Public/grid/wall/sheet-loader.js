// @ts-check
// Fetches sheets: some at once, those in view first; what is left by the view is cancelled.

import { makeSheet, sheetParts } from './sheet.js';
import { nextSheet, shownOf, takeAgain } from './sheet-plan.js';

/** Maximum requests under way: the server lets a client have four. */
const REQUESTS = 3;
/** Delay before a sheet is asked for again that could not be had, and where the server has none at all. In ms. */
const [RETRY_MS, MISSING_MS] = [400, 10_000];
/** Minimum time between two requests for what has come since, a few items at a time. In ms. */
const AGAIN_MS = 400;

/** @typedef {import('./sheet-plan.js').Span} Span */
/** @typedef {import('./sheet.js').TexelSide} TexelSide */
/**
 * @typedef {object} SheetLoaderDelegate
 * @property {(parameters: URLSearchParams, signal: AbortSignal) => Promise<Response>} loaderOpen asks the server for a sheet
 * @property {(sheet: import('./sheet.js').Sheet, index: number, version: number) => void} loaderLoaded the sheet is the delegate's from now on
 * @property {() => void} loaderNext there is room for another request
 */
/**
 * @typedef {object} Wish
 * @property {number} version
 * @property {Span} view
 * @property {Span} around
 * @property {Span} [ahead] where the view moves: mean colours of it come before the texels of their side
 * @property {TexelSide} side
 * @property {number} columns of the view: as many texels make a row of the sheet
 * @property {import('./sheet-plan.js').Known} known the texels that are here
 * @property {import('./sheet-plan.js').Known} before those that are shown until then, of other sides
 * @property {string | undefined} light the result of which sheets say what it has
 * @property {boolean} isMirrored whether rows begin at the right
 * @property {Span[]} again ranges to be asked for again although they are here
 * @property {import('./sheet-plan.js').Known} certain of those that are here, what has not changed since
 */
/** @typedef {Pick<Wish, 'version' | 'columns' | 'light' | 'isMirrored'>} SheetForm */

export class SheetLoader {
  #delegate;
  /** @type {Map<AbortController, {span: Span, side: TexelSide}>} */
  #underWay = new Map();
  /** The side of texels, and the light, that the requests under way are for. */
  #of = '';
  #pausedUntil = 0;
  /** The version that the server has no longer: the patch that leads on is on its way. */
  #passed = -1;
  #lastAgain = -Infinity;

  /** @param {SheetLoaderDelegate} delegate */
  constructor(delegate) {
    this.#delegate = delegate;
  }

  get isBusy() { return this.#underWay.size > 0; }

  /** @param {Wish} wish */
  update(wish) {
    const of = `${wish.side} ${wish.light}`;
    for (const [controller, { span, side }] of this.#underWay) {
      const [low, high] = side === wish.side ? wish.around : wish.ahead ?? [0, 0];
      if (of !== this.#of || span[1] <= low || span[0] >= high) this.#cancel(controller);
    }
    this.#of = of;
    if (wish.version === this.#passed || performance.now() < this.#pausedUntil) return;
    while (this.#underWay.size < REQUESTS) {
      const colours = this.#nextColours(wish);
      const missing = (/** @type {import('./sheet-plan.js').Known} */ known) =>
        nextSheet(this.#withUnderWay(known, wish.side), wish.view, wish.around, wish.side, wish.columns);
      const next = colours ?? missing(wish.known) ?? missing(wish.certain) ?? this.#again(wish);
      if (!next) return;
      this.#load(next, colours ? 1 : wish.side, wish);
    }
  }

  /**
   * What moves fast is seen by its colours first: there are sixteen times as many in a sheet, which costs the server no more.
   * @param {Wish} wish
   */
  #nextColours({ side, ahead, view, known, before, columns }) {
    return side > 1 && ahead ? nextSheet(this.#withUnderWay(shownOf(known, before), 1), view, ahead, 1, columns) : undefined;
  }

  /**
   * @param {import('./sheet-plan.js').Known} known
   * @param {TexelSide} side
   * @returns {import('./sheet-plan.js').Known} with what is asked for
   */
  #withUnderWay(known, side) {
    const spans = [...this.#underWay.values()].flatMap((one) => (one.side === side ? [one.span] : []));
    return { gaps: (low, high) => without(known.gaps(low, high), spans) };
  }

  /** @param {Wish} wish */
  #again({ again, around, side }) {
    if (!again.length) return undefined;
    const wait = this.#lastAgain + AGAIN_MS - performance.now();
    if (wait > 0) return void setTimeout(() => this.#delegate.loaderNext(), wait);
    const span = takeAgain(again, around, side);
    // The rest of what has come goes along.
    if (!again.length) this.#lastAgain = performance.now();
    return span;
  }

  /** Nothing that is under way is wanted any more, and what failed may be there now. */
  clear() {
    for (const controller of this.#underWay.keys()) this.#cancel(controller);
    this.#pausedUntil = 0;
  }

  /** @param {AbortController} controller */
  #cancel(controller) {
    this.#underWay.delete(controller);
    controller.abort();
  }

  /**
   * @param {Span} span
   * @param {TexelSide} side
   * @param {Wish} wish
   */
  async #load(span, side, wish) {
    const controller = new AbortController();
    this.#underWay.set(controller, { span, side });
    try {
      const { sheet, head } = await this.ask(span, side, wish, controller.signal);
      if (!this.#underWay.has(controller)) return sheet.close();
      this.#delegate.loaderLoaded(sheet, head.index, head.version);
    } catch (error) {
      if (this.#underWay.has(controller)) this.#failed(/** @type {{status?: number}} */ (error).status, wish.version);
    } finally {
      this.#underWay.delete(controller);
    }
    this.#delegate.loaderNext();
  }

  /**
   * Asks for one sheet.
   * @param {Span} span
   * @param {TexelSide} side
   * @param {SheetForm} form
   * @param {AbortSignal} signal
   */
  async ask([index, end], side, { version, columns, light, isMirrored }, signal) {
    const members = { version, index, count: end - index, size: side, columns: columnsFor(side, columns, end - index), marks: 1, ...(light && { matches: light }) };
    const response = await this.#delegate.loaderOpen(new URLSearchParams(Object.entries(members).map(([name, value]) => [name, String(value)])), signal);
    const parts = sheetParts(await response.arrayBuffer());
    if (!parts) throw new TypeError('the answer is no sheet');
    return { sheet: await makeSheet(parts, { light, isMirrored }), head: parts.head };
  }

  /**
   * @param {number | undefined} status of the answer; `undefined`: there was none, or it was no sheet
   * @param {number} version
   */
  #failed(status, version) {
    if (status === 412) this.#passed = version;
    const pause = status === 404 ? MISSING_MS : RETRY_MS;
    if (status !== 412) this.#pausedUntil = performance.now() + pause;
    setTimeout(() => {
      if (this.#passed === version) this.#passed = -1;
      this.#delegate.loaderNext();
    }, pause);
  }
}

/** Maximum px of a sheet's picture in each direction. */
const PICTURE = 16_384;

/**
 * Texels in a row of the sheet: those of a row of the view where both fit, so that whole rows are drawn at once.
 * @param {TexelSide} side
 * @param {number} columns
 * @param {number} count
 */
function columnsFor(side, columns, count) {
  const most = Math.min(8192, Math.floor(PICTURE / side));
  // In a narrow view, texels would make a picture too high.
  const least = Math.ceil(count / most);
  return Math.max(Math.min(columns, most), Math.min(least, most));
}

/**
 * @param {Span[]} spans ascending
 * @param {Span[]} taken
 * @returns {Span[]} their parts that are not taken
 */
function without(spans, taken) {
  for (const [low, high] of taken) {
    spans = spans.flatMap(([from, to]) => [[from, Math.min(to, low)], [Math.max(from, high), to]].filter(([a, b]) => a < b).map(([a, b]) => /** @type {Span} */ ([a, b])));
  }
  return spans;
}
