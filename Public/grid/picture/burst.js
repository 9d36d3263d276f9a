// @ts-check
// The frames of a burst: taken with one camera, each within a second of another one.

/** @typedef {import('../server/wire.js').Item} Item */
/** @typedef {import('../server/item-fields.js').Fields} Fields */

/** Longest time between two frames, in ms. */
const GAP_MS = 1000;
/** Maximum items that are looked through for the next frame. */
const AHEAD = 50;

/**
 * Whether two pictures may be neighbours in a burst. Those without a date or a camera are in none.
 * @param {Fields | undefined} one
 * @param {Fields | undefined} other
 */
export function isSameBurst(one, other) {
  if (!one?.camera || !one.taken || one.camera !== other?.camera || one.cameraSerial !== other?.cameraSerial) return false;
  return Math.abs(Date.parse(String(one.taken)) - Date.parse(String(other.taken))) <= GAP_MS;
}

export class Burst {
  #order;
  #fields;
  /**
   * The frames that were shown. None of them comes again.
   * @type {Map<string, Item>}
   */
  #seen = new Map();

  /**
   * @param {import('../query/shown-order.js').ShownOrder} order
   * @param {import('../server/item-fields.js').ItemFields} fields
   * @param {Item[]} items
   */
  constructor(order, fields, items) {
    this.#order = order;
    this.#fields = fields;
    for (const item of items) this.#seen.set(item.id, item);
  }

  /**
   * The next frame that was neither shown nor rejected; `undefined` where the burst has no other one.
   * @param {Item[]} shown the frames it shall follow
   * @returns {Promise<Item | undefined>}
   */
  async next(shown) {
    const places = await Promise.all(shown.map(({ id }) => this.#order.flatIndex(id)));
    const offset = Math.max(-1, ...places.map((place) => place ?? -1)) + 1;
    const { items } = /** @type {{items: Item[]}} */ (await this.#order.server.call('GET', `${this.#order.path('items')}?offset=${offset}&limit=${AHEAD}`));
    const found = items.find(({ id, attributes }) => !this.#seen.has(id) && attributes?.flag !== 'reject');
    if (!found) return undefined;
    const fields = await this.#fields.of({ id: found.id, item: found });
    for (const item of this.#seen.values()) {
      if (!isSameBurst(fields, await this.#fields.of({ id: item.id, item }))) continue;
      this.#seen.set(found.id, found);
      return found;
    }
    return undefined;
  }

  /**
   * A frame gives its place back: it comes again.
   * @param {string} id
   */
  forget(id) { this.#seen.delete(id); }
}
