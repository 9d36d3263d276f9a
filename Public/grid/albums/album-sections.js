// @ts-check
// The sections of an album: a menu at each header renames, moves and deletes it.

import { append } from '../dom.js';
import { collectionPath } from '../server/api.js';
import { allSections } from '../query/all-sections.js';
import { askText } from '../sheet.js';

/**
 * @typedef {import('../query/shown-order.js').Section} Section
 * @typedef {{version: number, sections: {id: string, title: string, items: {id: string}[]}[]}} Snapshot
 */

/** Maximum length of a title, in characters. */
const TITLE_LIMIT = 200;

export class AlbumSections {
  #context;
  #try;

  /**
   * @param {import('../features/session-features.js').FeatureContext} context
   * @param {(act: () => Promise<void>) => Promise<void>} attempt tells the reader why it failed
   */
  constructor(context, attempt) {
    this.#context = context;
    this.#try = attempt;
    const { presenter, strings } = context;
    presenter.surface.headers.decorate((header) => {
      // The groups of a result are no sections of the album.
      if (presenter.order.query?.group) return;
      const button = append(header, 'button', 'section-menu');
      // The grid is one stop of Tab: the menu of a cell has the same.
      button.tabIndex = -1;
      button.title = strings.album.section;
      button.setAttribute('aria-label', strings.album.section);
      button.setAttribute('aria-haspopup', 'menu');
      button.addEventListener('click', () => this.open({ element: button }, header.dataset.section ?? ''));
    });
  }

  /** Whether sections are shown. */
  get isOffered() { return this.#context.presenter.store.headers.length > 0 && !this.#context.presenter.order.query?.group; }

  /**
   * Opens the menu of a section.
   * @param {import('../cells/cell-menu.js').MenuOwner} owner
   * @param {string} id
   */
  async open(owner, id) {
    const { album } = this.#context.strings;
    await this.#try(async () => {
      const { sections } = await this.#read();
      const at = sections.findIndex((section) => section.id === id);
      if (at < 0) return;
      /** @type {import('../cells/cell-menu.js').MenuEntry[]} */
      const entries = [{ sign: 'pencil', words: album.renameSection, act: () => this.#rename(sections[at]) }];
      if (at > 0) entries.push({ sign: 'up', words: album.moveUp, act: () => this.#move(sections[at], -1) });
      if (at < sections.length - 1) entries.push({ sign: 'down', words: album.moveDown, act: () => this.#move(sections[at], 1) });
      if (sections.length > 1) entries.push({ sign: 'remove', words: album.deleteSection, act: () => this.#delete(sections[at]) });
      this.#context.menu.open(owner, album.sectionNamed(this.#title(sections[at])), entries);
    });
  }

  /** @returns {Promise<{version: number, sections: Section[]}>} those of the album, whatever of it is shown */
  #read() {
    const { description, presenter: { server } } = this.#context;
    return allSections({ sections: ({ offset = 0 } = {}) => server.call('GET', `${collectionPath(description.id, 'sections')}?offset=${offset}`) });
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @param {{headers?: Record<string, string>, type?: string}} [options]
   */
  #call(method, path, body, options) {
    const { description, presenter } = this.#context;
    return presenter.server.call(method, collectionPath(description.id, ...path.split('/')), body, options);
  }

  /** @param {Section} section */
  #title({ title }) { return title || this.#context.strings.mark.untitled; }

  /**
   * Tells of a change, and gives the focus back.
   * @param {string} sentence
   * @param {import('../model/patch.js').Patch} patch
   */
  #done(sentence, patch) {
    const { presenter, history, focus } = this.#context;
    presenter.expect(patch.to);
    history.tell(sentence, patch);
    if (!presenter.surface.hasFocus) focus.take();
  }

  /** @param {Section} section */
  async #rename(section) {
    const { parts, strings: { album }, strings } = this.#context;
    const title = await askText(parts.frame, {
      title: album.renameSection, label: album.sectionHint, action: album.renameNow, value: section.title, limit: TITLE_LIMIT,
    }, strings);
    if (title === undefined || title === section.title) return;
    await this.#try(async () => {
      const patch = await this.#call('PATCH', `sections/${section.id}`, { title }, { type: 'application/merge-patch+json' });
      this.#done(album.sectionRenamed(this.#title({ ...section, title })), patch);
    });
  }

  /**
   * @param {Section} section
   * @param {1 | -1} way
   */
  async #move(section, way) {
    await this.#try(async () => {
      // Others may have moved it meanwhile.
      const { version, sections } = await this.#read();
      const from = sections.findIndex(({ id }) => id === section.id);
      const to = from + way;
      if (from < 0 || to < 0 || to >= sections.length) return;
      const patch = await this.#call('POST', 'batch', { moveSections: [{ from, to }] }, { headers: { 'If-Match': `"${version}"` } });
      this.#done(this.#context.strings.album.sectionMoved(this.#title(section), to + 1, sections.length), patch);
    });
  }

  /**
   * Asks for a title, and moves what is selected into a new section after that of the first item: one change, which Undo takes back whole.
   * @param {import('../selection/selection.js').Selection} selection
   */
  async add(selection) {
    const { parts, strings: { album }, strings } = this.#context;
    const { count } = selection;
    const title = await askText(parts.frame, {
      title: album.newSectionTitle(count), label: album.sectionHint, action: strings.move, limit: TITLE_LIMIT,
    }, strings);
    if (!title) return;
    await this.#try(async () => {
      /** @type {Snapshot} */
      const { version, sections } = await this.#call('GET', 'snapshot');
      const kept = selection.restorable;
      const { ranges, version: selected } = selection.wire;
      if (selected !== version) return this.#context.speech.warn(strings.selectionLost);
      const chosen = new Set(sections.flatMap(({ items }) => items).filter((_, i) => ranges.some(([low, high]) => i >= low && i <= high)));
      const first = sections.findIndex(({ items }) => items.some((item) => chosen.has(item)));
      const rest = sections.map((section) => ({ ...section, items: section.items.filter((item) => !chosen.has(item)) }));
      const id = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
      rest.splice(first + 1, 0, { id, title, items: [...chosen] });
      // Or its own change would end it with a warning.
      selection.clear();
      try {
        this.#done(strings.movedMany(count, title, undefined), await this.#put(version, rest));
      } catch (error) {
        if (kept) selection.restore(kept);
        throw error;
      }
    });
  }

  /**
   * @param {number} version that the sections belong to
   * @param {Snapshot['sections']} sections
   */
  #put(version, sections) {
    return this.#call('PUT', 'snapshot', { sections }, { headers: { 'If-Match': `"${version}"`, Prefer: 'return=minimal' } });
  }

  /**
   * Its items join the section before, or the next where there is none: one change, which Undo takes back whole.
   * @param {Section} section
   */
  async #delete(section) {
    await this.#try(async () => {
      /** @type {Snapshot} */
      const { version, sections } = await this.#call('GET', 'snapshot');
      const at = sections.findIndex(({ id }) => id === section.id);
      const heir = sections[at - 1] ?? sections[at + 1];
      if (at < 0 || !heir) return;
      const { items } = sections[at];
      heir.items = at > 0 ? [...heir.items, ...items] : [...items, ...heir.items];
      sections.splice(at, 1);
      this.#done(this.#context.strings.album.sectionDeleted(this.#title(section)), await this.#put(version, sections));
    });
  }
}
