// @ts-check
// What the page knows of the cells around the view. Free of the DOM.

import { meets, mirrored } from './geometry.js';
import { keepsOrder } from './patch.js';

/**
 * @template [Attributes=Record<string, unknown>] of its item
 * @typedef {{id: string, index: number, indexPath: import('./geometry.js').IndexPath,
 *   frame: import('./geometry.js').Frame, state: import('../server/wire.js').CellState, item?: import('../server/wire.js').Item<Attributes>,
 *   values?: Record<string, any>, image?: string, placeholder?: string, preview?: string, error?: string,
 *   reason?: import('../server/wire.js').Reason}} Cell `values`: those that are shown beside its item's attributes, where there are some;
 *   `reason`: why its picture failed, `error` in the server's own words
 */

/**
 * @typedef {import('../server/wire.js').CellChange} CellChange
 * @typedef {import('../server/wire.js').RangeAnswer} RangeAnswer
 * @typedef {{cell: Cell, changed?: string[]}} ChangedCell `changed`: names of the values, attributes and members of its item that changed;
 *   absent where anything may have
 * @typedef {{section: number, id: string, title: string, frame: import('./geometry.js').Frame, itemCount: number,
 *   sectionFrame?: import('./geometry.js').Frame, folded?: boolean, foldedCount?: number}} Header its frame, and the frame within which it may stick
 */

/** Maximum events of cells remembered, to be applied again over an answer that was under way meanwhile. */
const REMEMBERED = 512;

export class CellStore {
  /** @type {Map<string, Cell>} */
  cells = new Map();
  /** @type {Map<number, Cell>} */
  byIndex = new Map();
  /** @type {Header[]} */
  headers = [];
  /**
   * Flat indices that are held without a gap, last included.
   * @type {[number, number] | undefined}
   */
  window;
  version = 0;
  /** The version since which every item is where it is: what was asked and answered since then about places still holds. */
  places = 0;
  itemCount = 0;
  /** @type {[number, number]} */
  contentSize = [0, 0];
  /**
   * Identifiers of cells kept outside the window: the focused one, the dragged one.
   * @type {Set<string>}
   */
  pinned = new Set();

  /** @type {import('../wall/wall-places.js').WallPlaces | undefined} where items are of which no cells are held */
  wall;
  /** Whether cells run from right to left, as text does. Frames are kept as they are drawn. */
  isMirrored = false;

  #clock = 0;
  /** @type {Map<string, {change: CellChange, at: number}>} */
  #recent = new Map();
  /**
   * Previews of cells that have not arrived yet.
   * @type {Map<string, {url: string, colour?: string}>}
   */
  #early = new Map();

  /**
   * Values of cells that have not arrived yet.
   * @type {Map<string, Record<string, unknown>>}
   */
  #earlyValues = new Map();

  /** A number to stamp a request with: events after it overrule its answer. */
  get clock() { return this.#clock; }

  /**
   * Takes over an answer to a range event that named the window.
   * @param {RangeAnswer} answer
   * @param {number} asked the clock when it was asked for
   * @returns {boolean} whether the size of the content or its headers may have changed
   */
  merge(answer, asked) {
    const [width, height] = this.contentSize;
    const hadHeaders = this.headers.length > 0;
    this.#headline(answer);
    for (const cell of answer.cells) if (isWhole(cell)) this.#put(cell, asked);
    this.#trim(answer.window);
    return hadHeaders || this.headers.length > 0 || this.contentSize[0] !== width || this.contentSize[1] !== height;
  }

  /**
   * Takes over an answer that holds everything.
   * @param {RangeAnswer} answer
   * @param {number} asked
   */
  replace(answer, asked) {
    const before = this.cells;
    this.cells = new Map();
    this.byIndex = new Map();
    this.#headline(answer);
    this.version = this.places = answer.version;
    for (const cell of answer.cells) {
      if (!isWhole(cell)) continue;
      const old = before.get(cell.id);
      if (old?.preview && old.item?.revision === cell.item?.revision) cell.preview = old.preview;
      cell.values = old?.values;
      this.#put(cell, asked);
    }
    for (const id of [...this.pinned]) if (!this.cells.has(id)) this.pinned.delete(id);
    this.window = this.#usable(answer.window);
  }

  /**
   * Takes over the next version, if it leaves every item where it is.
   * @param {import('./patch.js').Patch} patch
   * @returns {ChangedCell[] | undefined} `undefined`: only a whole answer brings that version
   */
  keep(patch) {
    if (patch.from !== this.version || !keepsOrder(patch)) return undefined;
    this.version = patch.to;
    return (patch.reconfigures ?? []).flatMap((item) => {
      const before = this.cells.get(item.id)?.item;
      const changed = before && [...different(bare(before), bare(item)), ...different(before.attributes, item.attributes)];
      return this.update([{ id: item.id, item }]).map((cell) => ({ cell, changed }));
    });
  }

  /**
   * Applies a `values` event.
   * @param {import('../server/wire.js').LiveValues} items
   * @returns {ChangedCell[]}
   */
  show(items) {
    return Object.entries(items).flatMap(([id, values]) => {
      const cell = this.cells.get(id);
      const before = cell ? cell.values : this.#earlyValues.get(id);
      const after = withValues(before, values);
      if (!cell) remember(this.#earlyValues, id, after);
      else cell.values = after;
      const changed = cell && different(before, after);
      return cell && changed?.length ? [{ cell, changed }] : [];
    });
  }

  /** Values are another viewer's from now on: it is told all of them. */
  forgetValues() {
    this.#earlyValues.clear();
    for (const cell of this.cells.values()) cell.values = undefined;
  }

  /**
   * Applies a `cells` event.
   * @param {CellChange[]} changes
   * @returns {Cell[]} the cells that changed
   */
  update(changes) {
    const changed = [];
    for (const change of changes) {
      this.#recent.delete(change.id);
      this.#recent.set(change.id, { change, at: ++this.#clock });
      const cell = this.cells.get(change.id);
      if (cell) changed.push(apply(cell, change));
    }
    for (const id of this.#recent.keys()) {
      if (this.#recent.size <= REMEMBERED) break;
      this.#recent.delete(id);
    }
    return changed;
  }

  /**
   * Applies a `preview` event: small pictures to show until the real ones come.
   * @param {import('../server/wire.js').PreviewItem[]} items
   * @returns {Cell[]} the cells that changed
   */
  preview(items) {
    /** @type {Cell[]} */
    const changed = [];
    for (const [id, data, colour] of items) {
      const url = `data:${data.startsWith('UklG') ? 'image/webp' : 'image/jpeg'};base64,${data}`;
      const cell = this.cells.get(id);
      if (cell) {
        cell.preview = url;
        if (colour) cell.placeholder = colour;
        changed.push(cell);
      } else {
        remember(this.#early, id, { url, colour });
      }
    }
    return changed;
  }

  /**
   * @param {import('./geometry.js').Frame} rect
   * @returns {Cell[]} the cells that meet it, in no order
   */
  cellsMeeting(rect) {
    const found = [];
    for (const cell of this.cells.values()) if (meets(cell.frame, rect)) found.push(cell);
    return found;
  }

  /** @param {RangeAnswer} answer */
  #headline(answer) {
    if (answer.contentSize) this.contentSize = answer.contentSize;
    if (answer.headers) this.headers = this.isMirrored ? answer.headers.map((header) => this.#mirror(header)) : answer.headers;
    if (answer.itemCount !== undefined) this.itemCount = answer.itemCount;
  }

  /** @param {Header} header */
  #mirror(header) {
    const { frame, sectionFrame } = header;
    const [width] = this.contentSize;
    return { ...header, frame: mirrored(frame, width), ...(sectionFrame && { sectionFrame: mirrored(sectionFrame, width) }) };
  }

  /**
   * @param {Cell} cell
   * @param {number} asked
   */
  #put(cell, asked) {
    const late = this.#recent.get(cell.id);
    const old = this.cells.get(cell.id);
    if (old && old.index !== cell.index && this.byIndex.get(old.index) === old) this.byIndex.delete(old.index);
    const early = this.#early.get(cell.id);
    this.#early.delete(cell.id);
    cell.values ??= old?.values ?? this.#earlyValues.get(cell.id);
    this.#earlyValues.delete(cell.id);
    cell.reason = reasonOf(cell);
    cell.preview ??= old?.preview ?? early?.url;
    cell.placeholder ??= early?.colour;
    if (this.isMirrored) cell.frame = mirrored(cell.frame, this.contentSize[0]);
    if (late && late.at > asked) apply(cell, late.change);
    this.cells.set(cell.id, cell);
    this.byIndex.set(cell.index, cell);
  }

  /** @param {[number, number] | undefined} window */
  #usable(window) {
    return window && window[1] >= window[0] && window[0] >= 0 ? window : undefined;
  }

  /** @param {[number, number] | undefined} window */
  #trim(window) {
    this.window = this.#usable(window);
    const [first, last] = this.window ?? [0, -1];
    for (const [id, cell] of this.cells) {
      if ((cell.index >= first && cell.index <= last) || this.pinned.has(id)) continue;
      this.cells.delete(id);
      if (this.byIndex.get(cell.index) === cell) this.byIndex.delete(cell.index);
    }
  }
}

/**
 * Whether the contents of a cell's item have not been read: it has no title then.
 * @param {Cell} cell
 */
export const isUnread = ({ item, state }) => state !== 'ready' && item?.title === '';

/**
 * Holds what the stream brought before the answer that brings its cell.
 * @template What
 * @param {Map<string, What>} map
 * @param {string} id
 * @param {What} what
 */
function remember(map, id, what) {
  map.set(id, what);
  if (map.size > REMEMBERED) map.delete(map.keys().next().value ?? '');
}

/**
 * Names of the members in which two objects differ.
 * @param {Record<string, any>} [before]
 * @param {Record<string, any>} [after]
 */
const different = (before = {}, after = {}) => [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) =>
  JSON.stringify(before[name]) !== JSON.stringify(after[name]));

/** @param {import('../server/wire.js').Item} item of which the attributes have names of their own, and the revision says nothing more */
const bare = ({ attributes, revision, ...item }) => item;

/**
 * @param {Record<string, unknown> | undefined} before
 * @param {Record<string, unknown>} values
 */
const withValues = (before, values) =>
  Object.fromEntries(Object.entries({ ...before, ...values }).filter(([, value]) => value !== null));

/**
 * Whether a cell has a place: one without costs no other.
 * @param {any} cell
 */
const isWhole = (cell) => typeof cell?.id === 'string' && Array.isArray(cell.frame);

/**
 * A reason with the server's own sentence, which stands beside it.
 * @param {{reason?: import('../server/wire.js').Reason, error?: string}} failed
 */
const reasonOf = ({ reason, error }) => reason && { sentence: error, ...reason };

/**
 * @param {Cell} cell
 * @param {CellChange} change
 */
function apply(cell, change) {
  if (change.state) cell.state = change.state;
  if (change.item) {
    // A preview of what the item was before.
    if (cell.item?.revision !== change.item.revision) delete cell.preview;
    cell.item = change.item;
  }
  if (change.image) cell.image = change.image;
  if (change.placeholder) cell.placeholder = change.placeholder;
  cell.reason = reasonOf(change);
  return cell;
}
