// @ts-check
// Marks of the large picture: stars, flags and labels below it, by buttons and by keys. Its ratings are in the bar above.

import { may } from '../element/session-description.js';
import { letterOf } from '../access/letter-key.js';
import { append } from '../dom.js';
import { flagOf, goesOn, labelsOf, marksOfKey, MOST_STARS, starsOf } from '../marks/mark.js';
import { editLabels } from '../marks/label-dialog.js';
import { Marker } from '../marks/marker.js';
import { ChangeHistory } from '../reorder/change-history.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../marks/mark.js').Marks} Marks */

export class LightboxMarks {
  #strings;
  #history;
  #marker;
  #step;
  /** @type {Cell | undefined} */
  #cell;
  /** @type {HTMLButtonElement[]} */
  #stars = [];
  /** @type {Map<'pick' | 'reject', HTMLButtonElement>} */
  #flags = new Map();
  #labels;
  #isReadOnly;
  #isOffered;

  /**
   * @param {{dialog: HTMLElement, marks: HTMLElement}} parts
   * @param {import('../server/wire.js').CollectionDescription} description
   * @param {import('../query/shown-order.js').ShownOrder} order
   * @param {import('../access/speech.js').Speech} speech
   * @param {import('../../strings/strings.js').Strings} strings
   * @param {() => void} step goes to the next picture
   * @param {(id: string) => unknown} [goTo] shows the picture of an item
   */
  constructor(parts, description, order, speech, strings, step, goTo = () => {}) {
    this.#strings = strings;
    this.#step = step;
    this.#history = new ChangeHistory({
      collection: description.id, server: order.server, speech, strings, follow: () => ({ change }) => change?.item && goTo(change.item.id),
    });
    this.#marker = new Marker({
      frame: parts.dialog, collection: description.id, order, speech, strings, loadEditor: async () => editLabels,
      done: (patch, sentence) => this.#history.tell(sentence, patch, description.album),
    });
    const bar = parts.marks;
    this.#isReadOnly = !may(description, 'albums');
    this.#isOffered = (description.capabilities?.rate?.length ?? 0) > 0;
    bar.hidden = !this.#isOffered;
    bar.setAttribute('aria-label', strings.mark.more);
    const group = append(bar, 'div', 'stars');
    for (let count = 1; count <= MOST_STARS; count++) {
      const words = strings.find.stars(count);
      // The same again takes them away, as it does in Lightroom.
      this.#stars.push(this.#button(group, 'star', '', words, () => this.#mark({ stars: starsOf(this.#cell?.item) === count ? 0 : count })));
    }
    for (const flag of /** @type {const} */ (['pick', 'reject'])) {
      this.#flags.set(flag, this.#button(bar, `flag ${flag}`, '', strings.mark[flag], () => (
        this.#mark({ flag: flagOf(this.#cell?.item) === flag ? null : flag }))));
    }
    this.#labels = this.#button(bar, 'label', '', strings.mark.editLabels, () => this.askLabels());
  }

  /** @param {Cell} cell */
  show(cell) {
    this.#cell = cell;
    const [stars, flag, labels] = [starsOf(cell.item), flagOf(cell.item), labelsOf(cell.item)];
    this.#stars.forEach((button, i) => {
      button.textContent = i < stars ? '★' : '☆';
      button.setAttribute('aria-pressed', String(i + 1 === stars));
    });
    for (const [one, button] of this.#flags) button.setAttribute('aria-pressed', String(one === flag));
    this.#labels.replaceChildren();
    append(this.#labels, 'span', 'sign label');
    for (const { name, colour } of labels) {
      const chip = append(this.#labels, 'span', 'chip');
      append(chip, 'span', 'dot').dataset.colour = colour ?? 'grey';
      append(chip, 'bdi').textContent = name;
    }
    this.#labels.setAttribute('aria-label', [this.#strings.mark.editLabels, ...labels.map(({ name }) => name)].join(', '));
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key marks
   */
  key(event) {
    if (this.#isReadOnly) return false;
    const letter = letterOf(event);
    if (letter === 'z' && (event.ctrlKey || event.metaKey)) {
      this.#history.go(event.shiftKey ? 'redo' : 'undo');
      return true;
    }
    if (!this.#isOffered || event.ctrlKey || event.metaKey) return false;
    if (letter === 'l') {
      this.askLabels();
      return true;
    }
    const marks = marksOfKey(event);
    if (!marks) return false;
    this.#mark(marks);
    if (goesOn(event)) this.#step();
    return true;
  }

  async askLabels() {
    const cell = this.#cell;
    if (!cell) return;
    const marks = await this.#marker.askLabels(cell.item?.title ?? cell.id, [cell.item], true);
    if (marks) await this.#marker.one(cell, marks);
  }

  /** @param {string} rating */
  rate(rating) { if (this.#cell) this.#marker.rate(this.#cell, rating); }

  /** @param {Marks} marks */
  #mark(marks) { if (this.#cell) this.#marker.one(this.#cell, marks); }

  /**
   * @param {HTMLElement} parent
   * @param {string} className
   * @param {string} text
   * @param {string} words
   * @param {() => void} pressed
   */
  #button(parent, className, text, words, pressed) {
    const button = /** @type {HTMLButtonElement} */ (append(parent, 'button', className));
    button.type = 'button';
    button.textContent = text;
    button.title = words;
    button.setAttribute('aria-label', words);
    if (className.startsWith('flag')) append(button, 'span', `sign ${className.slice(5)}`);
    button.addEventListener('click', pressed);
    return button;
  }
}
