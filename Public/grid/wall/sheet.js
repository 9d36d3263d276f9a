// @ts-check
// A sheet: the texels of consecutive items as one picture, with what is known of each. Free of the DOM, but for the picture.

/**
 * The sides of texels in px, as the server has them: the mean colour, and two sizes of the picture's centre.
 * @typedef {1 | 8 | 16} TexelSide
 */
/** @typedef {{version: number, index: number, count: number, size: TexelSide, columns: number, type: string, lengths: [number, number, number]}} SheetHead */
/** @typedef {{head: SheetHead, picture: Uint8Array, states: Uint8Array, marks: Uint8Array}} SheetParts */

/** States of slots, as the server says them. */
export const NOTHING = 0;
export const COLOUR = 1;
export const DAMAGED = 3;
export const FAILED = 4;
export const NO_PICTURE = 5;
/** The same of mean colours, in their alpha; others are texels. */
const OF_ALPHA = new Map([[0, NOTHING], [254, DAMAGED], [253, FAILED], [252, NO_PICTURE]]);
const TEXEL = 2;
const LINE_FEED = 10;

export class Sheet {
  /**
   * @param {SheetHead} head
   * @param {ImageBitmap} picture
   * @param {Uint8Array} states
   * @param {Uint8Array} marks
   */
  constructor({ count, size, columns }, picture, states, marks) {
    this.count = count;
    this.side = size;
    this.columns = columns;
    this.picture = picture;
    /** Slots that are drawn otherwise than by the picture, ascending. */
    this.others = slotsWhere(states, (state) => state !== TEXEL && state !== COLOUR && state !== DAMAGED);
    this.damaged = slotsWhere(states, (state) => state === DAMAGED);
    /** Slots that are to be asked for again. */
    this.unknown = slotsWhere(states, (state) => state === NOTHING || state === COLOUR);
    this.marked = slotsWhere(marks, (mark) => mark !== 0);
    this.states = states;
    this.marks = marks;
  }

  /** Approximately what it takes in memory. */
  get bytes() { return this.picture.width * this.picture.height * 4 + this.states.length * 2; }
}

/**
 * @param {Uint8Array} bytes
 * @param {(byte: number) => boolean} holds
 */
function slotsWhere(bytes, holds) {
  const found = [];
  for (let slot = 0; slot < bytes.length; slot++) if (holds(bytes[slot])) found.push(slot);
  return found;
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
  const [picture, states, marks] = parts;
  return { head, picture, states: head.size === 1 ? statesOf(picture) : states, marks };
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
  for (let slot = 0; slot < states.length; slot++) states[slot] = OF_ALPHA.get(colours[slot * 4 + 3]) ?? TEXEL;
  return states;
}

/**
 * @param {SheetParts} parts
 * @returns {Promise<Sheet>} rejects where the browser cannot read the picture
 */
export async function makeSheet({ head, picture, states, marks }) {
  return new Sheet(head, await createImageBitmap(head.size === 1 ? coloursIn(head, picture) : new Blob([picture], { type: head.type })), states, marks);
}

/**
 * @param {SheetHead} head
 * @param {Uint8Array} bytes RGBA, of whole rows but for the last one
 */
function coloursIn({ count, columns }, bytes) {
  const image = new ImageData(columns, Math.ceil(count / columns));
  image.data.set(bytes.subarray(0, image.data.length));
  // The alpha says what is known, not how much is seen.
  for (let at = 3; at < bytes.length; at += 4) if (image.data[at]) image.data[at] = 255;
  return image;
}
