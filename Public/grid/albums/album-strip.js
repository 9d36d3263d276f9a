// @ts-check
// The albums beside what is dragged: dropped onto one, the items go into it. Keys and screen readers have the dialog (`album-dialog.js`).

import { append } from '../dom.js';

/** @typedef {import('../server/wire.js').CollectionDescription} CollectionDescription */
/** @typedef {{album?: CollectionDescription, node: HTMLElement}} Target without an album, the dialog is asked for one */

/** Maximum albums in the strip: the dialog has the others. */
const LISTED = 5;

export class AlbumStrip {
  #strip;
  /** @type {Target[]} */
  #targets = [];
  /** @type {Target | undefined} */
  #over;

  /**
   * @param {HTMLElement} frame
   * @param {number} x of the pointer in the window: the strip appears at the other side of the grid
   * @param {CollectionDescription[]} albums those added last first
   * @param {import('../server/server.js').Server} server
   * @param {import('../../strings/strings.js').Strings} strings
   */
  constructor(frame, x, albums, server, strings) {
    const strip = (this.#strip = append(frame, 'div', 'album-strip'));
    strip.setAttribute('aria-hidden', 'true');
    const box = frame.getBoundingClientRect();
    strip.classList.toggle('at-left', x > box.left + box.width / 2);
    for (const album of albums.slice(0, LISTED)) this.#add(album.title, album, server);
    this.#add(strings.album.add, undefined, server);
  }

  /**
   * Shows which album is under the pointer.
   * @param {number} x in the window
   * @param {number} y in the window
   * @returns {boolean} whether the strip is under it
   */
  over(x, y) {
    const over = this.#targets.find(({ node }) => contains(node.getBoundingClientRect(), x, y));
    if (over !== this.#over) {
      this.#over?.node.classList.remove('over');
      over?.node.classList.add('over');
      this.#over = over;
    }
    return over !== undefined || contains(this.#strip.getBoundingClientRect(), x, y);
  }

  /** What is under the pointer. */
  get target() { return this.#over; }

  close() { this.#strip.remove(); }

  /**
   * @param {string} words
   * @param {CollectionDescription | undefined} album
   * @param {import('../server/server.js').Server} server
   */
  #add(words, album, server) {
    const node = append(this.#strip, 'div', 'target');
    const cover = append(node, 'span', 'cover');
    if (album?.cover) {
      const picture = append(cover, 'img');
      picture.alt = '';
      server.show(picture, album.cover);
    } else append(cover, 'span', `sign ${album ? 'photo' : 'album'}`);
    append(node, 'span', 'words').textContent = words;
    this.#targets.push({ album, node });
  }
}

/**
 * @param {DOMRect} box
 * @param {number} x
 * @param {number} y
 */
const contains = (box, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
