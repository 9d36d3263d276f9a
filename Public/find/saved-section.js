// @ts-check
// The saved searches of a collection, in the filter panel: open, save, rename, delete.

import { append } from '../grid/dom.js';
import { reasonOf } from '../grid/server/api.js';
import { sameQuery } from '../grid/query/query.js';
import { strings } from '../strings/strings.js';
import { conditionWords } from './condition-words.js';
import { iconButton } from './icon-button.js';
import { freeName, readSaved, removeSaved, save, wishOf } from './saved-queries.js';
import { TitleForm } from './title-form.js';

/** @typedef {import('./saved-queries.js').SavedQuery} SavedQuery */

export class SavedSection {
  #context;
  #section;
  #list;
  #save;
  /** @type {TitleForm | undefined} */
  #form;
  /** @type {SavedQuery[]} */
  #saved = [];
  #drawn = '';
  /** @type {import('./finder.js').Shown | undefined} */
  #shown;
  /** Name of the saved search that was opened last: what is saved next may replace it. */
  #opened = '';

  /**
   * @param {HTMLElement} parent
   * @param {import('./finder.js').FindContext} context
   */
  constructor(parent, context) {
    const header = parent.querySelector('header');
    this.#context = context;
    this.#section = append(parent, 'section', 'saved');
    this.#section.setAttribute('aria-label', strings.find.saved);
    append(this.#section, 'h3').textContent = strings.find.saved;
    this.#list = append(this.#section, 'ul');
    // In the header, where it moves nothing when there is something to save.
    this.#save = append(header ?? this.#section, 'button', 'save');
    header?.querySelector('.close')?.before(this.#save);
    this.#save.textContent = strings.find.save;
    this.#save.addEventListener('click', () => this.#askTitle());
  }

  /** @param {import('./finder.js').Shown} shown */
  show(shown) {
    const isOther = shown.collection.id !== this.#shown?.collection.id;
    this.#shown = shown;
    if (isOther) {
      this.#saved = [];
      this.#opened = '';
      this.#read();
    }
    this.#draw();
  }

  get #id() { return this.#shown?.collection.id ?? ''; }

  async #read() {
    const id = this.#id;
    const saved = await readSaved(id).catch(() => undefined);
    if (!saved || id !== this.#id) return;
    this.#saved = saved;
    this.#draw();
  }

  #draw() {
    const query = this.#shown?.query;
    const shown = this.#saved.find((saved) => this.#isShown(saved));
    if (shown) this.#opened = shown.name;
    // Whoever begins anew does not mean it any more.
    else if (!query) this.#opened = '';
    this.#section.hidden = !this.#form && !this.#saved.length;
    this.#save.hidden = !query || this.#shown?.collection.readOnly || shown !== undefined || this.#form !== undefined;
    const drawn = JSON.stringify([this.#saved, shown?.name]);
    // A row that is being renamed keeps its form.
    if (drawn === this.#drawn || this.#list.querySelector('form')) return;
    this.#drawn = drawn;
    const row = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest('.saved li'));
    const place = row ? [...row.children].indexOf(/** @type {Element} */ (document.activeElement)) : -1;
    this.#list.replaceChildren(...this.#saved.map((saved) => this.#row(saved)));
    if (place >= 0) (this.#control(row?.dataset.name, place) ?? this.#save).focus();
  }

  /** @param {SavedQuery} saved */
  #isShown({ query }) {
    const asked = this.#shown?.query;
    return asked !== undefined && sameQuery(this.#plain(query), this.#plain(asked));
  }

  /**
   * With its members in one order.
   * @param {import('../grid/query/query.js').Query} query
   */
  #plain({ search, where, sort, group }) { return { search, where, sort, group }; }

  /**
   * A control of a row: the first opens the search.
   * @param {string | undefined} name
   * @param {number} [place]
   */
  #control(name, place = 0) {
    const rows = /** @type {HTMLElement[]} */ ([...this.#list.children]);
    return /** @type {HTMLElement | undefined} */ (rows.find((row) => row.dataset.name === name)?.children[place]);
  }

  /** @param {SavedQuery} saved */
  #row(saved) {
    const row = document.createElement('li');
    row.dataset.name = saved.name;
    const open = append(row, 'button', 'open');
    append(open, 'span', 'words').textContent = saved.title;
    if (this.#isShown(saved)) open.setAttribute('aria-current', 'true');
    open.addEventListener('click', () => {
      this.#opened = saved.name;
      this.#context.change(wishOf(saved.query));
    });
    if (this.#shown?.collection.readOnly) return row;
    iconButton(row, 'pencil', strings.find.renameSaved(saved.title), 'edit').addEventListener('click', () => this.#rename(saved, row));
    iconButton(row, 'cross', strings.find.deleteSaved(saved.title), 'edit').addEventListener('click', () => this.#remove(saved));
    return row;
  }

  /** Asks for a title of what is set now. */
  #askTitle() {
    const { wish, query } = this.#shown ?? {};
    if (!wish || !query) return;
    const opened = this.#saved.find(({ name }) => name === this.#opened);
    const words = [...(wish.search.trim() ? [wish.search.trim()] : []), ...wish.conditions.map((condition) => conditionWords(condition, strings))];
    this.#form = new TitleForm(this.#section, opened?.title ?? words.join(', ').slice(0, 80), {
      titleWords: (title) => (this.#titled(title) ? strings.find.replaceSaved : strings.find.saveNow),
      titleEnded: () => {
        this.#form = undefined;
        this.#draw();
        this.#save.focus();
      },
      titleChosen: (title) => {
        this.#form = undefined;
        const name = this.#titled(title)?.name ?? freeName(title, this.#saved);
        return this.#change(() => save(this.#id, { name, title, query }), strings.find.savedAs(title), name);
      },
    });
    this.#save.hidden = true;
    this.#section.hidden = false;
  }

  /** @param {string} title */
  #titled(title) { return this.#saved.find((saved) => saved.title === title); }

  /**
   * @param {SavedQuery} saved
   * @param {HTMLElement} row
   */
  #rename(saved, row) {
    row.replaceChildren();
    this.#drawn = '';
    const end = () => {
      this.#draw();
      this.#control(saved.name, 1)?.focus();
    };
    new TitleForm(row, saved.title, {
      titleWords: () => strings.find.rename,
      titleEnded: end,
      titleChosen: async (title) => {
        // Two of one title could not be told apart.
        if (title === saved.title || this.#titled(title)) {
          if (title !== saved.title) this.#context.notify(strings.find.titleTaken(title));
          return end();
        }
        await this.#change(() => save(this.#id, { ...saved, title }), strings.find.savedAs(title), saved.name);
      },
    });
  }

  /** @param {SavedQuery} saved */
  #remove(saved) {
    const place = this.#saved.indexOf(saved);
    const next = this.#saved[place + 1] ?? this.#saved[place - 1];
    const id = this.#id;
    const bringBack = () => this.#change(() => save(id, saved), '', saved.name);
    return this.#change(() => removeSaved(id, saved.name), strings.find.savedDeleted(saved.title), next?.name, { words: strings.undo, act: bringBack });
  }

  /**
   * @param {() => Promise<unknown>} request
   * @param {string} sentence what is said of it
   * @param {string | undefined} focused name of the row that gets the focus
   * @param {import('../grid/access/speech.js').Offer} [offer]
   */
  async #change(request, sentence, focused, offer) {
    const hadFocus = this.#section.contains(document.activeElement) || document.activeElement === document.body;
    try {
      await request();
      if (sentence) this.#context.notify(sentence, offer);
      this.#context.savedChanged();
    } catch (error) {
      this.#context.notify(strings.reason(reasonOf(error)));
    }
    await this.#read();
    this.#draw();
    if (hadFocus) (this.#control(focused) ?? (this.#save.hidden ? this.#control(this.#saved[0]?.name) : this.#save))?.focus();
  }
}
