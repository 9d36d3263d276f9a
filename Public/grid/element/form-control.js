// @ts-check
// A grid as a control of a form: with a name, items are chosen in it, as options are in a <select>.

import { listen } from '../grid-events.js';
import { loadFeatures } from './lazy-features.js';
import { language, loadStrings, strings } from '../../strings/strings.js';

/** Maximum number of items that a form submits. */
const LIMIT = 1000;
/** Delay before what is chosen is asked for again, in ms. */
const AGAIN_MS = 2000;

/**
 * How items are chosen in an element.
 * @param {HTMLElement} element
 * @returns {import('../selection/selecting.js').Choosing}
 */
export function choosingIn(element) {
  if (!element.hasAttribute('name')) return undefined;
  return element.hasAttribute('multiple') ? 'many' : 'one';
}

/** The identifiers behind the selection of an element, and what its form is told of them. */
export class FormControl {
  /** @type {string[]} */
  ids = [];
  #element;
  #internals;
  /** Whether a person, or a program, has chosen since the last reset. */
  #isChanged = false;
  /** Work by programs that is under way: what it selects is not told as a person's choice. */
  #quiet = 0;
  /** Counts the readings of what is selected: the last one counts. */
  #readings = 0;
  /** @type {import('./grid-session.js').GridSession | undefined} the one that shows the choice */
  #shownIn;
  /** @type {(() => void) | undefined} says again why the value will not do */
  #sayRefusal;

  /**
   * @param {import('./collection-grid-element.js').CollectionGrid} element
   * @param {ElementInternals} internals
   */
  constructor(element, internals) {
    this.#element = element;
    this.#internals = internals;
    // A form gives the focus to the element itself, for example when a choice is missing.
    element.addEventListener('focus', () => element.shadowRoot?.activeElement ?? element.focus());
    listen(element, 'selectionchange', (event) => event.target === element && this.#selectionChanged());
    listen(element, 'statechange', (event) => event.target === element && this.#stateChanged());
  }

  get choosing() { return choosingIn(this.#element); }

  /** @param {string} name of an attribute that is set, perhaps to the value that it had */
  attributeChanged(name) {
    // A form reports only what is wrong with a control that can have the focus.
    if (name === 'name' && this.choosing && !this.#element.hasAttribute('tabindex')) this.#element.tabIndex = -1;
    if (name === 'value') this.reset();
    else if (name === 'required') this.#validate();
  }

  /** @param {string[]} ids */
  set(ids) {
    this.#isChanged = true;
    this.#take(ids);
    this.#show();
  }

  /** Returns to the value that the element's attribute has. */
  reset() {
    this.#isChanged = false;
    const initial = this.#element.getAttribute('value');
    this.#take(initial ? [initial] : []);
    this.#show();
  }

  /** @param {string} state */
  restore(state) { this.set(JSON.parse(state)); }

  /**
   * Selects items, without telling of it as of a person's choice.
   * @param {string[]} ids
   */
  select(ids) { return this.quietly(async (session) => (await loadFeatures()).selectItems(session, ids)); }

  /**
   * Runs what a program does to the selection.
   * @param {(session: import('./grid-session.js').GridSession) => Promise<void> | void} work
   */
  async quietly(work) {
    const { session } = this.#element;
    if (!session) return;
    this.#quiet++;
    try {
      await work(session);
    } finally {
      this.#quiet--;
    }
    await this.#read();
  }

  /** Tells the form whether the value will do. */
  #validate() {
    const { required } = this.#element;
    this.#sayRefusal = undefined;
    if (!this.choosing) this.#internals.setValidity({});
    else if (this.ids.length > LIMIT) this.#refuse({ rangeOverflow: true }, () => strings.chooseFewer(LIMIT));
    else if (required && !this.ids.length) this.#refuse({ valueMissing: true }, () => strings.chooseOne);
    else this.#internals.setValidity({});
  }

  #selectionChanged() {
    if (!this.choosing || this.#quiet) return;
    this.#isChanged = true;
    this.#read().then((isNewest) => {
      if (!isNewest) return;
      for (const name of ['input', 'change']) this.#element.dispatchEvent(new Event(name, { bubbles: true, composed: name === 'input' }));
    });
  }

  /** A collection that has just been opened shows what was chosen before. */
  #stateChanged() {
    const { session } = this.#element;
    if (!this.choosing || !session || session === this.#shownIn || session.presenter.store.itemCount === 0) return;
    this.#shownIn = session;
    const initial = this.#element.getAttribute('value');
    if (!this.#isChanged && initial) this.#take([initial]);
    if (this.ids.length) this.#show();
  }

  async #show() {
    const [{ session }, choosing] = [this.#element, this.choosing];
    if (!session || !choosing) return;
    const ids = choosing === 'one' ? this.ids.slice(0, 1) : this.ids;
    await this.select(ids).catch(() => {});
  }

  /** @returns {Promise<boolean>} whether no other reading was begun meanwhile */
  async #read() {
    const { session } = this.#element;
    if (!session || !this.choosing) return false;
    const reading = ++this.#readings;
    const { selection } = session.editing.selecting;
    const { byIndex } = session.presenter.store;
    const known = [];
    for (const range of selection.wire.ranges) {
      for (let index = range[0]; index <= (range.at(-1) ?? range[0]) && known.length <= LIMIT; index++) known.push(byIndex.get(index)?.id);
    }
    let ids = known.flatMap((id) => id ?? []);
    if (ids.length < known.length) {
      // What is not in the page has to be asked for. Until then the form must not be submitted without it.
      this.#refuse({ customError: true }, () => strings.choiceIsRead);
      const items = await loadFeatures().then(({ selectedItems }) => selectedItems(session, LIMIT + 1)).catch(() => undefined);
      if (!items) {
        // The connection is lost: what is chosen is known when it is back.
        setTimeout(() => reading === this.#readings && this.#read(), AGAIN_MS);
        return false;
      }
      ids = items.map(({ id }) => id);
    }
    if (reading !== this.#readings || session !== this.#element.session) return false;
    this.#take(ids);
    return true;
  }

  /** @param {string[]} ids */
  #take(ids) {
    this.ids = ids;
    const { name } = this.#element;
    const data = new FormData();
    for (const id of ids.slice(0, LIMIT)) data.append(name, id);
    this.#internals.setFormValue(name ? data : null, JSON.stringify(ids.slice(0, LIMIT)));
    this.#validate();
  }

  /**
   * @param {ValidityStateFlags} flags
   * @param {() => string} words
   */
  #refuse(flags, words) {
    const say = (this.#sayRefusal = () => {
      const anchor = this.#element.shadowRoot?.querySelector('.frame');
      this.#internals.setValidity(flags, words(), anchor instanceof HTMLElement ? anchor : undefined);
    });
    say();
    // A form asks before any collection is shown, and so before the words of the reader's language are here.
    if (strings.language !== language) loadStrings().then(() => this.#sayRefusal === say && say());
  }
}
