// @ts-check
// Captions of pictures, at will: the name, and when and with what it was taken. Below the picture in columns, over its lower edge in other
// layouts. The element's attribute `captions` asks for them.

import { append } from '../dom.js';
import { ItemFields } from '../server/item-fields.js';
import { meets } from '../model/geometry.js';
import { regionOf } from '../../strings/strings.js';

/** @typedef {import('./cell-pool.js').CellNode} CellNode */
/** @typedef {import('../model/cell-store.js').Cell} Cell */

/** Maximum requests under way: pictures have the same connections. */
const AT_ONCE = 2;
/** Delay before what is not known yet is asked for again, as long as the server reads files, in ms; and maximum questions about an item. */
const AGAIN_MS = 3000;
const TRIES = 8;

export class Captions {
  #presenter;
  #fields;
  #moments;
  #host;
  #changed;
  /** @type {WeakMap<CellNode, {box: HTMLElement, title: HTMLElement, facts: HTMLElement}>} */
  #boxes = new WeakMap();
  /**
   * Second lines by item and content.
   * @type {Map<string, string>}
   */
  #facts = new Map();
  /** Numbers of answers that said nothing. */
  #tries = /** @type {Map<string, number>} */ (new Map());
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Cell[]} */
  #waiting = [];
  #underWay = 0;

  /**
   * @param {Element} host the grid's element
   * @param {string} collection
   * @param {import('../element/presenter.js').Presenter} presenter
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {() => void} changed they are wanted now, or no longer
   */
  constructor(host, collection, presenter, strings, changed) {
    this.#presenter = presenter;
    this.#moments = new Intl.DateTimeFormat(regionOf(strings.language), {
      timeZone: 'UTC', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit',
    });
    this.#fields = new ItemFields(presenter.server, collection);
    this.#host = host;
    this.#changed = new MutationObserver(changed);
    this.#changed.observe(this.#host, { attributeFilter: ['captions'] });
  }

  get isWanted() { return this.#host.hasAttribute('captions'); }

  /**
   * A node shows a cell, for the first time or again.
   * @param {CellNode} node
   * @param {Cell} cell
   * @param {boolean} isList whose rows have columns for it
   */
  configure(node, cell, isList) {
    const known = this.#boxes.get(node);
    if (isList || !this.isWanted || !cell.image || cell.state === 'failed') {
      known?.box.remove();
      this.#boxes.delete(node);
      return;
    }
    const { title, facts } = known ?? this.#make(node);
    const name = cell.item?.title ?? '';
    if (title.textContent !== name) title.textContent = name;
    this.#fill(facts, this.#facts.get(key(cell)));
  }

  /** The view stands: asks for what is in it. */
  settled() {
    if (!this.isWanted) return;
    const { surface } = this.#presenter;
    this.#waiting = [...surface.nodes].flatMap((node) => {
      const { cell } = node;
      return cell && this.#boxes.has(node) && !this.#facts.has(key(cell)) && meets(cell.frame, surface.visibleRect) ? [cell] : [];
    }).sort((a, b) => a.index - b.index);
    while (this.#underWay < AT_ONCE && this.#waiting.length) this.#ask();
  }

  close() {
    clearTimeout(this.#timer);
    this.#waiting = [];
    this.#changed.disconnect();
  }

  /** Asks for what waits, one after another. */
  async #ask() {
    this.#underWay++;
    for (let cell = this.#waiting.shift(); cell; cell = this.#waiting.shift()) {
      const words = this.#words((await this.#fields.of(cell)) ?? {});
      if (!words && this.#isUnread(cell)) continue;
      this.#facts.set(key(cell), words);
      const node = this.#presenter.surface.node(cell.id);
      const shown = node && this.#boxes.get(node);
      if (shown) this.#fill(shown.facts, this.#facts.get(key(cell)));
    }
    this.#underWay--;
  }

  /**
   * Whether the file of an item, of which nothing is known, may still be read.
   * @param {Cell} cell
   */
  #isUnread(cell) {
    const tries = (this.#tries.get(key(cell)) ?? 0) + 1;
    this.#tries.set(key(cell), tries);
    if (tries === TRIES) return false;
    this.#fields.forget(cell);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.settled(), AGAIN_MS);
    return true;
  }

  /** @param {import('../server/item-fields.js').Fields} fields */
  #words({ taken, camera }) {
    // As the camera's clock showed it, whatever the zone.
    const moment = Date.parse(`${String(taken ?? '').slice(0, 19)}Z`);
    return [Number.isNaN(moment) ? '' : this.#moments.format(moment), camera].filter(Boolean).join(' · ');
  }

  /**
   * @param {HTMLElement} facts
   * @param {string} [words]
   */
  #fill(facts, words = '') { if (facts.textContent !== words) facts.title = facts.textContent = words; }

  /** @param {CellNode} node */
  #make(node) {
    const box = append(node.element, 'div', 'under');
    // The cell's own name says it.
    box.setAttribute('aria-hidden', 'true');
    const made = { box, title: append(box, 'span', 'name'), facts: append(box, 'span', 'facts') };
    this.#boxes.set(node, made);
    return made;
  }
}

/** @param {Cell} cell another revision is another content; attributes are people's, as a clock that was set is */
const key = ({ id, item }) => `${item?.revision} ${item?.attributes?.timeShift ?? ''} ${id}`;
