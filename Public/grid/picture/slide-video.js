// @ts-check
// The video of a large picture: its file, as it is, in the browser's own player. There is one while it is on screen only.

import { isVideo } from '../cells/video-badge.js';
import { append } from '../dom.js';
import { collectionPath } from '../server/api.js';
import { inLanguage } from '../../strings/strings.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** Lets the poster below be seen until it is played: without it, browsers show the first frame, which is often black. */
const NOTHING = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
/** Where the player's controls are, above its lower edge. In CSS px. */
const CONTROLS = 90;

/** Why a video is not played. */
const failures = () => inLanguage({
  en: {
    unplayable: 'This browser cannot play this video. Download it to open it in another program.',
    unserved: 'This server gives no files, so the video cannot be played.',
  },
  ko: {
    unplayable: '이 브라우저에서는 이 동영상을 재생할 수 없습니다. 내려받아 다른 프로그램에서 열어 주세요.',
    unserved: '이 서버는 파일을 제공하지 않으므로 동영상을 재생할 수 없습니다.',
  },
});

/**
 * What changes with the file, and with no mark: who rates a video goes on seeing it.
 * @param {Cell | undefined} cell
 */
export const contentOf = (cell) => /[?&]rev=(\d+)/.exec(cell?.image ?? '')?.[1] ?? '';

export class SlideVideo {
  #box;
  #server;
  #origin;
  #changed;
  /** @type {HTMLVideoElement | undefined} */
  #node;
  #shown = '';
  #hasFailed = false;

  /**
   * @param {HTMLElement} box
   * @param {import('../server/server.js').Server} server
   * @param {{collection: string, hasOriginals: boolean}} origin
   * @param {() => void} changed it plays, has ended or cannot be played
   */
  constructor(box, server, origin, changed) {
    this.#box = box;
    this.#server = server;
    this.#origin = origin;
    this.#changed = changed;
  }

  /** Its shape, once the browser knows it. */
  get size() { return [this.#node?.videoWidth ?? 0, this.#node?.videoHeight ?? 0]; }
  get isPlaying() { return this.#node !== undefined && !this.#node.paused && !this.#node.ended; }

  /** Why nothing is played, in words, if so. */
  get failure() { return this.#hasFailed ? failures()[this.#origin.hasOriginals ? 'unplayable' : 'unserved'] : undefined; }

  /**
   * Its slide is the one on screen.
   * @param {Cell | undefined} cell
   * @param {boolean} hasPoster whether there is a picture below
   */
  enter(cell, hasPoster) {
    if (!cell || !isVideo(cell.item)) return this.leave();
    const shown = `${cell.id} ${contentOf(cell)}`;
    if (shown !== this.#shown) {
      this.leave();
      this.#shown = shown;
      this.#hasFailed = !this.#origin.hasOriginals;
      if (!this.#hasFailed) this.#open(cell);
    }
    if (hasPoster && this.#node && !this.#node.poster) this.#node.poster = NOTHING;
  }

  /** Its slide is no longer on screen: nothing is played or fetched any more. */
  leave() {
    this.#shown = '';
    this.#hasFailed = false;
    this.#close();
  }

  /** @returns {boolean} whether there is something to play */
  toggle() {
    const node = this.#node;
    if (!node) return false;
    // Refused where the browser wants a click first: its own button is there for that.
    if (node.paused || node.ended) node.play().catch(() => {});
    else node.pause();
    return true;
  }

  /**
   * Whether a place in the window is the player's own.
   * @param {EventTarget | null} target
   * @param {number} y
   */
  static isControl(target, y) {
    return target instanceof HTMLVideoElement && y > target.getBoundingClientRect().bottom - CONTROLS;
  }

  /** @param {Cell} cell */
  #open(cell) {
    const node = (this.#node = append(this.#box, 'video'));
    node.controls = true;
    node.playsInline = true;
    node.preload = 'metadata';
    node.setAttribute('aria-label', cell.item?.title ?? '');
    // Focus stays with the dialog, whose keys play, go on and mark.
    node.tabIndex = -1;
    for (const event of ['play', 'pause', 'ended', 'loadedmetadata']) {
      node.addEventListener(event, () => node === this.#node && this.#changed());
    }
    node.addEventListener('error', () => {
      if (node !== this.#node) return;
      this.#hasFailed = true;
      this.#close();
      this.#changed();
    });
    this.#server.show(node, `/api/v1${collectionPath(this.#origin.collection, 'items', cell.id, 'original')}?inline=1`);
  }

  /** Only without an address, and loaded again, a player lets go of its connection. */
  #close() {
    const node = this.#node;
    this.#node = undefined;
    if (!node) return;
    node.pause();
    node.removeAttribute('src');
    node.load();
    node.remove();
  }
}
