// @ts-check
// What changes a collection in a session: items are moved, selected, marked; changes are undone; a sort becomes the own order.

import { CellActions } from '../cells/cell-actions.js';
import { OwnOrder } from '../query/own-order.js';
import { Marking } from '../marks/marking.js';
import { ChangeHistory } from '../reorder/change-history.js';
import { Reordering } from '../reorder/reordering.js';
import { Selecting } from '../selection/selecting.js';
import { Taking } from '../taking/taking.js';

/**
 * @typedef {object} SessionEditingContext
 * @property {import('./skeleton.js').Skeleton} parts
 * @property {import('../server/wire.js').CollectionDescription} description
 * @property {import('./presenter.js').Presenter} presenter
 * @property {import('../access/roving-focus.js').RovingFocus} focus
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {boolean} hasHandles whether fingers drag selected cells by handles
 * @property {() => import('../model/column-metrics.js').ColumnOptions} layout
 * @property {(cell: import('../model/cell-store.js').Cell) => void} open shows a picture large
 * @property {(event: Event) => boolean} dispatch tells the page around the grid; `false`: it does not want what follows
 * @property {() => void} sorted a sort has become the collection's own order
 */

export class SessionEditing {
  /** @type {Selecting} */
  selecting;
  /** @type {CellActions} */
  actions;

  /** @param {SessionEditingContext} context */
  constructor(context) {
    const { parts, description, presenter, focus, speech, strings, hasHandles, layout, dispatch } = context;
    const collection = description.id;
    const history = (this.history = new ChangeHistory(collection, presenter, speech, strings));
    const ownOrder = (this.ownOrder = new OwnOrder({ collection, presenter, speech, history, strings, made: context.sorted }));
    /** @type {Selecting} */
    const selecting = (this.selecting = new Selecting({
      parts, description, presenter, focus, speech, history, ownOrder, strings, hasHandles, dispatch, marks: (button) => this.actions.openMarks(button),
    }));
    const marking = (this.marking = new Marking({ parts, description, presenter, focus, speech, history, strings }, selecting.selection));
    const taking = new Taking({ parts, description, presenter, speech, strings, selecting });
    selecting.offerExport((button) => taking.open(button));
    this.actions = new CellActions(parts, description, presenter, speech, strings, {
      open: context.open,
      select: (cell) => selecting.toggle(cell),
      marks: (cell) => marking.entries(cell),
      focus: (id) => focus.take(id),
      take: (cell) => taking.entries(cell),
      move: (cell) => {
        focus.set(cell, false);
        selecting.moveTo();
      },
    });
    this.reordering = new Reordering({ presenter, layout, host: parts.frame, speech, strings, selecting, history, ownOrder, dispatch });
  }
}
