// @ts-check
// A dialog of large pictures as a place: its keys are those of the table, its messages and its undo are its own, features add controls.

import { Speech } from '../access/speech.js';
import { ChangeHistory } from '../reorder/change-history.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/**
 * @typedef {object} LargeContext
 * @property {HTMLElement} frame
 * @property {import('../server/wire.js').CollectionDescription} description
 * @property {import('../query/shown-order.js').ShownOrder} order
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {import('../access/keys.js').KeyTable} keys
 * @property {import('../features/session-features.js').SessionFeatures} added whose controls are shown
 */

/**
 * @typedef {object} LargeView what keys do with large pictures
 * @property {Cell} cell that is marked
 * @property {() => void} next goes to the next picture
 * @property {(side: -1 | 1) => unknown} stepAside goes to the picture at a side: 1 is the right
 * @property {(index: number) => void} go
 * @property {() => void} goToEnd
 * @property {(factor: number) => void} zoomBy 0 shows whole pictures again
 * @property {() => void} toggleActual shows the picture's own pixels, or all of it
 * @property {() => unknown} close
 * @property {() => void} focus
 * @property {(id: string) => unknown} [follow] goes to an item that undo has changed
 * @property {(id: string, marks: import('../marks/mark.js').Marks) => unknown} [marked] its item was marked
 * @property {(name: string | undefined, isMeant: boolean) => void} [pressed] a key was pressed
 */

export class LargePlace {
  #keys;
  #added;

  /**
   * @param {'large' | 'compare'} where
   * @param {{dialog: HTMLDialogElement, close: HTMLElement, live: HTMLElement, toast: HTMLElement}} parts
   * @param {LargeContext} context
   * @param {LargeView} view
   */
  constructor(where, { dialog, close, live, toast }, { description, order, strings, keys, added }, view) {
    this.#keys = keys;
    this.#added = added;
    this.where = where;
    this.view = view;
    this.frame = dialog;
    const speech = (this.speech = new Speech(live, toast, () => view.focus()));
    this.history = new ChangeHistory({
      collection: description.id, server: order.server, speech, strings, follow: () => ({ change }) => change?.item && view.follow?.(change.item.id),
    });
    close.addEventListener('click', () => view.close());
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      view.close();
    });
    dialog.addEventListener('keydown', (event) => this.#key(event));
  }

  get cell() { return this.view.cell; }
  next() { this.view.next(); }
  /**
   * @param {string} id
   * @param {import('../marks/mark.js').Marks} marks
   */
  marked(id, marks) { this.view.marked?.(id, marks); }

  /**
   * Adds what features have for a picture.
   * @param {HTMLElement} foot
   * @param {Omit<import('../features/session-features.js').ControlsHost, 'foot'>} [bar]
   * @returns {(cell: Cell) => void} shows an item in them
   */
  controls(foot, bar) { return this.#added.controls(this, { foot, ...bar }); }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const keys = this.#keys;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const found = keys.find(this.where, event);
    const isMeant = keys.press(this, event);
    if (isMeant) event.preventDefault();
    if (found || !hasModifier) this.view.pressed?.(found?.key.name, isMeant);
    // The grid below has other uses for it.
    if (isMeant || (!hasModifier && event.key !== 'Tab' && event.key !== 'Escape')) event.stopPropagation();
  }
}
