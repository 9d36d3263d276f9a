// @ts-check
// Signs beside the scroll bar: titles of places, and the bubble at the thumb that is held. Comes after the first screen.

import { append } from '../dom.js';
import { labelsBeside } from './scrubber-labels.js';

/** Minimum distance between two titles, in px. */
const TITLE_HEIGHT = 24;
/** Distance from the bubble within which titles give way to it, in px. */
const BUBBLE_REACH = 40;

export class ScrubberSigns {
  #surface;
  #store;
  #strings;
  #dateOf;
  #titles;
  #bubble;
  #bubbleY = 0;
  /**
   * Where the titles are, in px.
   * @type {number[]}
   */
  #titleYs = [];
  /** The date of the item in the middle, or of one nearby a moment ago. */
  #date = { item: '', words: '', isAsked: false };
  /** The words in the bubble. */
  #said = { title: '', place: '' };

  /**
   * @param {HTMLElement} bar
   * @param {import('./surface.js').Surface} surface
   * @param {import('../model/cell-store.js').CellStore} store
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {(id: string) => Promise<string | undefined>} dateOf when an item's picture was taken
   */
  constructor(bar, surface, store, strings, dateOf) {
    this.#surface = surface;
    this.#store = store;
    this.#strings = strings;
    this.#dateOf = dateOf;
    this.#titles = append(bar, 'div', 'titles');
    this.#bubble = append(bar, 'div', 'bubble');
    for (const sign of [this.#titles, this.#bubble]) sign.setAttribute('aria-hidden', 'true');
  }

  /** @param {import('./scrubber-marks.js').Mark[]} marks places of sections */
  show(marks) {
    const { height, mapper } = this.#surface;
    const places = labelsBeside(marks, this.#strings.units, mapper.maxOffset, height, TITLE_HEIGHT);
    this.#titleYs = places.map(({ y }) => y);
    this.#titles.replaceChildren(...places.map(({ text, y, level }) => {
      const title = document.createElement('span');
      title.textContent = text;
      title.className = level ? 'minor' : '';
      title.style.translate = `0 ${y}px`;
      return title;
    }));
  }

  /**
   * @param {number} y of the bubble
   * @param {boolean} isHeld whether it is shown
   */
  move(y, isHeld) {
    this.#bubbleY = y;
    this.#bubble.style.translate = `0 ${y}px`;
    if (isHeld) this.giveWay(true);
  }

  /**
   * Titles below the bubble would be seen beside it.
   * @param {boolean} isHeld
   */
  giveWay(isHeld) {
    this.#titleYs.forEach((y, i) => {
      const isCovered = isHeld && Math.abs(y - this.#bubbleY - BUBBLE_REACH / 4) < BUBBLE_REACH;
      this.#titles.children[i]?.classList.toggle('covered', isCovered);
    });
  }

  /**
   * @param {string} title of the section
   * @param {string} place
   * @param {() => boolean} isHeld whether the bubble is still shown
   */
  word(title, place, isHeld) {
    this.#said = { title, place };
    this.#bubble.replaceChildren();
    if (title) append(this.#bubble, 'b').textContent = title;
    append(this.#bubble, 'span').textContent = this.#date.words ? `${this.#date.words} · ${place}` : place;
    this.#askDate(() => isHeld() && this.word(this.#said.title, this.#said.place, isHeld));
  }

  /**
   * Asks when the picture in the middle of the view was taken: one question at a time, the last one always.
   * @param {() => void} known
   */
  async #askDate(known) {
    const { offset, height } = this.#surface;
    const middle = offset + height / 2;
    const date = this.#date;
    const [cell] = this.#store.cellsMeeting([0, middle, this.#surface.width, 1]);
    if (!cell?.image || date.isAsked || cell.id === date.item) return;
    date.isAsked = true;
    date.item = cell.id;
    const taken = await this.#dateOf(cell.id).catch(() => undefined);
    date.isAsked = false;
    date.words = taken === undefined ? '' : this.#strings.units.date(taken);
    known();
  }
}
