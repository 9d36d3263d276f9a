// @ts-check
// How the other cells make room for an item that is over a place, before the move is committed. Free of the DOM.

import { columnCount, placeFrame, rowsOf } from '../model/column-metrics.js';
import { distanceSquared, mirrored } from '../model/geometry.js';

/** @typedef {import('../model/geometry.js').Frame} Frame */
/** @typedef {import('../model/geometry.js').IndexPath} IndexPath */
/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../model/cell-store.js').Header} Header */
/**
 * @typedef {{cells: Cell[], headers: Header[], item: string, from: IndexPath, width: number,
 *   layout: import('../model/column-metrics.js').ColumnOptions, isMirrored?: boolean}} Scene
 */

/**
 * The sections around the view. Without headers, all items are one.
 * @param {{headers: Header[], itemCount: number, wall?: {header: (section: number) => Header | undefined}}} store
 * @param {number} section where it has no headers
 * @param {Cell[]} cells around the view
 * @returns {Header[]}
 */
export function headersOf({ headers, itemCount, wall }, section, cells) {
  if (!wall) return headers.length ? headers : [{ section, id: '', title: '', frame: [0, 0, 0, 0], itemCount }];
  // Small sections of the wall have none.
  const known = new Map(headers.map((header) => [header.section, header]));
  for (const { indexPath: [near] } of cells) {
    const header = known.get(near) ?? wall.header(near);
    if (header) known.set(near, header);
  }
  return [...known.values()].sort((a, b) => a.section - b.section);
}

/** The places of the collection and where they are, as far as they are known around the view. */
export class Places {
  #scene;
  /** @type {Map<string, Frame>} */
  #frames = new Map();
  /** @type {Map<number, {item: number, y: number, x?: number}>} */
  #anchors = new Map();
  /**
   * The edge, away from where it begins, of each section that shares a line.
   * @type {Map<number, number>}
   */
  #ends = new Map();

  /** @param {Scene} scene */
  constructor(scene) {
    this.#scene = scene;
    for (const { indexPath: [s, i], frame } of scene.cells) {
      this.#frames.set(`${s},${i}`, frame);
      if (!this.#anchors.has(s)) this.#anchors.set(s, { item: i, y: frame[1] });
    }
    for (const header of scene.headers) {
      if (header.frame[2] > 0 && header.frame[2] < scene.width) this.#share(header);
      if (this.#anchors.has(header.section)) continue;
      this.#anchors.set(header.section, { item: 0, y: header.frame[1] + header.frame[3] + scene.layout.inset });
    }
  }

  /** @param {Header} header of a section beside others */
  #share({ section, frame }) {
    const { layout, width, isMirrored } = this.#scene;
    const [x, y, w, height] = isMirrored ? mirrored(frame, width) : frame;
    this.#anchors.set(section, { item: 0, y: y + height + layout.inset, x: x + layout.inset });
    this.#ends.set(section, x + w);
  }

  /**
   * Where an item is dropped behind the last one of a section: where there is no room beside it, on the last third of it.
   * @param {IndexPath} path
   * @returns {Frame | undefined}
   */
  #end([section, item]) {
    const frame = this.frame([section, item]);
    const end = this.#ends.get(section);
    if (!frame || end === undefined || item === 0) return frame;
    const { width, isMirrored, layout } = this.#scene;
    const [x, y, w, h] = isMirrored ? mirrored(frame, width) : frame;
    if (x + w <= end) return frame;
    const part = w / 3;
    /** @type {Frame} */
    const strip = [x - layout.spacing - part, y, part, h];
    return isMirrored ? mirrored(strip, width) : strip;
  }

  /**
   * Where a place is, before cells make room; `undefined` far from the view.
   * @param {IndexPath} path
   * @returns {Frame | undefined}
   */
  frame(path) {
    const known = this.#frames.get(`${path[0]},${path[1]}`);
    const anchor = this.#anchors.get(path[0]);
    if (known || !anchor || this.#scene.layout.kind !== 'column') return known;
    const { layout, width, isMirrored } = this.#scene;
    const frame = placeFrame(layout, width, anchor, path[1]);
    return isMirrored ? mirrored(frame, width) : frame;
  }

  /**
   * The number of items of a section; `undefined` when it is far from the view.
   * @param {number} section
   */
  count(section) { return this.#scene.headers.find((h) => h.section === section)?.itemCount; }

  /**
   * The height of a section's rows.
   * @param {number} count
   */
  #height(count) {
    const { layout, width } = this.#scene;
    const rows = rowsOf(count, columnCount(layout, width));
    return rows ? rows * (layout.cellHeight + layout.spacing) - layout.spacing : 0;
  }

  /**
   * How far a section is pushed down when the item is over `to`: a row, where the section above needs one more. The section
   * that the item leaves keeps its height until the item has landed, so that nothing moves away under the pointer.
   * @param {number} section
   * @param {IndexPath} to
   */
  push(section, to) {
    const { from, layout } = this.#scene;
    const count = this.count(to[0]);
    if (from[0] === to[0] || section <= to[0] || count === undefined || layout.kind !== 'column') return 0;
    return this.#height(count + 1) - this.#height(count);
  }

  /**
   * Frames of the cells that must move out of the way, and of the item itself, when it is over `to`.
   * @param {IndexPath} to
   * @returns {Map<string, Frame>}
   */
  makeRoom(to) {
    const { cells, item, from } = this.#scene;
    const result = new Map();
    for (const cell of cells) {
      const [s, i] = cell.indexPath;
      let place = i;
      if (cell.id === item) {
        const frame = this.#pushed(to, to);
        if (frame) result.set(item, frame);
        continue;
      }
      if (s === from[0] && i > from[1]) place--;
      if (s === to[0] && place >= to[1]) place++;
      const push = this.push(s, to);
      if (place === i && push === 0) continue;
      const frame = this.#pushed([s, place], to);
      if (frame) result.set(cell.id, frame);
    }
    return result;
  }

  /**
   * @param {IndexPath} path
   * @param {IndexPath} to
   * @returns {Frame | undefined}
   */
  #pushed(path, to) {
    const frame = this.frame(path);
    const push = frame ? this.push(path[0], to) : 0;
    return frame && (push ? [frame[0], frame[1] + push, frame[2], frame[3]] : frame);
  }

  /**
   * The place nearest to a point, as the cells are while the item is over `now`.
   * @param {number} x
   * @param {number} y in content px
   * @param {IndexPath} now
   * @returns {IndexPath}
   */
  nearest(x, y, now) {
    const { cells, headers, from } = this.#scene;
    /** @type {IndexPath} */
    let best = now;
    let bestDistance = Infinity;
    const consider = (/** @type {IndexPath} */ path, frame = this.#pushed(path, now)) => {
      const distance = frame ? distanceSquared(frame, x, y) : Infinity;
      if (distance < bestDistance) [best, bestDistance] = [path, distance];
    };
    const isOther = (/** @type {Header} */ header) => header.section !== from[0];
    const ends = headers.filter(isOther).map((header) => /** @type {IndexPath} */ ([header.section, header.itemCount]));
    for (const end of ends) if (this.#ends.has(end[0])) consider(end, this.#end(end));
    for (const cell of cells) consider(cell.indexPath);
    for (const end of ends) if (!this.#ends.has(end[0])) consider(end);
    return best;
  }

  /**
   * The place one row up or down from another.
   * @param {IndexPath} path
   * @param {-1 | 1} direction
   * @returns {IndexPath}
   */
  inNextRow(path, direction) {
    const here = this.#pushed(path, path);
    if (!here) return path;
    const x = here[0] + here[2] / 2;
    const y = direction < 0 ? here[1] - 1 : here[1] + here[3] + 1;
    /** @type {{path: IndexPath, frame: Frame}[]} */
    const places = [];
    for (const cell of this.#scene.cells) places.push({ path: cell.indexPath, frame: cell.frame });
    for (const { section, itemCount } of this.#scene.headers) {
      const frame = section === this.#scene.from[0] ? undefined : this.frame([section, itemCount]);
      if (frame) places.push({ path: [section, itemCount], frame });
    }
    let best = path;
    let bestScore = Infinity;
    for (const place of places) {
      const frame = this.#pushed(place.path, path) ?? place.frame;
      const away = direction < 0 ? y - (frame[1] + frame[3]) : frame[1] - y;
      if (away < -2) continue;
      const score = Math.round(away) * 4096 + Math.abs(frame[0] + frame[2] / 2 - x);
      if (score < bestScore) [best, bestScore] = [place.path, score];
    }
    return best;
  }
}
