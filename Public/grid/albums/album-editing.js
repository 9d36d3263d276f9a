// @ts-check
// What is done with albums in a session: items are put into one; in one, they are removed, noted on, and put into new sections.

import { isOwnOrder } from '../query/own-order.js';
import { may } from '../server/capabilities.js';
import { AlbumsChangeEvent, OriginalOpenEvent } from '../grid-events.js';
import { collectionPath, Problem, reasonOf } from '../server/api.js';
import { chooseAlbum } from './album-dialog.js';
import { addItems, createAlbum, readAlbums } from './album-requests.js';
import { AlbumSections } from './album-sections.js';
import { AlbumStrip } from './album-strip.js';
import { askText } from '../sheet.js';

/** @typedef {import('../model/cell-store.js').Cell} Cell */
/** @typedef {import('../cells/cell-menu.js').MenuEntry} MenuEntry */

/** Maximum length of a note, in characters. */
const NOTE_LIMIT = 2000;

/** @typedef {import('../access/keys.js').Place} Place */

/** @type {import('../features/session-features.js').Feature} */
export const albums = {
  make: (context) => new AlbumEditing(context),
  keys: [
    { name: 'album', keys: 'a', where: 'grid large', changes: true, act: (/** @type {AlbumEditing} */ editing, /** @type {Place} */ place, event) => (
      !event.shiftKey && editing.actOn((meant) => editing.add(meant, place), place)) },
    { name: 'albumRemoval', keys: 'Delete', changes: true, act: (/** @type {AlbumEditing} */ editing, /** @type {Place} */ { cell }) => (
      editing.isAlbum && editing.actOn((meant) => editing.remove(meant), { cell, where: 'grid' })) },
  ],
};

export class AlbumEditing {
  #context;
  #selection;
  #sections;
  /** @type {{cell: Cell | undefined} | undefined} what a hand carries */
  #carried;
  /** @type {AlbumStrip | undefined} */
  #strip;

  /** @param {import('../features/session-features.js').FeatureContext} context */
  constructor(context) {
    const { description, strings, selecting } = (this.#context = context);
    this.#selection = selecting.selection;
    if (!this.#mayChange) return;
    const words = this.isAlbum ? strings.album.arrange : strings.album.add;
    /** @type {import('../selection/selection-bar.js').BarAction} */
    this.bar = { name: 'album', words, sign: 'album', opens: this.isAlbum ? 'menu' : 'dialog', act: (button) => this.#open(button) };
    /** @type {import('../features/session-features.js').DropTarget} */
    this.target = {
      show: (cell, x) => this.#carry(cell, x), isOver: (x, y) => this.#strip?.over(x, y) ?? false, take: () => this.#take(), hide: () => this.#uncarry(),
    };
    if (this.isAlbum) this.#sections = new AlbumSections(context, (act) => this.#try(act));
  }

  get #mayChange() { return may(this.#context.description, 'albums'); }
  /** Whether an album is shown. */
  get isAlbum() { return this.#context.description.album === true; }

  /**
   * Entries for the menu of a cell.
   * @param {Cell} cell
   * @returns {MenuEntry[]}
   */
  menu(cell) {
    const { strings: { album } } = this.#context;
    const mayChange = this.#mayChange;
    /** @type {MenuEntry[]} */
    const entries = [];
    if (cell.item?.kind !== 'gone' && mayChange) entries.push({ name: 'album', sign: 'album', words: album.add, does: 'album', act: () => this.add(cell) });
    if (!this.isAlbum) return entries;
    const original = cell.item?.original;
    if (original && cell.item?.kind !== 'gone') {
      entries.push({ name: 'original', sign: 'photo', words: album.show, act: () => this.#context.dispatch(new OriginalOpenEvent(original)) });
    }
    if (!mayChange) return entries;
    entries.push({ name: 'note', sign: 'note', words: album.note, act: () => this.note(cell) });
    entries.push({ name: 'remove', sign: 'remove', words: album.remove, does: 'albumRemoval', act: () => this.remove(cell) });
    if (this.#sections?.isOffered) entries.push({ name: 'section', sign: 'move', words: album.section, act: () => this.#openSection(cell) });
    return entries;
  }

  /**
   * @param {import('../access/keys.js').Place} place
   * @param {Cell} cell
   * @returns {MenuEntry[]}
   */
  large(place, cell) {
    if (!this.#mayChange || cell.item?.kind === 'gone') return [];
    return [{ name: 'album', sign: 'album', words: this.#context.strings.album.add, does: 'album', act: () => this.add(cell, place) }];
  }

  /**
   * A key was pressed.
   * @param {(meant: Cell | undefined) => void} act what it does with an item; `undefined`: with what is selected
   * @param {{cell: Cell | undefined, where: string}} place
   * @returns {boolean} whether there is an item that albums can have
   */
  actOn(act, { cell, where }) {
    const isAlone = where !== 'grid' || this.#selection.isEmpty;
    if (!this.#mayChange || (!cell && isAlone)) return false;
    act(isAlone ? cell : undefined);
    return true;
  }

  /**
   * Asks what to do with what is selected: outside of albums there is one answer.
   * @param {HTMLElement} opener
   */
  #open(opener) {
    const { menu, strings: { album } } = this.#context;
    if (!this.isAlbum) return void this.add();
    /** @type {MenuEntry[]} */
    const entries = [{ sign: 'album', words: album.add, does: 'album', act: () => this.add() }];
    // The places of a search are others than the album's.
    if (isOwnOrder(this.#context.presenter.order.query)) entries.push({ sign: 'move', words: album.newSection, act: () => this.#sections?.add(this.#selection) });
    entries.push({ sign: 'remove', words: album.remove, does: 'albumRemoval', act: () => this.remove() });
    menu.open({ element: opener }, album.arrange, entries);
  }

  /**
   * Asks for an album, and adds items to it.
   * @param {Cell} [cell] `undefined`: what is selected
   * @param {import('../access/keys.js').Place} [place] where that is asked and told
   */
  async add(cell, place = this.#context.place) {
    const { presenter: { server }, strings } = this.#context;
    await this.#try(async () => {
      const choice = await chooseAlbum(place.frame, cell ? 1 : this.#selection.count, this.#others(), server, strings);
      if (choice) await this.addTo('album' in choice ? choice.album : await createAlbum(server, choice.title), cell, place);
    });
  }

  /** The albums but the one that is shown. */
  async #others() {
    const albums = await readAlbums(this.#context.presenter.server);
    return albums.filter(({ id }) => id !== this.#context.description.id);
  }

  /**
   * An item was picked up by hand: the albums appear beside it.
   * @param {Cell | undefined} cell `undefined`: what is selected
   * @param {number} x of the pointer in the window
   */
  async #carry(cell, x) {
    const { parts, presenter: { server }, strings } = this.#context;
    const carried = (this.#carried = { cell });
    if (cell?.item?.kind === 'gone') return;
    const albums = await this.#others().catch(() => undefined);
    // It may have been dropped meanwhile.
    if (albums && this.#carried === carried) this.#strip = new AlbumStrip(parts.frame, x, albums, server, strings);
  }

  /** It was dropped: the album under the pointer takes it. */
  #take() {
    const target = this.#strip?.target;
    const cell = this.#carried?.cell;
    if (target) target.album ? this.addTo(target.album, cell) : this.add(cell);
    return target?.node.getBoundingClientRect();
  }

  #uncarry() {
    this.#strip?.close();
    this.#strip = this.#carried = undefined;
  }

  /**
   * Adds items to an album.
   * @param {import('../server/wire.js').CollectionDescription} album
   * @param {Cell} [cell] `undefined`: what is selected
   * @param {import('../access/keys.js').Place} [place]
   */
  async addTo(album, cell, place = this.#context.place) {
    const { presenter, strings } = this.#context;
    const { speech } = place;
    const { server } = presenter;
    const count = cell ? 1 : this.#selection.count;
    await this.#try(async () => {
      // The selection may have followed changes while the dialog was open.
      const patch = await addItems(server, album.id, { collection: presenter.order.id, ...this.#meant(cell) });
      this.#context.dispatch(new AlbumsChangeEvent());
      const isNew = patch.to > patch.from;
      // It is in the album, also where nobody can say how much that is by now.
      const { itemCount } = await server.call('GET', collectionPath(album.id)).catch(() => ({ itemCount: album.itemCount + count }));
      // A cell may stand for several items, and some may be there already.
      const sentence = isNew ? strings.album.added(Math.max(1, itemCount - album.itemCount), album.title) : strings.album.addedAlready(count, album.title);
      if (isNew) speech.offer(sentence, { words: strings.undo, act: () => this.#undoIn(album.id, patch.to) });
      else speech.warn(sentence);
    });
  }

  /**
   * Removes items from the album that is shown.
   * @param {Cell} [cell] `undefined`: what is selected
   */
  async remove(cell) {
    const { description, presenter, focus, history, strings } = this.#context;
    const count = cell ? 1 : this.#selection.count;
    await this.#try(async () => {
      const path = cell ? collectionPath(description.id, 'removals') : presenter.order.path('removals');
      const patch = await presenter.server.call('POST', path, this.#meant(cell), { headers: { Prefer: 'return=minimal' } });
      this.#selection.clear();
      presenter.expect(patch.to);
      history.tell(strings.album.removed(count), patch);
      presenter.afterDraw(() => focus.take());
    });
  }

  /**
   * Asks for a note on an item, and keeps it in the album.
   * @param {Cell} cell
   */
  async note(cell) {
    const { parts, description, presenter, history, strings } = this.#context;
    const { album } = strings;
    const before = String(cell.item?.attributes?.note ?? '');
    const note = await askText(parts.frame, {
      title: album.noteTitle(cell.item?.title || album.goneThing), label: album.noteField, action: album.save, value: before,
      isLong: true, limit: NOTE_LIMIT,
    }, strings);
    if (note === undefined || note === before) return;
    await this.#try(async () => {
      const path = collectionPath(description.id, 'items', cell.id);
      const patch = await presenter.server.call('PATCH', path, { attributes: { note: note || null } }, { type: 'application/merge-patch+json' });
      presenter.expect(patch.to);
      history.tell(note ? album.noted : album.noteRemoved, patch);
    });
  }

  /** @param {Cell} cell */
  #openSection(cell) {
    const { store, surface } = this.#context.presenter;
    const now = store.cells.get(cell.id);
    const section = store.headers.find((header) => header.section === now?.indexPath[0]);
    const node = surface.node(cell.id);
    if (section && node) this.#sections?.open(node, section.id);
  }

  /**
   * What is meant, as requests have it.
   * @param {Cell} [cell]
   */
  #meant(cell) { return cell ? { items: [cell.id] } : this.#selection.wire; }

  /**
   * @param {string} album
   * @param {number} version that the change made
   */
  #undoIn(album, version) {
    const { presenter, speech, strings } = this.#context;
    return this.#try(async () => {
      await presenter.server.call('POST', `${collectionPath(album, 'undo')}?change=${version}`, {}, { headers: { Prefer: 'return=minimal' } });
      this.#context.dispatch(new AlbumsChangeEvent());
      speech.warn(strings.undone);
    });
  }

  /** @param {() => Promise<void>} act */
  async #try(act) {
    const { speech, strings } = this.#context;
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      speech.warn(strings.reason(reasonOf(error)));
    }
  }
}
