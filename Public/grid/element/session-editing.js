// @ts-check
// What changes a collection in a session: items are moved, selected, marked; changes are undone; a sort becomes the own order.

import { letterOf } from '../access/letter-key.js';
import { AlbumActions } from '../albums/album-actions.js';
import { CellActions } from '../cells/cell-actions.js';
import { marksOfKey } from '../marks/mark.js';
import { ChangeHistory } from '../reorder/change-history.js';
import { Reordering } from '../reorder/reordering.js';
import { Selecting } from '../selection/selecting.js';

/** @typedef {import('../query/own-order.js').OwnOrder} OwnOrder */
/**
 * @typedef {object} SessionEditingContext
 * @property {import('./skeleton.js').Skeleton} parts
 * @property {import('../server/wire.js').CollectionDescription} description
 * @property {import('./presenter.js').Presenter} presenter
 * @property {import('../access/roving-focus.js').RovingFocus} focus
 * @property {import('../access/speech.js').Speech} speech
 * @property {import('../../strings/strings.js').Strings} strings
 * @property {import('../features/lazy-features.js').LazyFeatures} features
 * @property {import('../selection/selecting.js').Choosing} [choosing] items are chosen for a form
 * @property {boolean} hasHandles whether fingers drag selected cells by handles
 * @property {() => import('../model/column-metrics.js').ColumnOptions} layout
 * @property {(cell: import('../model/cell-store.js').Cell) => void} open shows a picture large
 * @property {(event: Event) => boolean} dispatch tells the page around the grid; `false`: it does not want what follows
 * @property {() => void} sorted a sort has become the collection's own order
 */

export class SessionEditing {
  /** @type {OwnOrder | undefined} comes after the first screen */
  ownOrder;
  /** @type {import('../marks/marking.js').Marking | undefined} comes after the first screen */
  marking;
  /** @type {Selecting} */
  selecting;
  /** @type {AlbumActions} */
  albums;
  /** @type {CellActions} */
  actions;
  /** @type {import('../picture/comparing.js').Comparing | undefined} comes after the first screen */
  comparing;

  /** @param {SessionEditingContext} context */
  constructor(context) {
    const { parts, description, presenter, focus, speech, strings, features, hasHandles, choosing, layout, open, dispatch } = context;
    const collection = description.id;
    const history = (this.history = new ChangeHistory({
      collection, server: presenter.server, speech, strings,
      follow: () => {
        const before = presenter.store.version;
        return (patch) => {
          presenter.expect(patch.to);
          return features.loaded?.showChange(patch, presenter, before);
        };
      },
    }));
    features.whenLoaded(({ OwnOrder }) => {
      this.ownOrder = new OwnOrder({ collection, presenter, speech, history, strings, made: context.sorted });
    });
    // Wanted only by what is loaded with it.
    const ownOrder = () => /** @type {OwnOrder} */ (this.ownOrder);
    /** @type {Selecting} */
    const selecting = (this.selecting = new Selecting({
      parts, description, presenter, focus, speech, history, ownOrder, strings, features, hasHandles, choosing, dispatch,
      marks: (button) => this.actions.openMarks(button), albums: (button) => this.albums.open(button), take: (button) => this.actions.openExport(button), compare: () => this.compare(),
    }));
    const isMarked = (description.capabilities?.rate?.length ?? 0) > 0;
    /**
     * A key was pressed.
     * @param {KeyboardEvent} event
     * @param {import('../model/cell-store.js').Cell | undefined} cell the focused one
     * @returns {boolean} whether it marks
     */
    this.markByKey = (event, cell) => {
      if (this.marking) return this.marking.key(event, cell);
      if (!isMarked || !(marksOfKey(event) || (letterOf(event) === 'l' && !event.ctrlKey && !event.metaKey))) return false;
      // What marks comes with the other features: the key waits for it.
      features.use(() => this.marking?.key(event, cell));
      return true;
    };
    const albums = (this.albums = new AlbumActions({ parts, description, presenter, focus, speech, history, strings, features, dispatch }, selecting.selection));
    features.whenLoaded(({ Comparing, Marking }) => {
      this.marking = new Marking({ parts, description, presenter, focus, speech, history, strings, features }, selecting.selection);
      this.comparing = new Comparing({ parts, description, presenter, focus, speech, strings, features, selecting });
    });
    this.compare = () => features.use(() => this.comparing?.open());
    this.actions = new CellActions({
      parts, description, presenter, focus, speech, strings, features, selecting, albums, history, open,
      marking: () => this.marking, comparing: () => this.comparing,
    });
    this.reordering = new Reordering({
      presenter, layout, host: parts.frame, speech, strings, features, selecting, history, ownOrder, dispatch,
    });
  }

  /**
   * Called in every frame.
   * @param {number} now
   */
  frame(now) {
    this.selecting.frame(now);
    this.comparing?.frame();
  }

  close() {
    this.reordering.cancel();
    this.comparing?.remove();
  }
}
