// @ts-check
// Loads what the first screen does not need: when the browser has nothing else to do, or when it is wanted.

import { fileAddress, isBundled, styleTexts } from '../file-address.js';
import { loadLaterStrings } from '../../strings/strings.js';

/** @typedef {typeof import('../features/features.js')} Features */

/** Delay between two looks whether they may be loaded, in ms. */
const LOOK_MS = 250;
/** Maximum looks before they are loaded anyway. */
const MAX_LOOKS = 40;

/** @type {Features | undefined} */
let features;
/**
 * The loading under way, of all grids in the page.
 * @type {Promise<Features> | undefined}
 */
let loading;

/** Rejects while the server is away; the next call tries again. */
export function loadFeatures() {
  // What they refuse, and ask, has words that come with them.
  loading ??= Promise.all([import('../features/features.js'), loadLaterStrings()]).then(([loaded]) => (features = loaded)).finally(() => (loading = undefined));
  return loading;
}

/** Whether another build has taken the place of this one at the server, which has no file of this one any more. */
const isReplaced = async () => isBundled && !styleTexts && fetch(fileAddress('./features.css'), { cache: 'no-store' }).then(({ status }) => status === 404, () => false);

export class LazyFeatures {
  #sheets;
  #speech;
  #strings;
  #isClosed = false;
  /** @type {((loaded: Features) => void)[]} */
  #waiting = [];

  /**
   * @param {import('./style-sheets.js').StyleSheets} sheets of the grid
   * @param {import('../access/speech.js').Speech} speech
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(sheets, speech, strings) {
    this.#sheets = sheets;
    this.#speech = speech;
    this.#strings = strings;
  }

  /** The features, if they are here already: what uses them need not wait then. */
  get loaded() { return this.#sheets.hasFeatures ? features : undefined; }

  /**
   * The features, once they are here.
   * @param {() => void} [again] does what they are wanted for; without it they are loaded again, and no more
   * @returns {Promise<Features | undefined>} `undefined`: they cannot be loaded, which the reader was told, with a button to try again
   */
  async get(again = () => this.#load().catch(() => {})) {
    try {
      return this.loaded ?? await this.#load();
    } catch {
      const { featureMissing, featureGone, tryAgain, reload } = this.#strings;
      const isGone = await isReplaced();
      if (this.#isClosed) return undefined;
      if (isGone) this.#speech.offer(featureGone, { words: reload, act: () => location.reload() });
      else this.#speech.offer(featureMissing, { words: tryAgain, act: again });
      return undefined;
    }
  }

  /**
   * Does something with the features: at once if they are here, else when they are.
   * @param {(loaded: Features) => void} work
   */
  use(work) {
    if (this.loaded) work(this.loaded);
    else this.get(() => this.use(work)).then((found) => found && !this.#isClosed && work(found));
  }

  /**
   * Loads them as soon as they may be loaded, or a pointer or the focus comes near the grid.
   * @param {HTMLElement} frame
   * @param {() => boolean} mayLoad whether the first screen is there, or the reader goes on without waiting for it
   */
  preload(frame, mayLoad) {
    const load = () => this.#load().catch(() => {});
    for (const name of ['pointerover', 'focusin']) frame.addEventListener(name, load, { once: true, passive: true });
    let looks = 0;
    const look = () => {
      if (this.#isClosed || this.loaded) return;
      if (mayLoad() || ++looks > MAX_LOOKS) whenIdle(load);
      else setTimeout(look, LOOK_MS);
    };
    look();
  }

  /**
   * Does something as soon as they are here, without asking for them.
   * @param {(loaded: Features) => void} work
   */
  whenLoaded(work) {
    if (this.loaded) work(this.loaded);
    else this.#waiting.push(work);
  }

  close() { this.#isClosed = true; }

  async #load() {
    const [loaded] = await Promise.all([loadFeatures(), this.#sheets.loadFeatures()]);
    if (!this.#isClosed) for (const work of this.#waiting.splice(0)) work(loaded);
    return loaded;
  }
}

/**
 * Not every browser says when it is idle.
 * @param {() => void} work
 */
const whenIdle = (work) => ('requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 2000 }) : setTimeout(work, LOOK_MS));
