// @ts-check
// Editing in a session: items are selected and moved by the first screen already; the features, and undo, come after it.

import { KeyTable } from '../access/keys.js';
import { CellActions } from '../cells/cell-actions.js';
import { Reordering } from '../reorder/reordering.js';
import { Selecting } from '../selection/selecting.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../query/own-order.js').OwnOrder} OwnOrder */
/** @typedef {import('../reorder/change-history.js').ChangeHistory} ChangeHistory */
/**
 * @typedef {object} SessionContext what the parts of a session work with
 * @property {import('./skeleton.js').Skeleton} parts
 * @property {import('../server/wire.js').CollectionDescription} description
 * @property {import('./presenter.js').Presenter} presenter
 * @property {import('./session-query.js').SessionQuery} query
 * @property {import('../access/roving-focus.js').RovingFocus} focus
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {import('./lazy-features.js').LazyFeatures} features
 * @property {import('../selection/selecting.js').Choosing} [choosing] items are chosen for a form
 * @property {boolean} hasHandles whether fingers drag selected cells by handles
 * @property {() => import('../model/column-metrics.js').ColumnOptions} layout
 * @property {(cell: Cell, isLook?: boolean) => void} open shows a picture large; for a look until Space is pressed again, or let go
 * @property {(event: Event) => boolean} dispatch tells the page around the grid; `false`: it does not want what follows
 * @property {(way: 1 | -1, density?: number) => void} resize the viewer wants larger or smaller cells, of as many px where a gesture says that
 * @property {() => import('../scroll/navigation.js').Place | undefined} here the item at the top of the view
 * @property {(from: import('../scroll/navigation.js').Place | undefined) => void} jumped the view moves far from a place
 * @property {() => void} refresh
 * @property {() => void} sorted a sort has become the collection's own order
 */

export class SessionEditing {
  /** @type {ChangeHistory | undefined} comes after the first screen */
  history;
  /** @type {OwnOrder | undefined} comes after the first screen */
  ownOrder;
  selecting;
  /** @type {import('../features/session-features.js').SessionFeatures | undefined} come after the first screen */
  added;
  keys = new KeyTable();

  /** @param {SessionContext} context */
  constructor(context) {
    const { parts, description, presenter, focus, speech, strings, features } = context;
    // Wanted only by what is loaded with them.
    const history = () => /** @type {ChangeHistory} */ (this.history);
    const ownOrder = () => /** @type {OwnOrder} */ (this.ownOrder);
    const selecting = (this.selecting = new Selecting({ ...context, history, ownOrder }));
    /** @type {import('../access/keys.js').Place} */
    this.place = {
      where: 'grid', frame: parts.frame, speech, get history() { return history(); }, cell: undefined, selection: selecting.selection,
      next: () => focus.go(focus.index + 1),
    };
    features.whenLoaded(({ ChangeHistory, FEATURES, OwnOrder, SessionFeatures, showChange }) => {
      const collection = description.id;
      const made = (this.history = new ChangeHistory({
        collection, server: presenter.server, speech, strings,
        follow: () => {
          const before = presenter.store.version;
          return (patch) => {
            presenter.expect(patch.to);
            return showChange(patch, presenter, before);
          };
        },
      }));
      this.ownOrder = new OwnOrder({ collection, presenter, speech, history: made, strings, made: context.sorted });
      this.added = new SessionFeatures(FEATURES, { ...context, history: made, selecting, place: this.place, keys: this.keys, ownOrder: this.ownOrder });
    });
    this.actions = new CellActions(context, (cell, point) => this.added?.openMenu(cell, point));
    this.reordering = new Reordering({ ...context, host: parts.frame, selecting, history, ownOrder });
  }

  /** Whether no feature waits for the server. */
  get isIdle() { return this.added?.isIdle ?? true; }

  /**
   * Called in every frame.
   * @param {number} now
   */
  frame(now) {
    this.selecting.frame(now);
    this.added?.frame();
  }

  /** @param {boolean} isPaused while paused, no picture is fetched */
  pause(isPaused) { this.added?.pause(isPaused); }

  close() {
    this.reordering.cancel();
    this.added?.remove();
  }
}
