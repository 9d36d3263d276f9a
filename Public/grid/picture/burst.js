// @ts-check
// The frames of a burst: those of the server's stack, where it knows one; otherwise taken with one camera, each soon after another one.

import { collectionPath } from '../server/api.js';

/** @typedef {import('../server/wire.js').Item} Item */
/** @typedef {import('../server/item-fields.js').Fields} Fields */

/** Longest time between two frames where the collection has none of its own, in ms. */
const GAP_MS = 1000;
/** Maximum items that are looked through for the next frame. */
const AHEAD = 50;

/**
 * How two pictures may be neighbours in a burst. Those without a date or a camera are in none.
 * @param {Fields | undefined} one
 * @param {Fields | undefined} other
 * @param {number} [gap] longest time between two frames, in ms
 * @returns {'near' | 'far' | undefined} `undefined`: another camera took it, or nothing is known
 */
function nearness(one, other, gap = GAP_MS) {
  if (!one?.camera || !one.taken || !other?.taken || one.camera !== other.camera || one.cameraSerial !== other.cameraSerial) return undefined;
  return Math.abs(Date.parse(String(one.taken)) - Date.parse(String(other.taken))) <= gap ? 'near' : 'far';
}

/**
 * Whether two items are a RAW file and its JPEG: of one name, with two endings.
 * @param {Item} one
 * @param {Item} other
 */
function areTwins(one, other) {
  const [first, second] = [one, other].map(({ title, id }) => /^(.*)\.([a-z]\w{1,4})$/.exec((title ?? id).toLowerCase()));
  return first !== null && second !== null && first[1] === second[1] && first[2] !== second[2];
}

export class Burst {
  #order;
  #fields;
  #description;
  /**
   * The frames that were shown. None of them comes again.
   * @type {Map<string, Item>}
   */
  #seen = new Map();

  /**
   * @param {import('../query/shown-order.js').ShownOrder} order
   * @param {import('../server/item-fields.js').ItemFields} fields
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {Item[]} items
   */
  constructor(order, fields, description, items) {
    this.#order = order;
    this.#fields = fields;
    this.#description = description;
    for (const item of items) this.#seen.set(item.id, item);
  }

  /**
   * The next frame of a burst that was neither shown nor rejected; `undefined` where it has no other one.
   * @param {string} left the frame that gives up its place
   * @param {Item[]} shown the frames it shall follow, that one included
   * @returns {Promise<Item | undefined>}
   */
  async next(left, shown) {
    const path = collectionPath(this.#description.id, 'items', left, 'stack');
    const { stack, items } = /** @type {{stack?: import('../server/wire.js').Stack, items: Item[]}} */ (await this.#order.server.call('GET', path));
    // The files of a pair are one frame.
    const found = stack && stack.kind !== 'pair' ? this.#among(items, shown) : await this.#behind(shown);
    // Another one may have left meanwhile, and have got it.
    if (found && !this.#isNew(found)) return this.next(left, shown);
    if (found) this.#seen.set(found.id, found);
    return found;
  }

  /** @param {Item} item */
  #isNew(item) {
    if (item.attributes?.flag === 'reject') return false;
    return ![...this.#seen.values()].some((one) => one.id === item.id || areTwins(one, item));
  }

  /**
   * The next frame of a stack: behind the last that is shown, else from the beginning.
   * @param {Item[]} members
   * @param {Item[]} shown
   */
  #among(members, shown) {
    const last = Math.max(...members.map(({ id }, place) => (shown.some((one) => one.id === id) ? place : -1)));
    return [...members.slice(last + 1), ...members.slice(0, last + 1)].find((item) => this.#isNew(item));
  }

  /**
   * The next frame of the same burst behind those that are shown. Frames of other cameras may be between them.
   * @param {Item[]} shown
   * @returns {Promise<Item | undefined>}
   */
  async #behind(shown) {
    const places = await Promise.all(shown.map(({ id }) => this.#order.flatIndex(id)));
    const offset = Math.max(-1, ...places.map((place) => place ?? -1)) + 1;
    const { items } = /** @type {{items: Item[]}} */ (await this.#order.server.call('GET', `${this.#order.path('items')}?offset=${offset}&limit=${AHEAD}`));
    const seen = await Promise.all([...this.#seen.values()].map((item) => this.#fields.of({ id: item.id, item })));
    if (!seen.some((one) => one?.camera && one.taken)) return undefined;
    const gap = this.#description.bursts?.gapMilliseconds;
    for (const item of items) {
      const fields = await this.#fields.of({ id: item.id, item });
      const known = seen.map((one) => nearness(fields, one, gap));
      if (known.includes('near')) {
        if (this.#isNew(item)) return item;
        // The one after it may be near to it alone.
        seen.push(fields);
      } else if (known.includes('far')) return undefined;
    }
    return undefined;
  }

  /**
   * A frame gives its place back: it comes again.
   * @param {string} id
   */
  forget(id) { this.#seen.delete(id); }
}
