// @ts-check
// A sheet: the texels of consecutive items as one picture, with what is known of each. Free of the DOM, but for the picture.

/**
 * The sides of texels in px, as the server has them: the mean colour, and two sizes of the picture's centre.
 * @typedef {1 | 8 | 16} TexelSide
 */
/** @typedef {{version: number, index: number, count: number, size: TexelSide, columns: number, type: string, lengths: number[], kept?: number[]}} SheetHead
 *   `kept`: the sides that the server has room for, of all items */
/** @typedef {{head: SheetHead, picture: Uint8Array, states: Uint8Array, marks: Uint8Array, matches: Uint8Array}} SheetParts `matches`: a bit a slot */

/** @typedef {ImageBitmap | HTMLCanvasElement} Picture */

/** States of slots, as the server says them. */
export const NOTHING = 0;
export const COLOUR = 1;
export const DAMAGED = 3;
export const FAILED = 4;
export const NO_PICTURE = 5;
const TEXEL = 2;
/** The same of mean colours, by their alpha. */
const OF_ALPHA = new Uint8Array(256).fill(TEXEL);
for (const [alpha, state] of [[0, NOTHING], [254, DAMAGED], [253, FAILED], [252, NO_PICTURE]]) OF_ALPHA[alpha] = state;
const LINE_FEED = 10;

/** How much of a cell that does not glow is taken away, of 255. */
const DIMMED = 205;
/** Minimum number of cells for one that glows where each of these has a ring: where most glow, rings would hide cells. */
const RINGED = 16;

/**
 * @typedef {{result: string, shade: ImageBitmap, ringed: number[]}} Lighting `result`: the server's name of what glows; `shade`: a pixel a slot,
 *   opaque as far as it dims; `ringed`: slots that have a ring, ascending
 */

export class Sheet {
  /**
   * @param {SheetHead} head
   * @param {Picture} picture
   * @param {Uint8Array} states
   * @param {Uint8Array} marks
   * @param {boolean} isMirrored whether rows of the picture begin at the right
   * @param {Lighting} [lighting]
   */
  constructor({ count, size, columns, kept = [] }, picture, states, marks, isMirrored, lighting) {
    this.count = count;
    this.side = size;
    this.columns = columns;
    this.picture = picture;
    this.isMirrored = isMirrored;
    const isKept = kept.includes(size);
    /** Slots that are drawn otherwise than by the picture, ascending. */
    this.others = /** @type {number[]} */ ([]);
    this.damaged = /** @type {number[]} */ ([]);
    /** Slots that are to be asked for again. */
    this.unknown = /** @type {number[]} */ ([]);
    // One loop: a screen of 1 px each has more than a million.
    for (let slot = 0; slot < states.length; slot++) {
      const state = states[slot];
      if (state === TEXEL) continue;
      if (state === DAMAGED) this.damaged.push(slot);
      else if (state !== COLOUR) this.others.push(slot);
      if (state === NOTHING || (state === COLOUR && isKept)) this.unknown.push(slot);
    }
    /** Whether some have a colour alone because the server has no room for more. */
    this.lacksRoom = !isKept && states.includes(COLOUR);
    this.marked = /** @type {number[]} */ ([]);
    for (let slot = 0; slot < marks.length; slot++) if (marks[slot]) this.marked.push(slot);
    this.states = states;
    this.marks = marks;
    /** What glows, where the sheet says so. */
    this.lighting = lighting;
    /** Whether contents or marks of its items may have changed since. */
    this.isDoubted = false;
  }

  /** Approximately what it takes in memory. */
  get bytes() { return this.picture.width * this.picture.height * 4 + this.states.length * (this.lighting ? 6 : 2); }

  /**
   * The column of the picture in which some slots of one row begin, from the left.
   * @param {number} slot the first of them
   * @param {number} count
   */
  left(slot, count) {
    const column = slot % this.columns;
    return this.isMirrored ? Math.min(this.columns, this.count) - column - count : column;
  }

  /** Frees the pictures, of which the browser would keep thousands until it collects garbage. */
  close() {
    if ('close' in this.picture) this.picture.close();
    else this.picture.width = 0;
    this.lighting?.shade.close();
  }
}

/**
 * The parts of an answer: a line of JSON, then bytes one after another.
 * @param {ArrayBuffer} body
 * @returns {SheetParts | undefined} `undefined`: it is no sheet
 */
export function sheetParts(body) {
  const bytes = new Uint8Array(body);
  const end = bytes.indexOf(LINE_FEED);
  const head = /** @type {SheetHead | undefined} */ (end < 0 ? undefined : parsed(new TextDecoder().decode(bytes.subarray(0, end))));
  if (!head || !Array.isArray(head.lengths) || !(head.count > 0) || !(head.columns > 0)) return undefined;
  const parts = [];
  let at = end + 1;
  for (const length of head.lengths) parts.push(bytes.subarray(at, at += length));
  if (at !== bytes.length) return undefined;
  const [picture, states, marks, matches = new Uint8Array()] = parts;
  return { head, picture, states: head.size === 1 ? statesOf(picture) : states, marks, matches };
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {Uint8Array} colours RGBA */
function statesOf(colours) {
  const states = new Uint8Array(colours.length / 4);
  for (let slot = 0; slot < states.length; slot++) states[slot] = OF_ALPHA[colours[slot * 4 + 3]];
  return states;
}

/**
 * @param {SheetParts} parts
 * @param {{light?: string, isMirrored?: boolean}} [options] `light`: the result whose items `matches` names; `isMirrored`: rows are to begin at
 *   the right
 * @returns {Promise<Sheet>} rejects where the browser cannot read the picture
 */
export async function makeSheet({ head, picture, states, marks, matches }, options = {}) {
  const { light, isMirrored = false } = options;
  const found = await createImageBitmap(head.size === 1 ? coloursIn(head, picture, isMirrored) : new Blob([picture], { type: head.type }));
  const mirrored = isMirrored && head.size > 1 ? turned(found, head.size) : found;
  const isTurned = isMirrored && mirrored !== undefined;
  const lighting = light === undefined ? undefined : await lightingOf(light, head, matches, isTurned);
  return new Sheet(head, mirrored ?? found, states, marks, isTurned, lighting);
}

/**
 * The same with its columns in the other direction: whole rows are drawn at once then, and no cell is the mirror image of its picture.
 * @param {ImageBitmap} picture is closed
 * @param {number} side of a cell, in px
 * @returns {HTMLCanvasElement | undefined} `undefined`: the browser draws none
 */
function turned(picture, side) {
  const { width, height } = picture;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  for (let x = 0; x < width; x += side) context.drawImage(picture, x, 0, side, height, width - side - x, 0, side, height);
  picture.close();
  return canvas;
}

/** @param {SheetHead} head */
const imageOf = ({ count, columns }) => new ImageData(Math.min(columns, count), Math.ceil(count / columns));

/**
 * Turns the rows of an image of one px a slot.
 * @param {ImageData} image
 */
function turnRows({ width, height, data }) {
  const pixels = new Uint32Array(data.buffer);
  for (let row = 0; row < height; row++) pixels.subarray(row * width, (row + 1) * width).reverse();
}

/**
 * @param {string} result
 * @param {SheetHead} head
 * @param {Uint8Array} matches
 * @param {boolean} isMirrored
 * @returns {Promise<Lighting>}
 */
async function lightingOf(result, head, matches, isMirrored) {
  const image = imageOf(head);
  const lit = [];
  for (let slot = 0; slot < head.count; slot++) {
    if ((matches[slot >> 3] >> (slot & 7)) & 1) lit.push(slot);
    else image.data[slot * 4 + 3] = DIMMED;
  }
  if (isMirrored) turnRows(image);
  return { result, shade: await createImageBitmap(image), ringed: lit.length * RINGED <= head.count ? lit : [] };
}

/**
 * @param {SheetHead} head
 * @param {Uint8Array} bytes RGBA, of whole rows but for the last one
 * @param {boolean} isMirrored
 */
function coloursIn(head, bytes, isMirrored) {
  const image = imageOf(head);
  const { data } = image;
  data.set(bytes);
  // The alpha says what is known, not how much is seen.
  for (let at = 3; at < bytes.length; at += 4) if (data[at]) data[at] = 255;
  if (isMirrored) turnRows(image);
  return image;
}
