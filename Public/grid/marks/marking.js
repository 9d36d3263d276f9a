// @ts-check
// Marks what a person means: what is selected, or else the focused item; by keys and by menus.

import { letterOf } from '../access/letter-key.js';
import { goesOn, marksOfKey } from './mark.js';
import { Marker } from './marker.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('./mark.js').Marks} Marks */

/**
 * @typedef {object} MarkingContext
 * @property {import('../element/skeleton.js').Skeleton} parts
 * @property {import('../server/wire.js').CollectionDescription} description
 * @property {import('../element/presenter.js').Presenter} presenter
 * @property {import('../access/roving-focus.js').RovingFocus} focus
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../reorder/change-history.js').ChangeHistory} history
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {import('../features/lazy-features.js').LazyFeatures} features
 */

export class Marking {
  #context;
  #marker;
  /** @type {import('../selection/selection.js').Selection} */
  #selection;

  /**
   * @param {MarkingContext} context
   * @param {import('../selection/selection.js').Selection} selection
   */
  constructor(context, selection) {
    const { parts, description, presenter, speech, history, strings, features } = (this.#context = context);
    this.#selection = selection;
    this.#marker = new Marker({
      frame: parts.frame, collection: description.id, order: presenter.order, speech, strings,
      loadEditor: async () => (await features.get())?.editLabels,
      done: (patch, sentence) => {
        presenter.expect(patch.to);
        // In an album, marks are the originals'.
        history.tell(sentence, patch, description.album);
      },
    });
  }

  /** Whether the items of this collection are marked at all. */
  get isOffered() { return this.ratings.length > 0; }
  /** Those that the collection has. */
  get ratings() { return this.#context.description.capabilities?.rate ?? []; }

  /**
   * A key was pressed.
   * @param {KeyboardEvent} event
   * @param {Cell | undefined} cell the focused one
   * @returns {boolean} whether it marks
   */
  key(event, cell) {
    if (!this.isOffered || (!cell && this.#selection.isEmpty)) return false;
    if (letterOf(event) === 'l' && !event.ctrlKey && !event.metaKey) {
      this.askLabels(this.#selection.isEmpty ? cell : undefined);
      return true;
    }
    const marks = marksOfKey(event);
    if (!marks) return false;
    if (!this.#selection.isEmpty) this.mark(marks);
    else if (cell) {
      this.mark(marks, cell);
      if (goesOn(event)) this.#context.focus.go(cell.index + 1);
    }
    return true;
  }

  /**
   * @param {Marks} marks
   * @param {Cell} [cell] `undefined`: what is selected
   */
  mark(marks, cell) {
    return cell ? this.#marker.one(cell, marks) : this.#marker.many(this.#selection.count, () => this.#selection.wire, marks);
  }

  /** @param {Cell} [cell] `undefined`: what is selected */
  async askLabels(cell) {
    const { presenter, strings } = this.#context;
    const count = cell ? 1 : this.#selection.count;
    const known = cell ? [cell] : [...presenter.store.cells.values()].filter(({ index }) => this.#selection.has(index));
    const thing = cell ? cell.item?.title ?? cell.id : strings.items(count);
    const marks = await this.#marker.askLabels(thing, known.map(({ item }) => item), known.length === count);
    if (marks) await this.mark(marks, cell);
  }
}
