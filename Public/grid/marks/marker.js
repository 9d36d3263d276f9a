// @ts-check
// Marks items at the server: one, or all that are selected, in one request; and asks for labels.

import { ItemMarkEvent } from '../element/grid-events.js';
import { collectionPath, Problem, reasonOf } from '../server/api.js';
import { markedSentence } from './mark.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('./mark.js').Marks} Marks */
/** @typedef {{version: number, ranges: number[][]}} SelectedRanges */

/** Maximum requests for one change, when the collection keeps changing. */
const TRIES = 4;

/**
 * @typedef {object} MarkerContext
 * @property {HTMLElement} frame in the grid: dialogs open in it, and `itemmark` begins at it
 * @property {string} collection
 * @property {import('../query/shown-order.js').ShownOrder} order
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {() => Promise<typeof import('./label-dialog.js').editLabels | undefined>} loadEditor of labels; `undefined` where it cannot be had
 * @property {(patch: import('../model/patch.js').Patch, sentence: string) => void} done tells of a change
 */

export class Marker {
  #context;

  /** @param {MarkerContext} context */
  constructor(context) {
    this.#context = context;
  }

  /**
   * Marks one item.
   * @param {Cell} cell
   * @param {Marks} marks
   */
  async one(cell, marks) {
    if (!this.#isWanted({ ids: [cell.id], count: 1, marks })) return;
    await this.#mark(cell.item?.title ?? cell.id, marks, async () =>
      this.#context.order.server.call('POST', collectionPath(this.#context.collection, 'marks'), { items: [cell.id], ...marks }));
  }

  /**
   * Marks what is selected.
   * @param {number} count
   * @param {() => SelectedRanges} selected as it is when the request is sent
   * @param {Marks} marks
   */
  async many(count, selected, marks) {
    const { order } = this.#context;
    const headers = { Prefer: 'return=minimal' };
    if (!this.#isWanted({ selection: selected(), count, marks })) return;
    await this.#mark(this.#context.strings.items(count), marks, async () => {
      for (let tries = 1; ; tries++) {
        const wire = selected();
        try {
          return await order.server.call('POST', order.path('marks'), { ...wire, ...marks }, { headers });
        } catch (error) {
          // The order has changed: the selection follows it.
          const isConflict = error instanceof Problem && error.status === 409;
          if (!isConflict || tries === TRIES) throw error;
          await new Promise((resolve) => setTimeout(resolve, 100 * tries));
          if (selected().ranges.length === 0) throw error;
        }
      }
    });
  }

  /**
   * Gives a rating, or removes it where the item has it already.
   * @param {Cell} cell
   * @param {string} rating
   */
  rate(cell, rating) { return this.one(cell, { rating: cell.item?.attributes?.rating === rating ? null : rating }); }

  /**
   * Asks for labels.
   * @param {string} thing what gets them
   * @param {(Cell['item'])[]} items those of them that are known
   * @param {boolean} isAll whether these are all
   * @returns {Promise<Marks | undefined>}
   */
  async askLabels(thing, items, isAll) {
    const { frame, collection, order, speech, strings, loadEditor } = this.#context;
    try {
      const [editLabels, { labels }] = await Promise.all([loadEditor(), order.server.call('GET', collectionPath(collection, 'labels'))]);
      return await editLabels?.(frame, thing, labels, items, isAll, strings);
    } catch (error) {
      speech.explain(reasonOf(error));
      return undefined;
    }
  }

  /**
   * Asks the page around the grid. From the frame the event reaches it through the shadow root, as the grid's.
   * @param {ConstructorParameters<typeof ItemMarkEvent>[0]} mark
   */
  #isWanted(mark) { return this.#context.frame.dispatchEvent(new ItemMarkEvent(mark)); }

  /**
   * @param {string} thing
   * @param {Marks} marks
   * @param {() => Promise<any>} send
   */
  async #mark(thing, marks, send) {
    const { speech, strings, done } = this.#context;
    try {
      done(await send(), markedSentence(thing, marks, strings));
    } catch (error) {
      speech.explain(reasonOf(error));
    }
  }
}
