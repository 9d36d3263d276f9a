// @ts-check
// Marks what a person means: what is selected, or else the focused item; by keys and by menus.

import { letterOf } from '../access/letter-key.js';
import { goesOn, marksOfKey } from './mark.js';

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
  /** @type {import('./marker.js').Marker | undefined} */
  #marker;
  /** @type {import('../selection/selection.js').Selection} */
  #selection;

  /**
   * @param {MarkingContext} context
   * @param {import('../selection/selection.js').Selection} selection
   */
  constructor(context, selection) {
    this.#context = context;
    this.#selection = selection;
  }

  /** @param {import('../features/lazy-features.js').Features} loaded */
  #markerOf({ Marker, editLabels }) {
    const { parts, description, presenter, speech, history, strings } = this.#context;
    return (this.#marker ??= new Marker({
      frame: parts.frame, collection: description.id, order: presenter.order, speech, strings,
      loadEditor: async () => editLabels,
      done: (patch, sentence) => {
        presenter.expect(patch.to);
        // In an album, marks are the originals'.
        history.tell(sentence, patch, description.album);
      },
    }));
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
    this.#context.features.use((loaded) => {
      const marker = this.#markerOf(loaded);
      if (cell) marker.one(cell, marks);
      else marker.many(this.#selection.count, () => this.#selection.wire, marks);
    });
  }

  /** @param {Cell} [cell] `undefined`: what is selected */
  async askLabels(cell) {
    const { presenter, strings, features } = this.#context;
    const loaded = await features.get(() => this.askLabels(cell));
    if (!loaded) return;
    const count = cell ? 1 : this.#selection.count;
    const known = cell ? [cell] : [...presenter.store.cells.values()].filter(({ index }) => this.#selection.has(index));
    const thing = cell ? cell.item?.title ?? cell.id : strings.items(count);
    const marks = await this.#markerOf(loaded).askLabels(thing, known.map(({ item }) => item), known.length === count);
    if (marks) this.mark(marks, cell);
  }
}
