// @ts-check
// Actions on the selected items: a bar at the bottom of the grid while there are any. Loaded after the first screen.

import { append } from '../dom.js';
import { may } from '../element/session-description.js';

/**
 * @typedef {object} BarDelegate
 * @property {() => void} barMove
 * @property {(button: HTMLElement) => void} barMark
 * @property {(button: HTMLElement) => void} barAlbums
 * @property {(button: HTMLElement) => void} barExport
 * @property {() => void} barCompare
 * @property {() => void} barAll
 * @property {() => void} barClear
 * @property {() => void} barLeft the bar goes while it has the focus
 */

export class SelectionBar {
  #bar;
  #count;
  #delegate;
  #move;
  #strings;
  #compare;

  /**
   * @param {HTMLElement} frame
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {BarDelegate} delegate
   */
  constructor(frame, description, strings, delegate) {
    const { capabilities, album } = description;
    this.#strings = strings;
    this.#delegate = delegate;
    const bar = (this.#bar = append(frame, 'div', 'selection-bar'));
    // By keys one comes to it before the scroll bar.
    frame.insertBefore(bar, frame.querySelector('.scrubber'));
    bar.setAttribute('part', 'bar');
    bar.setAttribute('role', 'toolbar');
    bar.setAttribute('aria-label', strings.selection);
    bar.hidden = true;
    this.#button(strings.clearSelection, 'clear', () => delegate.barClear(), 'cross').title = strings.clearSelection;
    this.#count = append(bar, 'span', 'count');
    const mark = this.#button(strings.mark.more, 'mark', () => delegate.barMark(mark), 'pick');
    mark.setAttribute('aria-haspopup', 'menu');
    mark.hidden = !capabilities?.rate?.length;
    this.#move = this.#button(strings.moveTo, 'move', () => delegate.barMove(), 'move');
    this.#move.hidden = !may(description, 'move');
    const albums = this.#button(album ? strings.album.arrange : strings.album.add, 'album', () => delegate.barAlbums(albums), 'album');
    albums.setAttribute('aria-haspopup', album ? 'menu' : 'dialog');
    albums.hidden = !may(description, 'albums');
    this.#button(strings.selectAll, 'all', () => delegate.barAll(), 'checked');
    this.#compare = this.#button(strings.mark.compare, 'compare', () => delegate.barCompare(), 'compare');
    const take = this.#button(strings.exportSelected, 'export', () => delegate.barExport(take), 'download');
    take.setAttribute('aria-haspopup', 'menu');
    take.hidden = !may(description, 'export');
  }

  /** @param {number} count of selected items */
  show(count) {
    const { activeElement } = /** @type {ShadowRoot} */ (this.#bar.getRootNode());
    const isLeft = count === 0 && this.#bar.contains(activeElement);
    this.#bar.hidden = count === 0;
    this.#compare.hidden = count < 2 || count > 4;
    this.#count.textContent = this.#strings.selected(count);
    this.#count.dataset.count = this.#strings.count(count);
    if (isLeft) this.#delegate.barLeft();
  }

  /**
   * @param {string} words
   * @param {string} className
   * @param {() => void} pressed
   * @param {string} [sign] shown instead of the words where the bar is narrow
   */
  #button(words, className, pressed, sign) {
    const button = /** @type {HTMLButtonElement} */ (append(this.#bar, 'button', className));
    button.type = 'button';
    button.setAttribute('aria-label', words);
    if (sign) append(button, 'span', `sign ${sign}`);
    append(button, 'span', 'words').textContent = words;
    button.addEventListener('click', pressed);
    return button;
  }
}
