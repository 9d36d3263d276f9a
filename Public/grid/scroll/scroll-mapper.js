// @ts-check
// Scrolls content of any height with a scroll bar of bounded height (docs/decisions/0009).

import { clamp } from '../model/geometry.js';

/**
 * Height of the scrolled element, in CSS px. Browsers cap it, at 16.7 million and less; and Firefox keeps scroll positions as single
 * floats, which are a multiple of 0.5 px from four million on, and of 0.125 px up to two million.
 */
export const SIZER_CAP = 2_000_000;

/** Near both ends of the content scroll positions and offsets run one to one, so that the ends are met exactly. In px. */
export const END_ZONE = 20_000;

/** A scroll that no wheel, touch or key accounts for, longer than this many viewports, came from the scroll bar. */
const SEEK_VIEWPORTS = 1.5;

/**
 * The truth is `offset`, the top of the view in content px. `position` is the scroller's scrollTop that shows it now:
 * always `offset - base`. User input moves it one to one; the scroll bar seeks in proportion; `recentre` changes `base` alone.
 */
export class ScrollMapper {
  #content = 0;
  #viewport = 0;
  #base = 0;
  #offset = 0;

  /** Top of the view in content px. */
  get offset() { return this.#offset; }
  /** Content px above the sizer's top: content y is drawn at `y - base`. */
  get base() { return this.#base; }
  /** The scrollTop that shows `offset`. */
  get position() { return this.#offset - this.#base; }
  /** Height to give to the scrolled element. */
  get sizerHeight() { return Math.min(this.#content, Math.max(SIZER_CAP, this.#viewport)); }
  /** The largest offset. */
  get maxOffset() { return Math.max(0, this.#content - this.#viewport); }
  get #maxPosition() { return Math.max(0, this.sizerHeight - this.#viewport); }
  get #isCapped() { return this.#content > this.sizerHeight; }

  /**
   * Takes new heights in px; keeps the offset where it can, and the position too: a hand may be moving the view.
   * @param {number} content
   * @param {number} viewport
   */
  resize(content, viewport) {
    if (content === this.#content && viewport === this.#viewport) return;
    this.#content = content;
    this.#viewport = viewport;
    this.#offset = clamp(this.#offset, 0, this.maxOffset);
    if (!this.#isCapped || this.strays) this.recentre();
  }

  /**
   * Goes to an offset, as a program does.
   * @param {number} offset
   */
  moveTo(offset) {
    this.#offset = clamp(offset, 0, this.maxOffset);
    this.recentre();
  }

  /**
   * Moves by a distance during user input, without disturbing it.
   * @param {number} delta
   */
  shift(delta) {
    const offset = clamp(this.#offset + delta, 0, this.maxOffset);
    this.#offset = offset;
    if (!this.#isCapped || this.strays) this.recentre();
  }

  /**
   * The scroller came to `position`.
   * @param {number} position its scrollTop
   * @param {boolean} byHand whether it comes from a wheel, a finger or a key
   * @returns {boolean} whether this was a seek, by the scroll bar or a program
   */
  scrolled(position, byHand) {
    const delta = position - this.position;
    const isSeek = !byHand && Math.abs(delta) > SEEK_VIEWPORTS * this.#viewport;
    if (isSeek && this.#isCapped) {
      this.#offset = clamp(Math.round(this.#offsetAt(position)), 0, this.maxOffset);
      this.#base = this.#offset - position;
    } else this.#offset = clamp(position + this.#base, 0, this.maxOffset);
    return isSeek;
  }

  /**
   * Whether the scroller must be re-centred even in the middle of a gesture: the sizer would end before the content does,
   * or the content has ended before the sizer.
   */
  get strays() {
    if (!this.#isCapped) return this.#base !== 0;
    const position = this.position;
    const canonical = this.#positionFor(this.#offset);
    if (position === canonical) return false;
    return position < END_ZONE / 2 || position > this.#maxPosition - END_ZONE / 2 ||
      this.#offset <= 0 || this.#offset >= this.maxOffset;
  }

  /** Whether the scroll bar shows another place than the offset's. */
  get isOffCentre() { return this.position !== this.#positionFor(this.#offset); }

  /** Puts the scroll bar where the offset belongs; what is in view stays. The new scrollTop is `position`. */
  recentre() {
    this.#base = this.#offset - this.#positionFor(this.#offset);
  }

  /** @param {number} offset */
  #positionFor(offset) {
    if (!this.#isCapped) return offset;
    const end = this.#maxPosition;
    if (offset <= END_ZONE) return offset;
    if (offset >= this.maxOffset - END_ZONE) return end - (this.maxOffset - offset);
    const share = (offset - END_ZONE) / (this.maxOffset - 2 * END_ZONE);
    // A whole distance between offset and position keeps cells on whole px.
    return offset - Math.round(offset - (END_ZONE + share * (end - 2 * END_ZONE)));
  }

  /** @param {number} position */
  #offsetAt(position) {
    const end = this.#maxPosition;
    if (position <= END_ZONE) return position;
    if (position >= end - END_ZONE) return this.maxOffset - (end - position);
    const share = (position - END_ZONE) / (end - 2 * END_ZONE);
    return END_ZONE + share * (this.maxOffset - 2 * END_ZONE);
  }
}
