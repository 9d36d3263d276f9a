// @ts-check
// What goes on in the background, beside the collection's count: how much of a folder was found that is read for the first time, and
// how far pictures are prepared before anybody looks at them.

import { inLanguage } from '../strings/strings.js';

/** How many items of a folder were found that is still being read, and how far pictures are prepared. */
const words = inLanguage({
  en: {
    listing: (/** @type {number} */ found) => `Reading: ${found.toLocaleString('en')} found so far`,
    preparing: (/** @type {number} */ percent) => `Preparing pictures: ${percent} %`,
  },
  ko: {
    listing: (/** @type {number} */ found) => `읽는 중: 지금까지 ${found.toLocaleString('ko')}개 찾음`,
    preparing: (/** @type {number} */ percent) => `사진 준비 중: ${percent}%`,
  },
});

/** Pause before the server is asked again, in ms. */
const AGAIN_MS = 5000;
/** The same while a folder is read, in ms. */
const FOUND_AGAIN_MS = 1000;

export class PreparedNote {
  #note;
  #ask;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The collection whose pictures are prepared, and the highest share that was told: what is looked at adds to the whole. */
  #of = { id: '', percent: 0 };

  /**
   * @param {HTMLElement} note
   * @param {() => void} ask asks the server for the collection, and shows it
   */
  constructor(note, ask) {
    this.#note = note;
    this.#ask = ask;
    document.addEventListener('visibilitychange', () => !document.hidden && this.#note.hidden === false && ask());
  }

  /** @param {import('../grid/server/wire.js').CollectionDescription} collection */
  show({ id, album, prepared, found }) {
    clearTimeout(this.#timer);
    if (id !== this.#of.id) this.#of = { id, percent: 0 };
    if (found !== undefined) return this.#go(words.listing(found), FOUND_AGAIN_MS);
    // Those of an album are prepared where they are from.
    const isGoingOn = !album && prepared !== undefined && !prepared.full && prepared.done < prepared.total;
    this.#note.hidden = !isGoingOn;
    if (!isGoingOn) return;
    this.#of.percent = Math.max(this.#of.percent, Math.floor((100 * prepared.done) / prepared.total));
    this.#go(words.preparing(this.#of.percent), AGAIN_MS);
  }

  /**
   * @param {string} text
   * @param {number} pause until the server is asked again, in ms
   */
  #go(text, pause) {
    this.#note.hidden = false;
    this.#note.textContent = text;
    if (!document.hidden) this.#timer = setTimeout(this.#ask, pause);
  }
}
