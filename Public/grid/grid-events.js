// @ts-check
// The events of a grid. All but `error` bubble and leave shadow roots; those that something follows can be cancelled.

/** @typedef {import('./cells/cell-menu.js').MenuEntry} MenuEntry */
/** @typedef {import('./model/cell-store.js').Cell} Cell */
/** @typedef {import('./model/geometry.js').IndexPath} IndexPath */
/** @typedef {import('./marks/mark.js').Marks} Marks */
/** @typedef {import('./selection/selection.js').SelectedRanges} SelectedRanges */
/** @typedef {import('./query/query.js').Query} Query */
/** @typedef {import('./scroll/navigation.js').Place} Place */
/** @typedef {import('./server/wire.js').Reason} Reason */
/**
 * The events by their names.
 * @typedef {{
 *   itemclick: ItemEvent, itemopen: ItemEvent, itemmove: ItemMoveEvent, itemmoved: ItemMoveEvent, itemmark: ItemMarkEvent, itemmenu: ItemMenuEvent,
 *   selectionchange: SelectionChangeEvent, querychange: QueryChangeEvent, visiblerangechange: VisibleRangeChangeEvent, statechange: StateChangeEvent,
 *   itemschange: ItemsChangeEvent, picturechange: PictureChangeEvent, refreshchange: RefreshChangeEvent, descriptionchange: DescriptionChangeEvent,
 *   layoutchange: LayoutChangeEvent, densitystep: DensityStepEvent, jump: JumpEvent, ownordermade: OwnOrderEvent,
 *   originalopen: OriginalOpenEvent, albumschange: AlbumsChangeEvent, error: GridErrorEvent,
 * }} GridEvents
 */

const OUTWARD = { bubbles: true, composed: true };

/**
 * Listens to an event of a grid.
 * @template {keyof GridEvents} Name
 * @param {EventTarget} grid
 * @param {Name} name
 * @param {(event: GridEvents[Name]) => void} listener
 */
export const listen = (grid, name, listener) => grid.addEventListener(name, /** @type {any} */ (listener));

/** `itemclick` and `itemopen`: cancelled, nothing is selected, and no picture opened. */
export class ItemEvent extends Event {
  /**
   * @param {'itemclick' | 'itemopen'} type
   * @param {Cell} cell
   * @param {Event} [originalEvent] of the pointer
   */
  constructor(type, cell, originalEvent) {
    super(type, { ...OUTWARD, cancelable: true });
    /** The item: `id`, `title`, `kind`, `attributes`, … */
    this.item = cell.item ?? { id: cell.id };
    this.id = cell.id;
    /** Its place in what is shown. */
    this.index = cell.index;
    this.indexPath = cell.indexPath;
    this.originalEvent = originalEvent;
  }
}

/** `itemmove`, before items are moved: cancelled, they stay. `itemmoved`, when the server has moved them. */
export class ItemMoveEvent extends Event {
  /**
   * @param {'itemmove' | 'itemmoved'} type
   * @param {{ids?: string[], count: number, to?: IndexPath, patch?: import('./model/patch.js').Patch}} move
   */
  constructor(type, { ids, count, to, patch }) {
    super(type, { ...OUTWARD, cancelable: type === 'itemmove' });
    /** The items, where one is moved; a selection may have millions. */
    this.ids = ids;
    this.count = count;
    /** The index path of the first of them after the move; `undefined` where the server chooses it. */
    this.toAfter = to;
    /** What changed, from which version to which. */
    this.patch = patch;
  }
}

/** `itemmark`, before a person's stars, flags, ratings or labels are sent: cancelled, nothing is. Undoing them is no mark. */
export class ItemMarkEvent extends Event {
  /** @param {{ids?: string[], selection?: SelectedRanges, count: number, marks: Marks}} mark */
  constructor({ ids, selection, count, marks }) {
    super('itemmark', { ...OUTWARD, cancelable: true });
    /** The item, where one is marked; a selection may have millions. */
    this.ids = ids;
    /** What is selected, where that is marked: ranges of flat indices, last included, in `version`. */
    this.selection = selection;
    this.count = count;
    /** What is asked for; `null` and 0 take away. A copy: another value changes nothing. */
    this.marks = /** @type {Marks} */ (structuredClone(marks));
  }
}

/**
 * `itemmenu`, before the menu of an item opens: cancelled, it does not. Its `entries` may be taken out, put in another order, and added to:
 * `{ words: 'Add to basket', act: () => … }`.
 */
export class ItemMenuEvent extends Event {
  /**
   * @param {Cell} cell
   * @param {MenuEntry[]} entries
   */
  constructor(cell, entries) {
    super('itemmenu', { ...OUTWARD, cancelable: true });
    /** The item: `id`, `title`, `kind`, `attributes`, … */
    this.item = cell.item ?? { id: cell.id };
    this.id = cell.id;
    this.index = cell.index;
    /** The grid's own have a `name` as well: `open`, `stars`, `pick`, `select`, `move`, `album`, `copy`, … */
    this.entries = entries;
  }
}

/** `selectionchange`. */
export class SelectionChangeEvent extends Event {
  /** @param {number} count of selected items */
  constructor(count) {
    super('selectionchange', OUTWARD);
    this.count = count;
  }
}

/** `visiblerangechange`: at most ten times a second while the view moves, and when it has stopped. */
export class VisibleRangeChangeEvent extends Event {
  /**
   * @param {number} first flat index of the first item in view; -1 without any
   * @param {number} last of the last one
   */
  constructor(first, last) {
    super('visiblerangechange', OUTWARD);
    this.first = first;
    this.last = last;
  }
}

/** `statechange`: another state, or the same of another viewer, as after a lost connection. */
export class StateChangeEvent extends Event {
  /**
   * @param {'loading' | 'ready' | 'empty' | 'failed'} state
   * @param {number} itemCount
   */
  constructor(state, itemCount) {
    super('statechange', OUTWARD);
    this.state = state;
    this.itemCount = itemCount;
  }
}

/** `itemschange`: another version of what is shown is on screen, whoever changed it. */
export class ItemsChangeEvent extends Event {
  /**
   * @param {{patches: import('./model/patch.js').Patch[], isReset: boolean, version: number, itemCount: number}} change
   */
  constructor({ patches, isReset, version, itemCount }) {
    super('itemschange', OUTWARD);
    /** What led here, oldest first. */
    this.patches = patches;
    /** Whether something else may have changed, too: no patches lead here. */
    this.isReset = isReset;
    this.version = version;
    this.itemCount = itemCount;
  }
}

/** `querychange`: what becomes of a query. */
export class QueryChangeEvent extends Event {
  /** @param {{state: 'shown' | 'waiting' | 'refused', query?: Query, problem?: import('./server/api.js').Problem, progress?: {done: number, total: number}}} change */
  constructor({ state, query, problem, progress }) {
    super('querychange', OUTWARD);
    /** `shown`, `waiting` while the server reads what it asks for, or `refused`: then what was shown is still shown. */
    this.state = state;
    this.query = query;
    /** Why it was refused, or waits: its `message` is for programmers. */
    this.problem = problem;
    /** How much of what it asks for has been read, where the server says so. */
    this.progress = progress;
  }
}

/** `picturechange`: another picture is shown large, or none any more. */
export class PictureChangeEvent extends Event {
  /** @param {Cell | undefined} cell */
  constructor(cell) {
    super('picturechange', OUTWARD);
    /** The item of the picture; without one, it was closed. */
    this.item = cell && (cell.item ?? { id: cell.id });
    this.id = cell?.id;
    /** Its place in what is shown. */
    this.index = cell?.index;
  }
}

/** `refreshchange`: the collection's source begins to be read, or has been. */
export class RefreshChangeEvent extends Event {
  /** @param {boolean} isRefreshing */
  constructor(isRefreshing) {
    super('refreshchange', OUTWARD);
    this.isRefreshing = isRefreshing;
  }
}

/** `descriptionchange`: the collection was opened, its sections have come or gone, or what is folded counts differently. */
export class DescriptionChangeEvent extends Event {
  /**
   * @param {import('./server/wire.js').CollectionDescription} description
   * @param {number} total
   */
  constructor(description, total) {
    super('descriptionchange', OUTWARD);
    /** As `GET /collections/{c}` has it, less what the element does not allow. */
    this.description = description;
    /** Items of what is shown, those in folded sections included. */
    this.total = total;
  }
}

/** `densitystep`: the reader wants larger or smaller cells. Cancelled, `density` stays: the page may have steps of its own. */
export class DensityStepEvent extends Event {
  /**
   * @param {1 | -1} way
   * @param {number} [density]
   */
  constructor(way, density) {
    super('densitystep', { ...OUTWARD, cancelable: true });
    /** 1 for larger cells, -1 for smaller ones. */
    this.way = way;
    /** The `density` that a gesture on the wall means. */
    this.density = density;
  }
}

/** `jump`: the view moved far, by the scroll bar or the outline. */
export class JumpEvent extends Event {
  /**
   * @param {Place | undefined} from
   * @param {Place | undefined} to
   */
  constructor(from, to) {
    super('jump', OUTWARD);
    /** The item that was at the top of the view. */
    this.from = from;
    /** The item that is. */
    this.to = to;
  }
}

/** `ownordermade`: the sort of the query has become the collection's own order. */
export class OwnOrderEvent extends Event {
  constructor() {
    super('ownordermade', OUTWARD);
  }
}

/** `layoutchange`: another layout or another size of cells, also by the viewer's hand. */
export class LayoutChangeEvent extends Event {
  /**
   * @param {string} layout
   * @param {number} density
   */
  constructor(layout, density) {
    super('layoutchange', OUTWARD);
    this.layout = layout;
    this.density = density;
  }
}

/** `error`: the collection cannot be shown, or the connection is lost. It does not bubble: an `error` at the window is one of a script. */
export class GridErrorEvent extends Event {
  /**
   * @param {Reason | undefined} reason
   * @param {string} message a sentence in the reader's language
   * @param {import('./server/problem.js').Problem} [problem]
   */
  constructor(reason, message, problem) {
    super('error');
    /** The server's own sentence, in English, and the member of the request that it is about. */
    this.detail = problem?.message;
    this.pointer = problem?.pointer;
    /** For programs; `undefined` for a reason that the server does not name. */
    this.code = reason?.code;
    this.values = reason?.values ?? {};
    this.message = message;
  }
}

/** `originalopen`: the reader wants to see an album's item in its own collection, or one of a result in its own place. The grid itself stays where it is. */
export class OriginalOpenEvent extends Event {
  /** @param {{collection: string, item: string}} original */
  constructor({ collection, item }) {
    super('originalopen', OUTWARD);
    this.collection = collection;
    this.id = item;
  }
}

/** `albumschange`: an album was made, or items were put into one. */
export class AlbumsChangeEvent extends Event {
  constructor() {
    super('albumschange', OUTWARD);
  }
}
